/* SPDX-License-Identifier: BSD-3-Clause */
/* The random numbers of Python's random.Random(seed): traces made by scripts in Python, which are
 * common, and those made here are then the same, byte for byte.
 *
 * Source: Matsumoto and Nishimura, "Mersenne Twister: a 623-dimensionally equidistributed uniform
 * pseudo-random number generator", ACM TOMACS 8 (1), 1998; seeding by an array is that of their
 * revision of 2002. How numbers below n and shuffles come from it: the Python Standard Library,
 * "random", as CPython 3.2 and later behave: random bits of n's length until they are below n, and
 * a shuffle from the last element down (Fisher and Yates, in Durstenfeld's form, 1964).
 */
#ifndef SIMGPU_TESTS_TRACES_PYTHON_RANDOM_H
#define SIMGPU_TESTS_TRACES_PYTHON_RANDOM_H

#include <stddef.h>
#include <stdint.h>

enum { MERSENNE_WORDS = 624 };

struct python_random {
    uint32_t state[MERSENNE_WORDS];
    unsigned used; /* words of the state that have been given out */
};

/* random.Random(seed), seed >= 0. */
void python_random_seed(struct python_random *random, uint64_t seed);
/* The twister seeded by an array, as its authors define it; length > 0. */
void mersenne_seed_by_array(struct python_random *random, const uint32_t *key, unsigned length);
/* The next 32 bits. */
uint32_t mersenne_next(struct python_random *random);

/* randrange(n), 0 < n < 2^32. */
uint32_t python_random_below(struct python_random *random, uint32_t n);
/* shuffle(values). */
void python_random_shuffle(struct python_random *random, uint32_t *values, uint32_t n);

#endif
