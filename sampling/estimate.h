/* SPDX-License-Identifier: BSD-3-Clause */
/* Totals of all launches from the figures of the timed ones, with an interval. */
#ifndef SIMGPU_SAMPLING_ESTIMATE_H
#define SIMGPU_SAMPLING_ESTIMATE_H

#include "sampling/sampling.h"

/* A figure of the timed launches, by their numbers: cycles, a counter. */
struct sampling_figures {
    const double *values;
    const double *half_widths; /* of each one's own interval, where part of it was computed; NULL:
                                  all have been timed whole */
    double floor; /* of what is computed, relative: predictions may be off by so much beyond the
                     spread that timed launches show */
    const double *parts; /* how much of each of the model's figures is in it; NULL: no model */
};

struct sampling_estimate {
    double value;      /* of all launches, timed and computed */
    double half_width; /* the true value lies within, in 95 of 100 cases */
    double computed;   /* the part of the value that was not timed */
};

/* name: of a kernel; NULL: of all. */
struct sampling_estimate sampling_estimate(const struct sampling *sampling, const char *name,
                                           const struct sampling_figures *figures);
/* How often each timed launch counts, itself included: an integral figure's total is the sum over
 * timed launches with these weights, but for what a model says. By their numbers; n of them. */
void sampling_weights(const struct sampling *sampling, const char *name, double *weights, guint n);

#endif
