/* SPDX-License-Identifier: BSD-3-Clause */
/* A table of launches as numbers that a regression model is fitted to: of each row features, what
 * is predicted, and the kernel; and fits to the rows of some kernels.
 */
#ifndef SIMGPU_OFFLOAD_SAMPLES_H
#define SIMGPU_OFFLOAD_SAMPLES_H

#include "offload/least_squares.h"
#include "offload/training.h"

struct samples {
    const struct feature_table *table;
    const struct training_options *options;
    struct linear_model *model;
    unsigned n_rows, n_kernels;
    double *values;     /* features, row by row */
    double *target;     /* by row */
    unsigned *kernel;   /* by row */
    GPtrArray *kernels; /* names, borrowed, in the order of their first rows */
    const struct lapack *lapack;
};

/* lapack is not set. False with an error that names the row. To be finished in any case. */
bool samples_init(struct samples *samples, const struct feature_table *table,
                  const struct training_options *options, struct linear_model *model,
                  GError **error);
void samples_finish(struct samples *samples);

/* Rows of kernels that are in the set, by index: unsigned. */
GArray *samples_rows(const struct samples *samples, const bool *set);
const double *samples_values(const struct samples *samples, unsigned row);
/* The model's coefficients become those of these rows; *fit is to be finished. */
void samples_fit(const struct samples *samples, const GArray *rows, struct least_squares *fit);
/* What the model as it is says of these rows; g_free. */
double *samples_predict(const struct samples *samples, const GArray *rows);
/* Of predictions for these rows; -inf: they are all the same. */
double samples_r_squared(const struct samples *samples, const GArray *rows,
                         const double *predicted);

#endif
