/* SPDX-License-Identifier: BSD-3-Clause */
/* Clock domains: set-up, and the cases whose products need more than 64 bits. */
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

static struct clock_divisor divisor(uint64_t value)
{
    return (struct clock_divisor){.value = value, .reciprocal = UINT64_MAX / value};
}

void clock_init(struct clock *clock, uint64_t frequency_hz)
{
    g_assert(frequency_hz >= 1 && frequency_hz <= SIM_TIME_PER_SECOND);
    uint64_t common = greatest_common_divisor(SIM_TIME_PER_SECOND, frequency_hz);
    clock->frequency_hz = frequency_hz;
    clock->numerator = divisor(SIM_TIME_PER_SECOND / common);
    clock->denominator = divisor(frequency_hz / common);
    clock->max_fast_cycle = UINT64_MAX / clock->numerator.value;
    clock->max_fast_time = UINT64_MAX / clock->denominator.value - 1;
}

sim_time clock_edge_wide(const struct clock *clock, uint64_t cycle)
{
    if (cycle == CYCLE_NEVER)
        return SIM_TIME_NEVER;
    clock_wide edge = (clock_wide)cycle * clock->numerator.value / clock->denominator.value;
    return edge < SIM_TIME_NEVER ? (sim_time)edge : SIM_TIME_NEVER;
}

uint64_t clock_cycle_at_or_after_wide(const struct clock *clock, sim_time time)
{
    if (time == SIM_TIME_NEVER)
        return CYCLE_NEVER;
    clock_wide n = clock->numerator.value;
    return (uint64_t)(((clock_wide)time * clock->denominator.value + n - 1) / n);
}

uint64_t clock_cycle_at_or_before_wide(const struct clock *clock, sim_time time)
{
    if (time == SIM_TIME_NEVER)
        return CYCLE_NEVER;
    clock_wide scaled = ((clock_wide)time + 1) * clock->denominator.value - 1;
    return (uint64_t)(scaled / clock->numerator.value);
}
