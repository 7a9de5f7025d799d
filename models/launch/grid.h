/* SPDX-License-Identifier: BSD-3-Clause */
/* How the blocks of a grid are numbered: x runs fastest, then y, then z.
 *
 * Source: ASSUMED; NVIDIA leaves the order open. GPGPU-Sim walks grids the same way.
 */
#ifndef SIMGPU_LAUNCH_GRID_H
#define SIMGPU_LAUNCH_GRID_H

#include "workloads/launch.h"

static inline uint64_t launch_blocks(const struct launch *launch)
{
    return (uint64_t)launch->grid[0] * launch->grid[1] * launch->grid[2];
}

static inline uint64_t launch_threads_per_block(const struct launch *launch)
{
    return (uint64_t)launch->block[0] * launch->block[1] * launch->block[2];
}

/* The coordinates (%ctaid) of block `linear`, below launch_blocks. */
static inline void launch_block_index(const struct launch *launch, uint64_t linear,
                                      uint32_t index[3])
{
    index[0] = (uint32_t)(linear % launch->grid[0]);
    linear /= launch->grid[0];
    index[1] = (uint32_t)(linear % launch->grid[1]);
    index[2] = (uint32_t)(linear / launch->grid[1]);
}

/* The other way round. */
static inline uint64_t launch_block_number(const struct launch *launch, const uint32_t index[3])
{
    return ((uint64_t)index[2] * launch->grid[1] + index[1]) * launch->grid[0] + index[0];
}

#endif
