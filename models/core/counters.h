/* SPDX-License-Identifier: BSD-3-Clause */
/* Statistics: integers that a unit counts, each with a name, a unit and a meaning.
 *
 * A unit keeps its counters in a struct of uint64_t and describes them in a table, so that counting
 * is one addition and everything that prints (summary, JSON, documentation) walks the tables.
 * Ratios are derived at the end, never accumulated.
 */
#ifndef SIMGPU_CORE_COUNTERS_H
#define SIMGPU_CORE_COUNTERS_H

#include <stddef.h>
#include <stdint.h>

struct counter {
    const char *name;    /* snake_case, unique within its table; NULL ends the table */
    const char *unit;    /* "cycles", "instructions", "requests", "bytes", ... */
    const char *meaning; /* one sentence */
    size_t offset;       /* of the uint64_t in the unit's counters struct */
};

/* The counter's value in a counters struct. */
static inline uint64_t counter_value(const struct counter *counter, const void *counters)
{
    return *(const uint64_t *)((const char *)counters + counter->offset);
}

/* Adds every counter of `from` to `sum`. */
static inline void counters_add(const struct counter *table, void *sum, const void *from)
{
    for (const struct counter *row = table; row->name; row++)
        *(uint64_t *)((char *)sum + row->offset) += counter_value(row, from);
}

#endif
