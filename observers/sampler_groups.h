/* SPDX-License-Identifier: BSD-3-Clause */
/* The groups of counters that you can sample, and the units of each. */
#ifndef SIMGPU_OBSERVERS_SAMPLER_GROUPS_H
#define SIMGPU_OBSERVERS_SAMPLER_GROUPS_H

#include "models/gpu.h"

/* Room for the counters of any unit that has a snapshot. */
union sampler_counters {
    struct sm_counters sm;
    struct l2_bank_counters l2;
    struct dram_counters dram;
    struct port_counters port;
};

struct sampler_unit {
    const struct unit *unit;
    const void *counters; /* the unit's own, at the end. Before, use its snapshot if it has one */
};

struct sampler_group {
    const char *name; /* NULL ends the table */
    const struct counter *table;
    enum gpu_units units;
};

extern const struct sampler_group sampler_groups[];

/* Unit i; false if there are not so many. */
static inline bool sampler_group_unit(const struct sampler_group *group, const struct gpu *gpu,
                                      uint32_t i, struct sampler_unit *out)
{
    return gpu_unit(gpu, group->units, i, &out->unit, &out->counters);
}

#endif
