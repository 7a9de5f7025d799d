/* SPDX-License-Identifier: BSD-3-Clause */
/* Clock domains: set-up, and the cycles and times for which fractions are too coarse. */
#include "models/core/clock.h"

static uint64_t greatest_common_divisor(uint64_t a, uint64_t b)
{
    while (b != 0) {
        uint64_t rest = a % b;
        a = b;
        b = rest;
    }
    return a;
}

/* a / b in 2^-64, rounded up: above a / b by 2^-64 at most. a < b. */
static uint64_t fraction(uint64_t a, uint64_t b)
{
    return (uint64_t)(((clock_wide)a << 64) / b) + 1;
}

/* A value up to this may be multiplied by a fraction: the error stays below 1 / divisor. */
static uint64_t most_for(uint64_t divisor)
{
    return UINT64_MAX / divisor - 2;
}

void clock_init(struct clock *clock, uint64_t frequency_hz)
{
    g_assert(frequency_hz >= 1 && frequency_hz <= SIM_TIME_PER_SECOND);
    const uint64_t common = greatest_common_divisor(SIM_TIME_PER_SECOND, frequency_hz);
    const uint64_t n = SIM_TIME_PER_SECOND / common, d = frequency_hz / common;
    *clock = (struct clock){.frequency_hz = frequency_hz,
                            .max_fast_cycle = MIN(most_for(d), UINT64_MAX / n),
                            .whole_ps = n / d,
                            .part_ps = fraction(n % d, d),
                            .up = fraction(n - 1, n),
                            .down = fraction(d - 1, n),
                            .numerator = n,
                            .denominator = d};
    if (n > d) { /* else a cycle is a picosecond, and no fraction */
        clock->max_fast_time = most_for(n);
        clock->cycles = fraction(d, n);
    }
}

sim_time clock_edge_wide(const struct clock *clock, uint64_t cycle)
{
    if (cycle == CYCLE_NEVER)
        return SIM_TIME_NEVER;
    clock_wide edge = (clock_wide)cycle * clock->numerator / clock->denominator;
    return edge < SIM_TIME_NEVER ? (sim_time)edge : SIM_TIME_NEVER;
}

uint64_t clock_cycle_at_or_after_wide(const struct clock *clock, sim_time time)
{
    if (time == SIM_TIME_NEVER)
        return CYCLE_NEVER;
    clock_wide n = clock->numerator;
    return (uint64_t)(((clock_wide)time * clock->denominator + n - 1) / n);
}

uint64_t clock_cycle_at_or_before_wide(const struct clock *clock, sim_time time)
{
    if (time == SIM_TIME_NEVER)
        return CYCLE_NEVER;
    clock_wide scaled = ((clock_wide)time + 1) * clock->denominator - 1;
    return (uint64_t)(scaled / clock->numerator);
}
