/* SPDX-License-Identifier: BSD-3-Clause */
/* A table of launches as numbers, for the fit of a regression model. Each row has features, the
 * target value, and the kernel. A fit uses the rows of some kernels.
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

/* Does not set lapack. False with an error that names the row. Call samples_finish in any case. */
bool samples_init(struct samples *samples, const struct feature_table *table,
                  const struct training_options *options, struct linear_model *model,
                  GError **error);
void samples_finish(struct samples *samples);

/* Indices of the rows whose kernels are in the set (unsigned). set: by kernel. */
GArray *samples_rows(const struct samples *samples, const bool *set);
const double *samples_values(const struct samples *samples, unsigned row);
/* Fits the model's coefficients to these rows. Finish *fit afterwards. */
void samples_fit(const struct samples *samples, const GArray *rows, struct least_squares *fit);
/* The model's predictions for these rows; g_free. */
double *samples_predict(const struct samples *samples, const GArray *rows);
/* R squared of predictions for these rows; -inf: the rows' values are all the same. */
double samples_r_squared(const struct samples *samples, const GArray *rows,
                         const double *predicted);

#endif
