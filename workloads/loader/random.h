/* SPDX-License-Identifier: BSD-3-Clause */
/* Seeded random numbers, the same on every machine.
 *
 * Source: xoshiro256** 1.0, D. Blackman and S. Vigna, "Scrambled linear pseudorandom number
 * generators", ACM TOMS 47(4), 2021, seeded by SplitMix64 (G. Steele, D. Lea, C. Flood, "Fast
 * splittable pseudorandom number generators", OOPSLA 2014) as the first paper advises.
 *
 * Real numbers use + - * / and sqrt only, which IEEE 754 fixes to the last bit: the C library's
 * log differs between machines, so random_normal has its own. a * b + c must not
 * become one operation: GCC leaves it alone under -std=c17, Clang under the pragma in random.c.
 */
#ifndef SIMGPU_WORKLOADS_LOADER_RANDOM_H
#define SIMGPU_WORKLOADS_LOADER_RANDOM_H

#include <stdbool.h>
#include <stdint.h>

struct random {
    uint64_t state[4];
    bool has_spare;
    double spare; /* the second number of a normal pair */
};

void random_init(struct random *random, uint64_t seed);
/* 64 random bits. */
uint64_t random_bits(struct random *random);
/* Uniform in 0 .. n-1, without bias; n = 0 stands for 2^64. */
uint64_t random_below(struct random *random, uint64_t n);
/* Uniform in [0, 1), a multiple of 2^-53. */
double random_unit(struct random *random);
/* Mean 0, standard deviation 1.
 * Source: the polar method, G. Marsaglia and T. Bray, SIAM Review 6(3), 1964. */
double random_normal(struct random *random);

#endif
