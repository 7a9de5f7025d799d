/* SPDX-License-Identifier: BSD-3-Clause */
#include "workloads/loader/random.h"

#include <math.h>

#ifdef __clang__
#pragma STDC FP_CONTRACT OFF
#endif

static uint64_t rotate_left(uint64_t x, unsigned n)
{
    return x << n | x >> (64 - n);
}

void random_init(struct random *random, uint64_t seed)
{
    *random = (struct random){0};
    for (unsigned i = 0; i < 4; i++) {
        seed += UINT64_C(0x9e3779b97f4a7c15);
        uint64_t z = seed;
        z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
        z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
        random->state[i] = z ^ z >> 31;
    }
}

uint64_t random_bits(struct random *random)
{
    uint64_t *s = random->state;
    uint64_t result = rotate_left(s[1] * 5, 7) * 9;
    uint64_t t = s[1] << 17;
    s[2] ^= s[0];
    s[3] ^= s[1];
    s[1] ^= s[2];
    s[0] ^= s[3];
    s[2] ^= t;
    s[3] = rotate_left(s[3], 45);
    return result;
}

uint64_t random_below(struct random *random, uint64_t n)
{
    if (n == 0)
        return random_bits(random);
    /* 2^64 mod n numbers too many for whole rounds of n: draw again for those. */
    uint64_t excess = -n % n;
    uint64_t bits;
    do
        bits = random_bits(random);
    while (bits < excess);
    return bits % n;
}

double random_unit(struct random *random)
{
    return (double)(random_bits(random) >> 11) * 0x1p-53;
}

/* The natural logarithm of 0 < x < 1: x = m * 2^e with m in [sqrt(1/2), sqrt(2)), and
 * log m = 2 atanh(t) = 2 (t + t^3/3 + t^5/5 + ...) with t = (m-1)/(m+1), |t| < 0.172. The terms
 * fall below 2^-53 of the sum at t^21. */
static double portable_log(double x)
{
    int exponent;
    double m = frexp(x, &exponent);
    if (m < 0.70710678118654752440) {
        m *= 2;
        exponent--;
    }
    double t = (m - 1) / (m + 1), t2 = t * t;
    double sum = 0;
    for (int k = 21; k >= 1; k -= 2)
        sum = sum * t2 + 1.0 / k;
    return 2 * t * sum + exponent * 0.69314718055994530942;
}

double random_normal(struct random *random)
{
    if (random->has_spare) {
        random->has_spare = false;
        return random->spare;
    }
    double u, v, square;
    do {
        u = 2 * random_unit(random) - 1;
        v = 2 * random_unit(random) - 1;
        square = u * u + v * v;
    } while (square >= 1 || square == 0);
    double factor = sqrt(-2 * portable_log(square) / square);
    random->has_spare = true;
    random->spare = v * factor;
    return u * factor;
}
