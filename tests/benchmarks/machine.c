/* SPDX-License-Identifier: BSD-3-Clause */
#include "tests/benchmarks/machine.h"
#include "tests/benchmarks/figures.h"

#include <glib.h>
#include <stdint.h>

enum { RUNS = 5, INTEGER_STEPS = 100000000, LOADS = 4000000, CELLS = 8 << 20 };

/* So that the loops have a result that somebody might look at. */
static void use(uint64_t value)
{
    __asm__ volatile("" : : "r"(value));
}

/* Xorshift: three dependent shifts and three exclusive ors a step.
 * Source: Marsaglia, "Xorshift RNGs", Journal of Statistical Software 8 (14), 2003. */
static uint64_t next_number(uint64_t x)
{
    x ^= x << 13;
    x ^= x >> 7;
    return x ^ x << 17;
}

static double integer_ns(void)
{
    uint64_t x = 88172645463325252;
    double start = wall_seconds();
    for (int i = 0; i < INTEGER_STEPS; i++)
        x = next_number(x);
    double end = wall_seconds();
    use(x);
    return 1e9 * (end - start) / INTEGER_STEPS;
}

/* One cycle through all cells in random order.
 * Source: Sattolo, "An algorithm to generate a random cyclic permutation", Information Processing
 * Letters 22 (6), 1986. */
static uint32_t *new_ring(void)
{
    uint32_t *cells = g_new(uint32_t, CELLS);
    for (uint32_t i = 0; i < CELLS; i++)
        cells[i] = i;
    uint64_t x = 88172645463325252;
    for (uint32_t i = CELLS - 1; i > 0; i--) {
        x = next_number(x);
        uint32_t other = (uint32_t)(x % i), kept = cells[i];
        cells[i] = cells[other];
        cells[other] = kept;
    }
    return cells;
}

static double load_ns(const uint32_t *ring)
{
    uint32_t at = 0;
    double start = wall_seconds();
    for (int i = 0; i < LOADS; i++)
        at = ring[at];
    double end = wall_seconds();
    use(at);
    return 1e9 * (end - start) / LOADS;
}

double machine_integer_ns(void)
{
    double ns[RUNS];
    for (int run = 0; run < RUNS; run++)
        ns[run] = integer_ns();
    return median(ns, RUNS);
}

double machine_load_ns(void)
{
    double ns[RUNS];
    g_autofree uint32_t *ring = new_ring();
    for (int run = 0; run < RUNS; run++)
        ns[run] = load_ns(ring);
    return median(ns, RUNS);
}
