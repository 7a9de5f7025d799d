/* SPDX-License-Identifier: BSD-3-Clause */
/* How long a kernel takes on a CPU: makes its profile a phase of instructions on some cores.
 *
 * A roofline with the mix of instructions as ceilings (S. Williams, A. Waterman, D. Patterson,
 * "Roofline", CACM 52(4), 2009). A core's cycles are those of its busiest unit, or of issue at four
 * operations a cycle, since packs don't depend on each other (kernel_work.c has the table). To them
 * come the latencies of its misses, as far as overlap does not hide them. Beside them its misses'
 * lines cross the link to DRAM, and the longer of the two counts (cpu.h). Blocks are dealt out to
 * all cores: the core with most of them is the last.
 *
 * ASSUMED: ten misses of a core are on their way at a time (its fill buffers); a hit of the
 * last-level cache takes 30 cycles.
 */
#ifndef SIMGPU_CPU_KERNEL_WORK_H
#define SIMGPU_CPU_KERNEL_WORK_H

#include "models/cpu/kernel_profile.h"

struct kernel_work {
    struct cpu_phase phase; /* of each core; its curve is not set */
    struct llc_curve curve;
    double instructions; /* of each core */
    unsigned cores;
};

struct kernel_work kernel_work_of(const struct kernel_profile *profile, const struct cpu_host *host,
                                  uint64_t n_blocks);

#endif
