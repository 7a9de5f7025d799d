/* SPDX-License-Identifier: BSD-3-Clause */
/* How far a series is off of which parts were left out, from the windows on both sides of each such
 * gap.
 *
 * If windows differ by chance, differences of two sides are a sample of that. But something may
 * have changed in a gap: dirty lines have begun to leave L2. A few gaps whose sides differ by far
 * more than those of all others would are such. They say nothing of chance. The change came
 * somewhere in the gap, so the gap's mean lies between both sides, and is off by half their
 * difference at the most.
 */
#ifndef SIMGPU_SAMPLING_GAPS_H
#define SIMGPU_SAMPLING_GAPS_H

/* Figures of a unit of work in the windows before and after it. */
struct gap_sides {
    double before, after, work;
};

struct gaps_spread {
    /* Half the interval's width of one window's figure, relative, in 95 of 100 cases; infinite for
     * no gaps. */
    double chance;
    double changes; /* what the sum over all gaps may be off because something has changed in some
                       of them */
};

/* n of them. whole: what a relative error of 1 in all windows makes of the sum. */
struct gaps_spread gaps_spread(const struct gap_sides *gaps, unsigned n, double whole);

#endif
