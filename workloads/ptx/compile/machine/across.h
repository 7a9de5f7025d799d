/* SPDX-License-Identifier: BSD-3-Clause */
/* What lanes take from each other: shuffles, votes. */
#ifndef SIMGPU_WORKLOADS_PTX_COMPILE_MACHINE_ACROSS_H
#define SIMGPU_WORKLOADS_PTX_COMPILE_MACHINE_ACROSS_H

#include "workloads/cluster.h"
#include "workloads/ptx/compile/machine/compiled_warp.h"
#include "workloads/ptx/compile/machine/pieces.h"
#include "workloads/shuffle_lane.h"

/* Whether all lanes have this value. */
PIECE bool all_are(const uint32_t *lane, uint32_t value)
{
    uint32_t differs = 0;
    EVERY_LANE differs |= lane[i] ^ value;
    return differs == 0;
}

/* Whether lanes' membermasks raise no complaint: all are in their own, or this has been said of the
 * place before. */
PIECE bool members_fit(struct compiled_window *place, const uint32_t *mask, uint32_t lanes)
{
    int32_t inside[32];
    EVERY_LANE inside[i] = mask[i] >> i & 1 ? -1 : 0;
    if ((lanes & ~mask_of(inside)) == 0 || place->high != 0)
        return true;
    place->high = 1;
    return false;
}

/* The lanes whose addresses are from low to last. */
PART uint32_t in_window(const uint64_t *address, uint64_t low, uint64_t last)
{
    uint32_t inside = 0;
    for (unsigned i = 0; i < 32; i += 8)
        inside |= mask_of_signs(longs8_at(address + i) - low <= last - low) << i;
    return inside;
}

/* The lanes whose addresses are in the shared memory of their own block, whose rank is given. */
PART uint32_t in_own_window(const uint64_t *address, const uint32_t *rank)
{
    int32_t inside[32];
    EVERY_LANE
    {
        const uint32_t above = (uint32_t)address[i] >> CLUSTER_OFFSET_BITS;
        const bool own = above == 0 || above - 1 == rank[i];
        inside[i] = own && address[i] >> COMPILED_WINDOW_SHIFT == COMPILED_SHARED ? -1 : 0;
    }
    return mask_of(inside);
}

/* Votes of lanes that each name others. yes: those that run and say so. */
PIECE void ballot_of(uint32_t *to, const uint32_t *mask, uint32_t yes)
{
    EVERY_LANE to[i] = mask[i] & yes;
}

PIECE uint32_t any_of(const uint32_t *mask, uint32_t yes)
{
    int32_t result[32];
    EVERY_LANE result[i] = (mask[i] & yes) != 0 ? -1 : 0;
    return mask_of(result);
}

/* Returns whose source lane was in range. */
#define SHUFFLE(name, mode)                                                                        \
    PIECE uint32_t shuffle_##name(uint32_t *to, const uint32_t *a, const uint32_t *b, uint32_t c)  \
    {                                                                                              \
        int32_t in_range[32];                                                                      \
        uint32_t from[32];                                                                         \
        EVERY_LANE                                                                                 \
        {                                                                                          \
            bool inside;                                                                           \
            from[i] = shuffle_lane(mode, i, b[i], c, &inside);                                     \
            in_range[i] = inside ? -1 : 0;                                                         \
        }                                                                                          \
        for (unsigned i = 0; i < 32; i++)                                                          \
            to[i] = a[from[i]];                                                                    \
        return mask_of(in_range);                                                                  \
    }
SHUFFLE(up, SHUFFLE_UP)
SHUFFLE(down, SHUFFLE_DOWN)
SHUFFLE(bfly, SHUFFLE_BUTTERFLY)
SHUFFLE(idx, SHUFFLE_INDEX)

#endif
