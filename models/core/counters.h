/* SPDX-License-Identifier: BSD-3-Clause */
/* Statistics: integers that a unit counts, each with a name, a unit and a meaning.
 *
 * A unit keeps its counters in a struct of uint64_t and describes them in a table. So counting is
 * one addition, and everything that prints (summary, JSON, CSV, documentation) walks the tables.
 * Ratios are derived at the end, never accumulated. metrics/registry.h has the list of tables.
 *
 * A row gives other tools' names for the counter if they mean the same. Its note says what differs.
 * Source of these: NVIDIA, "Nsight Compute: Profiling Guide", Volta and later; GPGPU-Sim 4 and
 * Accel-Sim, what they print at the end of a kernel.
 */
#ifndef SIMGPU_CORE_COUNTERS_H
#define SIMGPU_CORE_COUNTERS_H

#include <stddef.h>
#include <stdint.h>

struct counter {
    const char *name;     /* snake_case, unique within its table; NULL ends the table */
    const char *unit;     /* "cycles", "instructions", "requests", "bytes", ... */
    const char *meaning;  /* one sentence */
    size_t offset;        /* of the uint64_t in the unit's counters struct */
    const char *ncu;      /* Nsight Compute's name; NULL: none */
    const char *gpgpusim; /* GPGPU-Sim's; NULL: none */
    const char *note;     /* how they differ; NULL: not in anything that matters */
};

/* A table's row for the field of that name. After the meaning come .ncu = ..., .gpgpusim = ... */
#define COUNTER_ROW(type, field, unit_text, meaning_text, ...)                                     \
    {                                                                                              \
        .name = #field, .unit = (unit_text), .meaning = (meaning_text),                            \
        .offset = offsetof(type, field), __VA_ARGS__                                               \
    }

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
