/* SPDX-License-Identifier: BSD-3-Clause */
/* The steady state of a series of figures, such as the cycles of one wave of blocks after another.
 *
 * The first figures belong to a warm-up: caches are cold, queues are empty. How many they are is
 * found by the marginal standard error rule: leave out as many as make the standard error of the
 * rest's mean smallest, and at most half of all.
 * Source: White, "An Effective Truncation Heuristic for Bias Reduction in Simulation Output"
 * (Simulation 69, 1997).
 *
 * Differs: the interval below is made smallest, which knows of correlation.
 *
 * A figure is a ratio: what a piece of the series has counted, by the work that was done in it.
 * Pieces with little work count little, so the mean is the ratio of the sums (ratio estimate:
 * Cochran, "Sampling Techniques", chapter 6).
 *
 * Pieces may be parts of something that repeats, as the quarters of a wave, of which each has its
 * own figure. Then as many pieces as it has are a batch. The interval comes from the means of all
 * batches, those that overlap included: they tell half as much again as batches side by side.
 * Source: Meketon and Schmeiser, "Overlapping Batch Means: Something for Nothing?" (Winter
 * Simulation Conference 1984).
 *
 * Batches that follow each other are not independent. If they are alike, n of them tell as much as
 * n (1 - r) / (1 + r) independent ones, r being their correlation. It is estimated with Kendall's
 * term for the bias that it has in short series. If a long figure is followed by a short one, r is
 * less than 0, and the interval could be narrower. So few figures don't prove that, and it stays.
 * Sources: Law and Kelton, "Simulation Modeling and Analysis"; Kendall, "Note on Bias in the
 * Estimation of Autocorrelation" (Biometrika 41, 1954).
 */
#ifndef SIMGPU_SAMPLING_STEADY_H
#define SIMGPU_SAMPLING_STEADY_H

struct steady_series {
    const double *counted; /* in each piece */
    const double *work;    /* done in each piece, more than 0; NULL: 1 in all */
    unsigned n;            /* pieces */
    unsigned batch;        /* pieces that belong together, at least 1 */
};

/* The series behind the warm-up. */
struct steady {
    unsigned n;        /* how many pieces */
    double mean;       /* counted by work */
    double half_width; /* of the interval in which the true mean lies, in 95 of 100 cases; infinite
                          for fewer than three pieces, or two batches */
};

/* How many of the pieces are warm-up; at most n / 2. */
unsigned steady_warm_up(const struct steady_series *series);
/* Of the pieces from warm_up on; warm_up < n. */
struct steady steady_from(const struct steady_series *series, unsigned warm_up);

#endif
