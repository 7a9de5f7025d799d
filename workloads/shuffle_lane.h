/* SPDX-License-Identifier: BSD-3-Clause */
/* Which lane a lane reads in a shuffle. Source: PTX ISA, "shfl.sync". */
#ifndef SIMGPU_WORKLOADS_SHUFFLE_LANE_H
#define SIMGPU_WORKLOADS_SHUFFLE_LANE_H

#include <stdbool.h>
#include <stdint.h>

enum shuffle_mode { SHUFFLE_UP, SHUFFLE_DOWN, SHUFFLE_BUTTERFLY, SHUFFLE_INDEX };

/* The lane that lane i reads; *in_range tells whether it is in the segment that c describes. */
static inline unsigned shuffle_lane(enum shuffle_mode mode, unsigned i, uint32_t b, uint32_t c,
                                    bool *in_range)
{
    int offset = b & 31, segment = c >> 8 & 31, lane = (int)i, from = lane;
    int last = (lane & segment) | ((int)(c & 31) & ~segment);
    switch (mode) {
    case SHUFFLE_UP:
        from = lane - offset;
        *in_range = from >= last;
        return (unsigned)(*in_range ? from : lane);
    case SHUFFLE_DOWN:
        from = lane + offset;
        break;
    case SHUFFLE_BUTTERFLY:
        from = lane ^ offset;
        break;
    case SHUFFLE_INDEX:
        from = (lane & segment) | (offset & ~segment);
        break;
    }
    *in_range = from <= last;
    return (unsigned)(*in_range ? from : lane);
}

#endif
