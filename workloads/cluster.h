/* SPDX-License-Identifier: BSD-3-Clause */
/* Clusters of thread blocks: how the blocks of a grid are divided into clusters, and addresses in
 * the shared memory of a cluster's blocks.
 *
 * A cluster is a box of blocks. Clusters are numbered as blocks are (models/launch/grid.h): x runs
 * fastest. So are the blocks inside of one: that number is a block's rank. A launch without
 * clusters behaves like one whose clusters have one block each.
 *
 * An address in the space shared::cluster has 32 bits. The upper 8 are the rank + 1 of the block
 * that owns the byte, or 0: the block that uses the address. The others are the offset in that
 * block's shared memory. A generic address of a shared byte has the same in its lower half.
 *
 * Source: PTX ISA, "Cluster of Cooperative Thread Arrays", "mapa", "getctarank"; CUDA C++
 *   Programming Guide, "Thread Block Clusters": at most 8 blocks portably, and 16 on an H100.
 * ASSUMED: the order of ranks and the form of addresses, which PTX leaves open.
 */
#ifndef SIMGPU_WORKLOADS_CLUSTER_H
#define SIMGPU_WORKLOADS_CLUSTER_H

#include "workloads/launch.h"
#include <glib.h>

enum {
    CLUSTER_MOST_BLOCKS = 16,
    CLUSTER_PORTABLE_BLOCKS = 8,
    CLUSTER_OFFSET_BITS = 24,
    CLUSTER_OFFSET_MASK = (1 << CLUSTER_OFFSET_BITS) - 1
};

/* Blocks of a cluster along a dimension, 1 or more. */
static inline uint32_t cluster_side(const struct launch *launch, unsigned dimension)
{
    return launch->cluster[dimension] > 0 ? launch->cluster[dimension] : 1;
}

/* Blocks of a cluster; 0: the launch has no clusters. UINT64_MAX: far more than any GPU has. */
static inline uint64_t cluster_blocks_given(const struct launch *launch)
{
    if ((launch->cluster[0] | launch->cluster[1] | launch->cluster[2]) > UINT16_MAX)
        return UINT64_MAX;
    return (uint64_t)launch->cluster[0] * launch->cluster[1] * launch->cluster[2];
}

/* The same, but 1 without clusters. */
static inline uint64_t cluster_blocks(const struct launch *launch)
{
    const uint64_t given = cluster_blocks_given(launch);
    return given > 0 ? given : 1;
}

/* The rank of a block by its coordinates. */
static inline uint32_t cluster_rank(const struct launch *launch, const uint32_t index[3])
{
    const uint32_t x = cluster_side(launch, 0), y = cluster_side(launch, 1);
    return (index[2] % cluster_side(launch, 2) * y + index[1] % y) * x + index[0] % x;
}

/* The number of a block's cluster. The grid divides into clusters. */
static inline uint64_t cluster_number(const struct launch *launch, const uint32_t index[3])
{
    const uint64_t nx = launch->grid[0] / cluster_side(launch, 0);
    const uint64_t ny = launch->grid[1] / cluster_side(launch, 1);
    return (index[2] / cluster_side(launch, 2) * ny + index[1] / cluster_side(launch, 1)) * nx +
           index[0] / cluster_side(launch, 0);
}

/* The linear index in the grid of a cluster's block. */
static inline uint64_t cluster_block_index(const struct launch *launch, uint64_t cluster,
                                           uint32_t rank)
{
    const uint64_t sides[3] = {cluster_side(launch, 0), cluster_side(launch, 1),
                               cluster_side(launch, 2)};
    const uint64_t nx = launch->grid[0] / sides[0], ny = launch->grid[1] / sides[1];
    const uint64_t x = cluster % nx * sides[0] + rank % sides[0];
    const uint64_t y = cluster / nx % ny * sides[1] + rank / sides[0] % sides[1];
    const uint64_t z = cluster / nx / ny * sides[2] + rank / (sides[0] * sides[1]);
    return (z * launch->grid[1] + y) * launch->grid[0] + x;
}

/* The address of `offset` in the shared memory of the block with that rank. */
static inline uint32_t cluster_address(uint32_t rank, uint32_t offset)
{
    return (rank + 1) << CLUSTER_OFFSET_BITS | (offset & CLUSTER_OFFSET_MASK);
}

static inline uint32_t cluster_address_offset(uint32_t address)
{
    return address & CLUSTER_OFFSET_MASK;
}

/* The rank in an address that a block uses whose own rank is given. */
static inline uint32_t cluster_address_rank(uint32_t address, uint32_t own)
{
    const uint32_t above = address >> CLUSTER_OFFSET_BITS;
    return above == 0 ? own : above - 1;
}

/* Takes the cluster that the kernel's code requires, if the launch says none. */
static inline void cluster_complete(struct launch *launch)
{
    const uint32_t *required = launch->code->cluster;
    if (launch->cluster[0] == 0)
        for (unsigned i = 0; i < 3; i++)
            launch->cluster[i] = required[i];
}

/* Why a launch can't have its clusters on a GPU whose clusters have at most `most` blocks (1: it
 * has none), or NULL; g_free. All sides of its cluster are 0, or none is. */
char *cluster_problem(const struct launch *launch, uint32_t most);

#endif
