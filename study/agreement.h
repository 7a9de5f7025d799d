/* SPDX-License-Identifier: BSD-3-Clause */
/* How far a study agrees with publications. The rules are the same for all studies, and never
 * one-sided. They compare the sign of an effect, with a dead zone without effect, the rank
 * correlation over programs, and means with their intervals. */
#ifndef SIMGPU_STUDY_AGREEMENT_H
#define SIMGPU_STUDY_AGREEMENT_H

#include "study/study.h"

/* A value within 2 % of the neutral one has no effect. ASSUMED: the suite's programs change so much
 * if blocks or warps are reordered without any intent. */
#define AGREEMENT_DEAD_ZONE 0.02

/* '+', '-' or '0'. */
char agreement_sign(double value, double neutral);

/* '+', '-' or '0', for an entry and for a study's own value of it. '?': the entry tells no effect,
 * or there is no own value. */
char agreement_published_sign(const struct study_published *entry);
char agreement_own_sign(const struct study_published *entry, double own);
/* 1: both have the same sign. 0: they have different ones. -1: one of them has none. */
int agreement_same(const struct study_published *entry, double own);

struct interval {
    double low, high; /* NaN: there is none */
};

/* The 95 % interval of the mean, by Student's t. geometric: that of the logarithms. Fewer than two
 * values have no interval. */
struct interval agreement_interval(const double *values, unsigned n, bool geometric);

/* Spearman's rank correlation. Equal values share their ranks. NaN with fewer than three values, or
 * if all are equal. */
double agreement_rank_correlation(const double *x, const double *y, unsigned n);

#endif
