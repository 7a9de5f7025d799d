/* SPDX-License-Identifier: BSD-3-Clause */
/* Applications on the host's cores beside a run of the GPU, as SimGrid actors.
 *
 * Each runs on a core, over and over, from the run's begin to its end, in steps of up to 10,000
 * instructions (cpu.h). Copies cross the same link to DRAM, and they slow down each other. They
 * share its bandwidth, and a copy under way is load that misses queue behind. Results count the
 * steps that ended before the run did. So nothing depends on how far the clock went on.
 *
 * Alone, a step takes the longer of its instructions / (ipc x clock) and its bytes / bandwidth.
 * Slowdowns are relative to that.
 *
 * Units: times in ps.
 */
#ifndef SIMGPU_CPU_HOST_APPLICATIONS_H
#define SIMGPU_CPU_HOST_APPLICATIONS_H

#include "models/cpu/cpu.h"

enum { HOST_APPLICATION_LINE = 64 }; /* bytes that a miss moves */

struct host_applications;

/* All borrowed; applications: struct cpu_application, one core each. `cpu` is ready. */
struct host_applications *host_applications_new(struct cpu *cpu, const GPtrArray *applications);
void host_applications_free(struct host_applications *applications);
/* Before the run, once SimGrid is set up. */
void host_applications_start(struct host_applications *applications);

/* What application i has done by `time`. */
struct host_application_work {
    const char *name;
    uint64_t steps, instructions, bytes;
    sim_time time, alone; /* of these steps, and what they would have taken alone on the host */
};
unsigned host_applications_count(const struct host_applications *applications);
struct host_application_work host_applications_work(const struct host_applications *applications,
                                                    unsigned i, sim_time time);

#endif
