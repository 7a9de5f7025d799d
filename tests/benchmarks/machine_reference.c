/* SPDX-License-Identifier: BSD-3-Clause */
/* How fast is this machine? Two fixed loops that have nothing to do with simgpu, so that figures of
 * different machines and days can be compared: a chain of integer operations, for the core, and a
 * chain of loads from all over 32 MiB, for caches and memory. */
#include "tests/benchmarks/figures.h"

#include <glib.h>
#include <stdint.h>
#include <stdio.h>

enum { RUNS = 5, INTEGER_STEPS = 100000000, LOADS = 4000000, CELLS = 8 << 20 };

/* Xorshift: three dependent shifts and three exclusive ors a step.
 * Source: Marsaglia, "Xorshift RNGs", Journal of Statistical Software 8 (14), 2003. */
static uint64_t next_number(uint64_t x)
{
    x ^= x << 13;
    x ^= x >> 7;
    return x ^ x << 17;
}

static double integer_ns(uint64_t *checksum)
{
    uint64_t x = 88172645463325252;
    double start = wall_seconds();
    for (int i = 0; i < INTEGER_STEPS; i++)
        x = next_number(x);
    double end = wall_seconds();
    *checksum ^= x;
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

static double load_ns(const uint32_t *ring, uint64_t *checksum)
{
    uint32_t at = 0;
    double start = wall_seconds();
    for (int i = 0; i < LOADS; i++)
        at = ring[at];
    double end = wall_seconds();
    *checksum ^= at;
    return 1e9 * (end - start) / LOADS;
}

int main(void)
{
    double integer[RUNS], load[RUNS];
    uint64_t checksum = 0;
    uint32_t *ring = new_ring();
    for (int run = 0; run < RUNS; run++) {
        integer[run] = integer_ns(&checksum);
        load[run] = load_ns(ring, &checksum);
    }
    g_free(ring);

    const struct target none = {0};
    struct figures *figures = figures_new("Machine: fixed loops, medians of 5");
    figures_add(figures, "machine.integer_step", median(integer, RUNS), "ns", none);
    figures_add(figures, "machine.dependent_load_32MiB", median(load, RUNS), "ns", none);
    printf("  (checksum %016" G_GINT64_MODIFIER "x)\n", checksum);
    return figures_free(figures) ? 0 : 1;
}
