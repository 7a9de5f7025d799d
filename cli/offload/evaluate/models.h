/* SPDX-License-Identifier: BSD-3-Clause */
/* HeteroPDP's four models, trained with the kernels of a study's runs, and the tables of workloads
 * with what they predict, as simgpu place reads them.
 *
 * A row that is trained with is a kernel of a program in a run: alone, or beside one application.
 * A row of a table is a program's main kernel. All four models are trained with the same kernels.
 *
 * Two ways: with EVALUATED_SEEN one set of models is trained with all programs, so that most
 * kernels that are predicted were trained with; with EVALUATED_HELD_OUT each program is predicted
 * by models that were trained with the others. Source: S.-Y. Lee, dissertation (Arizona State
 * University, 2017), 6.4. Differs: it doesn't say which of the two ways its figures are of.
 */
#ifndef SIMGPU_CLI_OFFLOAD_EVALUATE_MODELS_H
#define SIMGPU_CLI_OFFLOAD_EVALUATE_MODELS_H

#include "cli/offload/evaluate/runs.h"
#include "offload/feature_table.h"
#include "offload/training.h"
#include "policies/offload/pressure.h"

enum evaluated_way { EVALUATED_SEEN, EVALUATED_HELD_OUT, EVALUATED_WAYS };
enum { EVALUATED_MODELS = 2 * TARGETS }; /* target, + TARGETS beside applications */
extern const char *const evaluated_model_names[EVALUATED_MODELS];

struct evaluation_setup {
    const struct evaluated_runs *runs;
    char **train_only; /* programs that no table has; may be NULL */
    const struct pressure_table *pressure;
    /* Of training: target, by and features are set for each model; keep is of all kernels, of fewer
     * the same part. */
    struct training_options training;
};

/* Tables, as CSV; g_free each. NULL: there are no such runs. */
struct evaluated_tables {
    char *alone, *colocated, *two;  /* beside none, one and two applications */
    char *models[EVALUATED_MODELS]; /* files of models; of EVALUATED_HELD_OUT NULL */
    GArray *drawn; /* gboolean, a row of `alone`: the models were trained with its kernel */
};

bool evaluated_tables_make(struct evaluated_tables *tables, const struct evaluation_setup *setup,
                           enum evaluated_way way, GError **error);
void evaluated_tables_finish(struct evaluated_tables *tables);

#endif
