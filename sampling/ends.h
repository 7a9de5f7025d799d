/* SPDX-License-Identifier: BSD-3-Clause */
/* How long those that share something take to end, of whom it is known what each has left and how
 * fast it has been: the blocks of an SM.
 *
 * When one ends, the others go on faster, or not: nobody has seen it. All together don't take less
 * than their work takes at the pace that all have together. They don't take more than if each takes
 * over a part of what ended ones leave behind, but none becomes faster than the fastest one was.
 */
#ifndef SIMGPU_SAMPLING_ENDS_H
#define SIMGPU_SAMPLING_ENDS_H

/* Both more than 0. */
struct ends_left {
    double work, pace; /* pace: work in a unit of time */
};

/* In the unit of time of the paces. */
struct ends_span {
    double least, most;
};

/* n of them; they are changed. */
struct ends_span ends_span(struct ends_left *left, unsigned n);

/* Of several such groups that go on side by side, by the one that takes longest: the SMs.
 * known: what all of it takes at the pace that all had together. shared: part of the time in which
 * what they share, DRAM, was busy. If that is half or more, those that are left go on faster when
 * other groups have ended, and all of it takes no less than `known`. */
struct ends_span ends_of_all(struct ends_span longest, double known, double shared);

#endif
