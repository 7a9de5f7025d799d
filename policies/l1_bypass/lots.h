/* SPDX-License-Identifier: BSD-3-Clause */
/* Random lots that bypass policies draw: 32 bits each, from splitmix64. Each SM has its own stream.
 *
 * Source: Steele, Lea, Flood, "Fast Splittable Pseudorandom Number Generators" (OOPSLA 2014).
 */
#ifndef SIMGPU_POLICIES_L1_BYPASS_LOTS_H
#define SIMGPU_POLICIES_L1_BYPASS_LOTS_H

#include <stdint.h>

enum { LOT_BITS = 32 };

struct lots {
    uint64_t stream;
    uint32_t next; /* the lot on top: decisions look at it, events draw another one */
};

static inline void lots_draw(struct lots *lots)
{
    uint64_t x = lots->stream += UINT64_C(0x9e3779b97f4a7c15);
    x = (x ^ x >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    x = (x ^ x >> 27) * UINT64_C(0x94d049bb133111eb);
    lots->next = (uint32_t)((x ^ x >> 31) >> (64 - LOT_BITS));
}

static inline void lots_begin(struct lots *lots, int64_t seed, unsigned sm)
{
    lots->stream = (uint64_t)seed << 32 | sm;
    lots_draw(lots);
}

#endif
