/* SPDX-License-Identifier: BSD-3-Clause */
/* What lanes take from each other: shuffles, votes. */
#ifndef SIMGPU_WORKLOADS_PTX_COMPILE_MACHINE_ACROSS_H
#define SIMGPU_WORKLOADS_PTX_COMPILE_MACHINE_ACROSS_H

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
