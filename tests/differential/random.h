/* SPDX-License-Identifier: BSD-3-Clause */
/* A seeded stream of random numbers: the same on every machine.
 *
 * Source: Steele, Lea, Flood, "Fast Splittable Pseudorandom Number Generators", OOPSLA 2014
 *   (SplitMix64).
 */
#ifndef SIMGPU_TESTS_DIFFERENTIAL_RANDOM_H
#define SIMGPU_TESTS_DIFFERENTIAL_RANDOM_H

#include <stdbool.h>
#include <stdint.h>

static inline uint64_t random_next(uint64_t *state)
{
    uint64_t z = *state += UINT64_C(0x9e3779b97f4a7c15);
    z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
    return z ^ z >> 31;
}

/* Below n. */
static inline uint32_t random_below(uint64_t *state, uint32_t n)
{
    return (uint32_t)((random_next(state) >> 32) * n >> 32);
}

static inline bool random_percent(uint64_t *state, uint32_t percent)
{
    return random_below(state, 100) < percent;
}

/* 64 bits of which some are telling: small numbers, extremes, floats of both widths. */
uint64_t random_value(uint64_t *state);

#endif
