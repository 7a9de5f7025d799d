/* SPDX-License-Identifier: BSD-3-Clause */
/* How far a study agrees with what publications say, by rules that are the same for all studies and
 * never one-sided: the sign of an effect, with a dead zone in which there is none; the rank
 * correlation over programs; means with their intervals. */
#ifndef SIMGPU_STUDY_AGREEMENT_H
#define SIMGPU_STUDY_AGREEMENT_H

#include "study/study.h"

/* A value within 2 % of what is neutral has no effect. ASSUMED: what reordering blocks or warps
 * without any intent changes in the suite's programs. */
#define AGREEMENT_DEAD_ZONE 0.02

/* '+', '-' or '0'. */
char agreement_sign(double value, double neutral);

/* '+', '-' or '0', of an entry and of a study's own value of it; '?': it says nothing of an effect,
 * or there is no own value. */
char agreement_published_sign(const struct study_published *entry);
char agreement_own_sign(const struct study_published *entry, double own);
/* Both have a sign and it is the same: 1; another one: 0; one has none: -1. */
int agreement_same(const struct study_published *entry, double own);

struct interval {
    double low, high; /* NaN: there is none */
};

/* The 95 % interval of the mean of values, of their logarithms if geometric, by Student's t. There
 * is none of fewer than two. */
struct interval agreement_interval(const double *values, unsigned n, bool geometric);

/* Spearman's rank correlation, equal values sharing their ranks; NaN with fewer than three, or if
 * all are equal. */
double agreement_rank_correlation(const double *x, const double *y, unsigned n);

#endif
