/* SPDX-License-Identifier: BSD-3-Clause */
/* HeteroPDP's figures of a study's runs: a table with the published values beside ours, and the
 * points of the figures that are curves, as CSV.
 *
 * Source of the published values: S.-Y. Lee, dissertation (Arizona State University, 2017), 6.3 and
 *   6.5; those that stand in its text.
 */
#ifndef SIMGPU_CLI_EVALUATE_FIGURES_H
#define SIMGPU_CLI_EVALUATE_FIGURES_H

#include "cli/evaluate/models.h"

/* Markdown: a row a value. NULL with an error. g_free. */
char *evaluate_figures_text(const struct evaluated_tables tables[EVALUATED_WAYS], GError **error);

/* Figure 6.3: each program alone and beside `beside`. g_free; NULL with an error. */
char *evaluate_targets_csv(const char *colocated, const char *beside, GError **error);
/* Figures 6.4 and 6.5: the fairness on the CPU by that on the GPU, in order, by weight. */
char *evaluate_ratios_csv(const char *colocated, GError **error);
/* Figure 6.8: the errors of the four models' predictions, in order. */
char *evaluate_errors_csv(const struct evaluated_tables *tables, GError **error);

#endif
