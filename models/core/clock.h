/* SPDX-License-Identifier: BSD-3-Clause */
/* Clock domains: from cycles to picoseconds and back, without ever rounding twice.
 *
 * Edge k of a clock of f Hz lies at floor(k * 10^12 / f) ps. It is computed from k each time.
 * Adding up a rounded period would drift; so every second edge of 1,400 MHz is an edge of 700 MHz
 * for ever. 10^12 / f is kept as a reduced fraction numerator / denominator.
 *
 * A latency of n cycles is the duration clock_edge(clock, n). As floor(a) + floor(b) <= floor(a +
 * b), a message sent at edge k arrives after edge k + n - 1 and not after edge k + n. So it takes
 * part in cycle k + n.
 *
 * The models call these functions for each event, so they are inline and free of divisions. They
 * multiply by a fraction of 64 bits that is rounded up. Its error stays below the distance to the
 * next quotient while cycles and times are at most max_fast_cycle and max_fast_time (18 s at whole
 * MHz). The functions divide beyond these.
 *
 * Units: sim_time in ps; cycles count from 0, whose edge is at time 0.
 */
#ifndef SIMGPU_MODELS_CORE_CLOCK_H
#define SIMGPU_MODELS_CORE_CLOCK_H

#include <glib.h>

#include "models/core/time.h"

__extension__ typedef unsigned __int128 clock_wide;

/* Later than any cycle. Its edge is SIM_TIME_NEVER, and the cycle of SIM_TIME_NEVER is this. */
#define CYCLE_NEVER UINT64_MAX

/* A divisor and floor((2^64 - 1) / divisor). */
struct clock_divisor {
    uint64_t value, reciprocal;
};

struct clock {
    uint64_t frequency_hz;
    uint64_t max_fast_cycle;
    sim_time max_fast_time;
    uint64_t whole_ps, part_ps;      /* of a cycle; the latter in 2^-64 ps */
    uint64_t cycles;                 /* in a picosecond, in 2^-64 */
    uint64_t up, down;               /* what is added before rounding: */
    uint64_t numerator, denominator; /* of 10^12 / frequency_hz, reduced */
};

/* frequency_hz: 1 to 10^12, so that two edges never fall on the same picosecond. */
void clock_init(struct clock *clock, uint64_t frequency_hz);

/* The functions below, by division. Results that don't fit become SIM_TIME_NEVER. */
sim_time clock_edge_wide(const struct clock *clock, uint64_t cycle);
uint64_t clock_cycle_at_or_after_wide(const struct clock *clock, sim_time time);
uint64_t clock_cycle_at_or_before_wide(const struct clock *clock, sim_time time);

/* floor(x / d). x * reciprocal / 2^64 is at most one below: its error is x/2^64 at most. */
static inline uint64_t clock_divide(uint64_t x, const struct clock_divisor *d)
{
    uint64_t quotient = (uint64_t)(((clock_wide)x * d->reciprocal) >> 64);
    return quotient + (x - quotient * d->value >= d->value);
}

/* When cycle k begins. */
static inline sim_time clock_edge(const struct clock *clock, uint64_t cycle)
{
    if (G_UNLIKELY(cycle > clock->max_fast_cycle))
        return clock_edge_wide(clock, cycle);
    return cycle * clock->whole_ps + (uint64_t)(((clock_wide)cycle * clock->part_ps) >> 64);
}

/* The first cycle that begins at `time` or later: the one in which something that arrives
 * at `time` takes part. Also the number of cycles that began before `time`. */
static inline uint64_t clock_cycle_at_or_after(const struct clock *clock, sim_time time)
{
    if (G_UNLIKELY(time > clock->max_fast_time))
        return clock_cycle_at_or_after_wide(clock, time);
    /* edge(k) >= t  <=>  k * n / d >= t, t being whole  <=>  k = ceil(t * d / n), which is
     * floor(t * d / n + (n - 1) / n) */
    return (uint64_t)(((clock_wide)time * clock->cycles + clock->up) >> 64);
}

/* The last cycle that begins at `time` or earlier: the one under way at `time`. */
static inline uint64_t clock_cycle_at_or_before(const struct clock *clock, sim_time time)
{
    if (G_UNLIKELY(time > clock->max_fast_time))
        return clock_cycle_at_or_before_wide(clock, time);
    /* edge(k) <= t  <=>  k * n / d < t + 1  <=>  k = floor(((t + 1) * d - 1) / n) */
    return (uint64_t)(((clock_wide)time * clock->cycles + clock->down) >> 64);
}

#endif
