/* SPDX-License-Identifier: BSD-3-Clause */
/* The one list of all numbers that a run can report.
 *
 * A metric is a counter of a unit ("sm.warp_instructions": its group and its name), a figure of the
 * run ("cycles"), or derived from these by a formula ("ipc"). All code that prints metrics
 * (list-metrics, docs/reference/metrics.md, JSON, CSV) walks this registry. A test uses it to check
 * that every counter counts.
 *
 * Counters belong to a scope: the run, a kernel launch, a stream, an SM, an L2 bank, a DRAM
 * channel. A derived metric exists in a scope if all numbers of its formula exist there.
 */
#ifndef SIMGPU_METRICS_REGISTRY_H
#define SIMGPU_METRICS_REGISTRY_H

#include "metrics/formula.h"
#include "models/core/counters.h"
#include <stdbool.h>

enum metric_group_id {
    GROUP_RUN,      /* figures: no prefix */
    GROUP_PLATFORM, /* constants, for formulas */
    GROUP_SM,
    GROUP_L2,
    GROUP_DRAM,
    GROUP_REQUEST_PORTS,
    GROUP_REPLY_PORTS,
    GROUP_DISPATCHER,
    GROUP_HOST_COMMANDS,
    GROUP_FUNCTIONAL,
    GROUP_ENERGY,
    METRIC_GROUPS
};

struct metric_group {
    const char *name;    /* in its metrics, "NAME.COUNTER", and as a member of JSON's "totals" */
    const char *counter; /* the unit that counts */
    const char *scopes;
    const struct counter *table;
};

extern const struct metric_group metric_groups[METRIC_GROUPS];

/* Figures of the run, a kernel or a stream. */
struct run_figures {
    uint64_t cycles, elapsed_cycles, elapsed_ps;
};

/* Facts about the platform, for formulas. */
struct platform_figures {
    uint64_t sms, schedulers, warps, threads, registers, shared_bytes, alus, sfus;
    uint64_t core_hz, dram_bytes_per_s, static_mw;
};

struct derived_metric {
    const char *name; /* NULL ends the table */
    const char *unit;
    const char *meaning;
    const char *formula; /* see formula.h; with full names */
    const char *ncu, *gpgpusim, *note;
};

extern const struct derived_metric derived_metrics[];

/* The numbers of one scope: for each group its struct of counters; NULL: the scope has none.
 * Borrowed. */
struct metric_values {
    const void *groups[METRIC_GROUPS];
};

/* One metric of a scope. */
struct metric {
    const char *name; /* full; borrowed until the call returns */
    const char *unit;
    bool derived;
    bool defined; /* derived: no division by zero */
    uint64_t count;
    double value; /* the count, or the derived value */
};

typedef void (*metric_visitor)(void *data, const struct metric *metric);

/* Calls visit for every metric of the scope, in the registry's order: counters, then derived. The
 * platform's constants are not among them. */
void metrics_visit(const struct metric_values *values, metric_visitor visit, void *data);
/* The same for the run's figures and derived metrics only. */
void metrics_visit_figures(const struct metric_values *values, metric_visitor visit, void *data);

#endif
