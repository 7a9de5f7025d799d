/* SPDX-License-Identifier: BSD-3-Clause */
/* What launches have in common: texts that are equal for launches of one shape, or of one kind. */
#ifndef SIMGPU_CLI_RUN_SAMPLING_LAUNCH_TRAITS_H
#define SIMGPU_CLI_RUN_SAMPLING_LAUNCH_TRAITS_H

#include "models/functional/preview/preview.h"
#include "models/gpu.h"
#include "workloads/launch.h"

/* Kernel, grid, block, shared memory. g_free. */
char *launch_traits_shape(const struct launch *launch);
/* The kind of a launch by its shape alone: kernel, block, shared memory. g_free. */
char *launch_traits_unseen(const struct launch *launch);
/* The kind of a launch that was run: also the lines that an instruction touches, those of them that
 * were never read before, and the lanes that run it, on average, each to a fifth; and the kernel
 * before it (NULL: none), which leaves the instruction caches to it. g_free. */
char *launch_traits_seen(const struct launch *launch, const char *before,
                         const struct functional_preview *seen);
/* How much work a launch of a trace is: the bytes of its file, or else its blocks. */
double launch_traits_size(const struct launch *launch);
/* A run of it has ended. Its code counts as touched last: SMs have fetched it through L2, if they
 * have caches for it. */
void launch_traits_heard(struct gpu *gpu, struct functional_preview *seen,
                         const struct launch *launch);
/* Warp instructions of its first block, at most about `most`: it is run and undone. */
uint64_t launch_traits_block(struct gpu *gpu, struct functional_preview *seen,
                             const struct launch *launch, uint64_t most);
/* How many of its blocks all SMs hold at a time; 0: none fits. */
uint64_t launch_traits_wave(const struct gpu_config *config, const struct launch *launch);

#endif
