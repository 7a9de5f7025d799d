/* SPDX-License-Identifier: BSD-3-Clause */
/* Fits a regression model to a table of launches, and chooses which kernels to fit it to.
 *
 * Rows are of kernels, each of which may have several (other sizes of its input). Whole kernels are
 * trained with or tested with, never rows of one in both.
 *
 * A pass shuffles the kernels and takes the first `keep` of them. They are cut into `folds` parts;
 * each part is predicted by a model that was fitted to the others, and all these predictions
 * together have a coefficient of determination (R squared), the pass's score. The model is fitted
 * to the kernels of the best pass; those it left out are the test set, which had no part in the
 * choice of coefficients. With as many to keep as there are kernels the passes only score. Or the
 * score is R squared of the kernels that are kept, by the model that is fitted to them all: then
 * those that fit are chosen.
 *
 * Source: S.-Y. Lee, dissertation (Arizona State University, 2017), 6.4.4: K-fold
 *   cross-validation with 32 passes, which narrows the training set from 63 kernels to 45 so that
 *   R squared is largest. Differs: whose R squared is not said there; the above are two readings.
 */
#ifndef SIMGPU_OFFLOAD_TRAINING_H
#define SIMGPU_OFFLOAD_TRAINING_H

#include "offload/linear_model.h"
#include <stdint.h>

enum training_score { SCORE_FOLDS, SCORE_FIT }; /* of predictions by others; of what is fitted */

struct training_options {
    const char *target, *by;     /* columns: what is predicted, and the kernel's name */
    const char *const *features; /* columns */
    unsigned folds, passes;      /* at least 2, at least 1 */
    unsigned keep;               /* kernels; 0: all */
    enum training_score score;
    unsigned pass; /* the one to take the kernels of, from 1; 0: the best */
    uint64_t seed;
    bool drop_collinear; /* such terms get 0; else they are refused */
    /* Fits to relative errors: each row counts divided by its target, which has to be above 0. The
     * model's form is the same; the publication doesn't say that it does. */
    bool relative;
};

/* Scores are R squared; -inf: no such number. */
struct training {
    struct linear_model *model;
    GPtrArray *dropped; /* char *: terms that got 0, and what each is the sum of */
    GArray *scores;     /* double, one a pass */
    unsigned best;      /* pass whose kernels were taken */
    unsigned n_kernels;
    /* Of the test set's rows: R squared, and how many predictions are within 20 % of the value. */
    double test_r_squared;
    unsigned n_test_rows, n_test_close;
    unsigned n_fitted_close; /* of the rows that the model was fitted to */
};

/* False with an error that names what is wrong in the table. To be finished in any case. */
bool training_init(struct training *training, const struct feature_table *table,
                   const struct training_options *options, GError **error);
void training_finish(struct training *training);

#endif
