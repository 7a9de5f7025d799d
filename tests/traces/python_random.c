/* SPDX-License-Identifier: BSD-3-Clause */
#include "tests/traces/python_random.h"

#include <glib.h>

/* The constants' names are those of the paper, table II (MT19937) and section 2.1. */
enum { N = MERSENNE_WORDS, M = 397 };
#define TWIST_A  UINT32_C(0x9908b0df)
#define TEMPER_B UINT32_C(0x9d2c5680)
#define TEMPER_C UINT32_C(0xefc60000)
#define UPPER    UINT32_C(0x80000000)

/* What both rules of seeding do with a word of the state. */
static uint32_t folded(uint32_t word)
{
    return word ^ word >> 30;
}

static void seed_by_word(struct python_random *random, uint32_t seed)
{
    random->state[0] = seed;
    for (uint32_t i = 1; i < N; i++)
        random->state[i] = UINT32_C(1812433253) * folded(random->state[i - 1]) + i;
    random->used = N;
}

/* The state's word after `i`; the first one is reached again by way of the last. */
static uint32_t step(struct python_random *random, uint32_t i)
{
    if (++i < N)
        return i;
    random->state[0] = random->state[N - 1];
    return 1;
}

void mersenne_seed_by_array(struct python_random *random, const uint32_t *key, unsigned length)
{
    uint32_t *state = random->state, i = 1;
    seed_by_word(random, 19650218);
    for (unsigned k = 0; k < MAX(N, length); k++) {
        unsigned j = k % length;
        state[i] = (state[i] ^ folded(state[i - 1]) * UINT32_C(1664525)) + key[j] + j;
        i = step(random, i);
    }
    for (unsigned k = 0; k < N - 1; k++) {
        state[i] = (state[i] ^ folded(state[i - 1]) * UINT32_C(1566083941)) - i;
        i = step(random, i);
    }
    state[0] = UPPER;
}

void python_random_seed(struct python_random *random, uint64_t seed)
{
    const uint32_t key[] = {(uint32_t)seed, (uint32_t)(seed >> 32)};
    mersenne_seed_by_array(random, key, key[1] ? 2 : 1);
}

static void twist(uint32_t *state)
{
    for (unsigned i = 0; i < N; i++) {
        uint32_t joined = (state[i] & UPPER) | (state[(i + 1) % N] & ~UPPER);
        state[i] = state[(i + M) % N] ^ joined >> 1 ^ (joined & 1 ? TWIST_A : 0);
    }
}

uint32_t mersenne_next(struct python_random *random)
{
    if (random->used == N) {
        twist(random->state);
        random->used = 0;
    }
    uint32_t y = random->state[random->used++];
    y ^= y >> 11;
    y ^= y << 7 & TEMPER_B;
    y ^= y << 15 & TEMPER_C;
    return y ^ y >> 18;
}

uint32_t python_random_below(struct python_random *random, uint32_t n)
{
    unsigned bits = g_bit_storage(n);
    uint32_t value;
    do
        value = mersenne_next(random) >> (32 - bits);
    while (value >= n);
    return value;
}

void python_random_shuffle(struct python_random *random, uint32_t *values, uint32_t n)
{
    for (uint32_t i = n; i-- > 1;) {
        uint32_t other = python_random_below(random, i + 1), kept = values[i];
        values[i] = values[other];
        values[other] = kept;
    }
}
