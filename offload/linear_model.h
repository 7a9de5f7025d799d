/* SPDX-License-Identifier: BSD-3-Clause */
/* A regression model of execution time: a sum of terms. Each term is a coefficient times one
 * feature, or times the product of two.
 *
 * Source: S.-Y. Lee, "Intelligent Scheduling and Memory Management Techniques for Modern GPU
 *   Architectures" (dissertation, Arizona State University, 2017), Equations 6.5, A.1, A.2. Its
 * models (HeteroPDP) have the form of Tables A.1 to A.4: every feature alone, every pair of two
 * different ones, no squares and no constant. linear_model_new makes this form. Units: those of
 * features and target. The model names them and does not convert them.
 */
#ifndef SIMGPU_OFFLOAD_LINEAR_MODEL_H
#define SIMGPU_OFFLOAD_LINEAR_MODEL_H

#include "offload/feature_table.h"

enum { LINEAR_MODEL_MAX_FEATURES = 32 };

struct linear_term {
    int factor[2]; /* features; -1: 1 */
    double coefficient;
};

/* The data that a model was fitted to, and the quality of the fit. */
struct linear_model_origin {
    char *source;            /* a file, or a publication; NULL: not known */
    GPtrArray *train, *test; /* char *: kernels; none is in both */
    unsigned n_rows;         /* rows of `train`; 0: it was not fitted here */
    double r_squared;        /* over these rows */
};

struct linear_model {
    char *target;
    GPtrArray *features; /* char * */
    GArray *terms;       /* struct linear_term */
    struct linear_model_origin origin;
};

/* A model with all features and all pairs of different ones, with coefficients of 0. Copies
 * features. */
struct linear_model *linear_model_new(const char *target, const char *const *features);
/* A model without features and terms. */
struct linear_model *linear_model_new_empty(const char *target);
void linear_model_free(struct linear_model *model);

/* "threads", or "threads x buffer_bytes"; g_free. */
char *linear_term_name(const struct linear_model *model, const struct linear_term *term);
/* The product of a term's two factors. values: one for each feature. */
double linear_term_value(const struct linear_term *term, const double *values);
double linear_model_evaluate(const struct linear_model *model, const double *values);

/* The features of every row of a table, row by row; g_free. NULL with an error. */
double *linear_model_read_features(const struct linear_model *model,
                                   const struct feature_table *table, GError **error);

#endif
