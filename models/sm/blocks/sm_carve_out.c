/* SPDX-License-Identifier: BSD-3-Clause */
/* Unified memory: how much of it is shared memory, how much L1D.
 *
 * When a block comes to an empty SM, shared memory gets the smallest of the platform's sizes that
 * is large enough. It must hold the shared memory of all blocks of the launch that will be there at
 * once. The rest is L1D, with so many ways of its sets. When a block comes beside those of another
 * launch, shared memory may be too small for all. It then grows at once (hardware would wait until
 * the SM is empty), and L1D's lines in the lost ways are dropped.
 *
 * Source: CUDA C Programming Guide, "Compute Capability 7.x: Shared Memory" (the driver chooses the
 * carve-out; sizes of Volta). ASSUMED: the driver's choice, as in Khairy, Akram, Tine, Rogers,
 * "Accel-Sim" (ISCA 2020), section IV-C: the smallest that doesn't lower occupancy.
 */
#include "models/sm/blocks/sm_carve_out.h"
#include "models/launch/grid.h"
#include "models/sm/l1d/l1d.h"

static uint64_t shared_bytes_of(const struct launch *launch)
{
    return (uint64_t)launch->code->static_shared_bytes + launch->dynamic_shared_bytes;
}

/* The shared memory of the launch's blocks that an SM holds at once. */
static uint64_t bytes_at_once(const struct sm_blocks *blocks, const struct launch *launch)
{
    const struct occupancy_need need = {
        .threads_per_block = (uint32_t)launch_threads_per_block(launch),
        .registers_per_thread = occupancy_registers(&blocks->core->config->limits, launch->code),
        .shared_bytes_per_block = shared_bytes_of(launch),
        .grid_blocks = launch_blocks(launch),
        .n_sms = MAX(launch->n_sms, 1)};
    return occupancy_compute(&blocks->core->config->limits, &need).blocks *
           need.shared_bytes_per_block;
}

static uint64_t bytes_in_use(const struct sm_blocks *blocks)
{
    uint64_t bytes = 0;
    for (uint64_t used = blocks->used; used; used &= used - 1)
        bytes += shared_bytes_of(blocks->list[__builtin_ctzll(used)].context.launch);
    return bytes;
}

void sm_carve_out(struct sm_blocks *blocks, const struct launch *launch)
{
    const struct sm_config *config = blocks->core->config;
    if (config->carve_out.n == 0)
        return;
    uint64_t needed = blocks->used ? bytes_in_use(blocks) + shared_bytes_of(launch)
                                   : bytes_at_once(blocks, launch);
    uint32_t shared = occupancy_carve(&config->carve_out, needed);
    if (blocks->used)
        shared = MAX(shared, blocks->shared_bytes);
    if (shared == blocks->shared_bytes)
        return;
    blocks->shared_bytes = shared;
    uint64_t all = config->l1d.size_bytes; /* ways are rounded to the nearest number */
    uint64_t ways = (config->l1d.ways * (all - shared) + all / 2) / all;
    l1d_use_ways(blocks->ldst->l1d, (uint32_t)MAX(ways, 1));
}
