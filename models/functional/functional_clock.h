/* SPDX-License-Identifier: BSD-3-Clause */
/* The clock of a warp whose launch takes no simulated time.
 *
 * It counts the launch's warp instructions. A loop that does nothing but wait for the clock
 * (instruction_source_ops.clock_polls) would so run for as many instructions as it waits for
 * cycles. After a few reads in such a loop each further read moves the clock ahead, by an eighth of
 * the time since the loop began: a wait of 10^9 takes some 150 reads, and comes out at most an
 * eighth too long. Other code is timed as before. Warps that meet at a barrier go on by the clock
 * of the one that is ahead. ASSUMED: both numbers.
 */
#ifndef SIMGPU_FUNCTIONAL_FUNCTIONAL_CLOCK_H
#define SIMGPU_FUNCTIONAL_FUNCTIONAL_CLOCK_H

#include <stdint.h>

enum { CLOCK_READS = 16, CLOCK_SHARE = 8 };

struct functional_clock {
    uint64_t instructions; /* of the warp, before its turn */
    uint64_t ahead;        /* of the launch's count */
    uint64_t began;        /* time when the loop did */
    uint64_t last;         /* read: the warp's instruction */
    uint32_t reads;        /* in the loop */
};

/* The time at which the warp's instruction `own` runs, when the launch has counted `counted`. loop:
 * 0, or it waits for the clock in a loop of so many instructions. */
static inline uint64_t functional_clock_read(struct functional_clock *clock, uint64_t counted,
                                             uint64_t own, uint32_t loop)
{
    if (loop == 0)
        return counted + clock->ahead;
    if (clock->reads == 0 || own - clock->last > loop) { /* it has left the loop meanwhile */
        clock->reads = 0;
        clock->began = counted + clock->ahead;
    }
    clock->last = own;
    if (++clock->reads > CLOCK_READS)
        clock->ahead += (counted + clock->ahead - clock->began) / CLOCK_SHARE;
    return counted + clock->ahead;
}

#endif
