/* SPDX-License-Identifier: BSD-3-Clause */
/* What a launch's figures are as a sum over timed launches of its kind. */
#ifndef SIMGPU_SAMPLING_WEIGHTS_H
#define SIMGPU_SAMPLING_WEIGHTS_H

#include "sampling/sampling.h"

enum { WEIGHTS_ALL = -1 };

/* How the weights have come about. */
enum weights_way { WEIGHTS_NONE, WEIGHTS_OUTSIDE, WEIGHTS_BETWEEN, WEIGHTS_SAME };

/* Fills weights[] for a launch of that size, one for each timed launch. without: a timed launch
 * that counts as if it had not been timed, or WEIGHTS_ALL. WEIGHTS_NONE: there is no other one. */
enum weights_way weights_of(const struct sampling_kind *kind, double size, int without,
                            double *weights);
/* The same launch's figure. */
double weights_sum(const struct sampling_kind *kind, const double *weights, const double *figures);
/* A launch for which weights are wanted. */
struct weights_launch {
    double size;
    int without;  /* as above */
    guint behind; /* timed launches of the kind that have begun before it */
    struct launch_model model;
};
/* Weights for a figure that a model knows. If it says something of the launch and of timed ones,
 * only these have weights, and *more is what it says beyond their sum; else *more is 0. parts: how
 * much of each of the model's figures is in it; NULL, or all 0: it knows nothing of it. */
enum weights_way weights_modelled(const struct sampling_kind *kind,
                                  const struct weights_launch *launch, const double *parts,
                                  double *weights, double *more);
/* Whether it says something of the launch's figure. */
bool weights_have_model(const double *parts, const struct launch_model *model);
/* How much a figure has changed between the timed launches of that size before and behind a place
 * in the order; behind all of them, what it has changed last. 0: nothing is known of a change. */
double weights_change(const struct sampling_kind *kind, double size, guint behind,
                      const double *figures);
/* Whether sizes are taken to be the same. */
bool weights_is_same(double size, double other);
/* Whether the kind's first launch stands for itself alone. */
bool weights_first_alone(const struct sampling_kind *kind, int without);

#endif
