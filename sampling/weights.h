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
/* Weights for a figure that a model knows. If it says something of the launch and of timed ones,
 * only these have weights, and *more is what it says beyond their sum; else *more is 0. parts: how
 * much of each of the model's figures is in it; NULL, or all 0: it knows nothing of it. */
enum weights_way weights_modelled(const struct sampling_kind *kind, double size, int without,
                                  const double *parts, const struct launch_model *model,
                                  double *weights, double *more);
/* Whether the kind's first launch stands for itself alone. */
bool weights_first_alone(const struct sampling_kind *kind, int without);

#endif
