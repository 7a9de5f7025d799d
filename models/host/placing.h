/* SPDX-License-Identifier: BSD-3-Clause */
/* On which device launches run, and which copies that needs.
 *
 * An offload policy chooses when a launch is issued. The place of bytes is known for an allocation
 * as a whole, as of the commands issued so far: the CPU's memory has it, the GPU's, or both. A
 * launch needs the allocations that its parameters point to on its device, and may write all of
 * them.
 *
 * So the program's copy to the device stays where it is until a launch on the GPU needs it. A part
 * of an allocation that only the GPU has goes there at once. A copy back takes no time if the CPU
 * has the data. ASSUMED: as OpenCL runtimes do, which give a CPU the host's own memory. Pointers in
 * memory, symbols and moves within device memory are not followed: the data behind them are always
 * in place.
 *
 * Units: bytes; times in ps.
 */
#ifndef SIMGPU_HOST_PLACING_H
#define SIMGPU_HOST_PLACING_H

#include "models/core/time.h"
#include "models/memory/device_memory.h"
#include "policies/offload/offload.h"
#include "workloads/static_facts.h"

/* What placing needs from the host. Ready when the run begins. */
struct placing_host {
    double copy_latency_s, copy_bytes_per_s; /* of a copy that is alone */
    struct offload_host cpu;
    void *data;
    /* Misses and bytes a second of all applications, up to `time`; NULL: there are none. */
    void (*load)(void *data, sim_time time, double *llc_misses, double *dram_bandwidth);
};

struct placing;

/* A launch that has been placed. */
struct placed {
    enum offload_device device;
    uint64_t bytes; /* that must be copied to it before */
};

/* All borrowed. NULL: everything is on the GPU. */
struct placing *placing_new(const struct policy_values *policy, struct device_memory *memory,
                            const struct placing_host *host);
void placing_free(struct placing *placing);

/* In the order of issue. */
struct placed placing_launch(struct placing *placing, const struct launch *launch, sim_time now);
/* Whether the program's copy takes no time. */
bool placing_copy(struct placing *placing, const struct command *copy);

/* The features of a launch (enum offload_feature), with the applications' load at `now`. */
void placing_features(struct device_memory *memory, const struct placing_host *host,
                      const struct static_counts *counts, const struct launch *launch, sim_time now,
                      double *features);

#endif
