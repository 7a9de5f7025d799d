/* SPDX-License-Identifier: BSD-3-Clause */
/* What lanes take from each other: shuffles. */
#ifndef SIMGPU_WORKLOADS_PTX_COMPILE_MACHINE_ACROSS_H
#define SIMGPU_WORKLOADS_PTX_COMPILE_MACHINE_ACROSS_H

#include "workloads/ptx/compile/machine/pieces.h"
#include "workloads/shuffle_lane.h"

/* Whether all lanes have this value. */
PIECE bool all_are(const uint32_t *lane, uint32_t value)
{
    uint32_t differs = 0;
    EVERY_LANE differs |= lane[i] ^ value;
    return differs == 0;
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
