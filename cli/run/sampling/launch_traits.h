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
/* What the instructions of a launch are like, on average. Logarithms; -INFINITY: of nothing. */
enum { LAUNCH_MIX_TRAITS = 3 };
struct launch_mix {
    /* Lines that one touches; the part of these that was never read before; lanes that run it. */
    double traits[LAUNCH_MIX_TRAITS];
};

struct launch_mix launch_traits_mix(const struct functional_preview *seen);
/* Whether they differ by less than a fifth in all. */
bool launch_traits_alike(const struct launch_mix *a, const struct launch_mix *b);
/* The kind of a launch that was run: also its mix, each to a fifth; and the kernel before it (NULL:
 * none), which leaves the instruction caches to it. Without a mix it is as above. g_free. */
char *launch_traits_seen(const struct launch *launch, const char *before,
                         const struct launch_mix *mix);
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
