/* SPDX-License-Identifier: BSD-3-Clause */
/* Fits a regression model to a table of launches, and chooses the kernels for the fit.
 *
 * A kernel may have several rows (other sizes of its input). A whole kernel is in the training set
 * or in the test set; its rows are never in both.
 *
 * A pass shuffles the kernels and keeps the first `keep` of them. It cuts them into `folds` parts.
 * A model that was fitted to the other parts predicts each part. The coefficient of determination
 * (R squared) of all these predictions together is the pass's score. The final model is fitted to
 * the kernels of the best pass. The kernels that this pass left out are the test set: they had no
 * part in the choice of coefficients. If `keep` is the number of kernels, passes only score.
 *
 * Another score is R squared of the kept kernels, by a model that is fitted to all of them. It
 * chooses kernels that fit.
 *
 * Source: S.-Y. Lee, dissertation (Arizona State University, 2017), 6.4.4: K-fold
 *   cross-validation with 32 passes, which narrows the training set from 63 kernels to 45 so that
 *   R squared is largest. Differs: it does not say which R squared. The two scores are two
 * readings.
 */
#ifndef SIMGPU_OFFLOAD_TRAINING_H
#define SIMGPU_OFFLOAD_TRAINING_H

#include "offload/linear_model.h"
#include <stdint.h>

enum training_score { SCORE_FOLDS, SCORE_FIT }; /* predictions by other parts; the fit itself */

struct training_options {
    const char *target, *by;     /* columns: the value to predict, and the kernel's name */
    const char *const *features; /* columns */
    unsigned folds, passes;      /* at least 2, at least 1 */
    unsigned keep;               /* number of kernels; 0: all */
    enum training_score score;
    unsigned pass; /* pass whose kernels to take, from 1 on; 0: the best */
    uint64_t seed;
    bool drop_collinear; /* collinear terms get 0; else they are an error */
    /* Fits relative errors: each row is divided by its target, which must be above 0. The model's
     * form is the same. The publication does not say that it does so. */
    bool relative;
};

/* Scores are R squared; -inf: no such number. */
struct training {
    struct linear_model *model;
    GPtrArray *dropped; /* char *: terms that got 0, each with the sum that it equals */
    GArray *scores;     /* double, one for each pass */
    unsigned best;      /* the pass whose kernels were taken */
    unsigned n_kernels;
    /* For the test set: R squared, its rows, and the rows with predictions within 20 % of the
     * value.
     */
    double test_r_squared;
    unsigned n_test_rows, n_test_close;
    unsigned n_fitted_close; /* such rows among those that the model was fitted to */
};

/* False with an error that names the problem in the table. Call training_finish in any case. */
bool training_init(struct training *training, const struct feature_table *table,
                   const struct training_options *options, GError **error);
void training_finish(struct training *training);

#endif
