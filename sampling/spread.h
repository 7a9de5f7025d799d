/* SPDX-License-Identifier: BSD-3-Clause */
/* How far predictions of timed launches are off: each is predicted from the others of its kind. */
#ifndef SIMGPU_SAMPLING_SPREAD_H
#define SIMGPU_SAMPLING_SPREAD_H

#include "sampling/sampling.h"

struct spread {
    double squares;   /* sum of the squares of relative errors */
    unsigned n;       /* how many */
    unsigned degrees; /* of freedom */
};

/* A figure of timed launches. */
struct spread_of {
    const double *figures; /* by number of the timed launches */
    const double *parts;   /* how much of each of the model's figures is in it; NULL: no model */
};
/* Adds what the kind shows. alike: only launches of which others have the same size. */
void spread_add(struct spread *spread, const struct sampling_kind *kind, const struct spread_of *of,
                bool alike);
/* What launches of a kind may be off, of which one alone was timed. ASSUMED. */
#define SPREAD_UNKNOWN 0.1

/* What a launch's error is relative to: its predicted figure. If a model says what a launch moves,
 * launches of a kind may move anything down to nothing, and an error is no smaller for that: then
 * it is at least what launches of the kind have for that size. */
double spread_scale(const struct sampling_kind *kind, const struct spread_of *of, double size,
                    double predicted);

/* Of one launch, relative; 0 if nothing is known. */
double spread_deviation(const struct spread *spread);
/* The spread for a kind: its own if it has enough, else that of all kinds. */
struct spread spread_for(const struct spread *own, const struct spread *all);

#endif
