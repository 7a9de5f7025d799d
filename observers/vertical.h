/* SPDX-License-Identifier: BSD-3-Clause */
/* 64 counters side by side, one for each warp slot. Plane i holds bit i of each counter. So to add
 * one to the counters of a mask is a ripple of a few operations on whole words, for any number of
 * warps.
 *
 * Source: the vertical counters of bit-sliced arithmetic; Warren, "Hacker's Delight", section 5-1.
 */
#ifndef SIMGPU_OBSERVERS_VERTICAL_H
#define SIMGPU_OBSERVERS_VERTICAL_H

#include <glib.h>
#include <stdint.h>

enum { VERTICAL_PLANES = 16, VERTICAL_MAX = (1 << VERTICAL_PLANES) - 1 };

struct vertical {
    uint64_t plane[VERTICAL_PLANES];
};

/* Adds 2^first to each counter of the mask. None may pass VERTICAL_MAX. */
static inline void vertical_add_power(struct vertical *counters, uint64_t mask, unsigned first)
{
    for (uint64_t *plane = counters->plane + first; mask; plane++) {
        uint64_t carry = *plane & mask;
        *plane ^= mask;
        mask = carry;
    }
}

static inline void vertical_add(struct vertical *counters, uint64_t mask, uint32_t n)
{
    if (G_LIKELY(n == 1))
        vertical_add_power(counters, mask, 0);
    else if (mask)
        for (; n; n &= n - 1)
            vertical_add_power(counters, mask, (unsigned)__builtin_ctz(n));
}

/* Takes the value of a counter, and sets the counter to 0. */
static inline uint32_t vertical_take(struct vertical *counters, unsigned slot)
{
    uint32_t value = 0;
    for (unsigned i = 0; i < VERTICAL_PLANES; i++) {
        value |= (uint32_t)(counters->plane[i] >> slot & 1) << i;
        counters->plane[i] &= ~(UINT64_C(1) << slot);
    }
    return value;
}

#endif
