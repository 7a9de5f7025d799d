/* SPDX-License-Identifier: BSD-3-Clause */
/* The place of a line in a hash table of a cache.
 *
 * Lines that are accessed together are mostly neighbours. 32 of them (a page's worth) have
 * neighbouring buckets, so a warp's probes touch few of the host's cache lines. These would all be
 * misses, since the state of 80 SMs is used in turn. Groups of 32 are spread by multiplicative
 * hashing.
 *
 * Source: Knuth, The Art of Computer Programming 3, 6.4.
 */
#ifndef SIMGPU_CACHE_LINE_BUCKET_H
#define SIMGPU_CACHE_LINE_BUCKET_H

#include <stdint.h>

/* number: the line's. There are 2^(64 - bucket_shift) buckets, two or more. */
static inline uint32_t line_bucket(uint64_t number, uint32_t bucket_shift)
{
    uint64_t group = (number >> 5) * UINT64_C(0x9E3779B97F4A7C15) >> bucket_shift;
    return (uint32_t)(group ^ (number & 31 & UINT64_MAX >> bucket_shift));
}

#endif
