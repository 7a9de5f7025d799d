/* SPDX-License-Identifier: BSD-3-Clause */
/* HeteroPDP's figures of a study's runs: a table with the published values beside ours, and the
 * points of the figures that are curves, as CSV.
 *
 * Source of the published values: S.-Y. Lee, dissertation (Arizona State University, 2017), 6.3 and
 *   6.5; those that stand in its text.
 */
#ifndef SIMGPU_CLI_OFFLOAD_EVALUATE_FIGURES_H
#define SIMGPU_CLI_OFFLOAD_EVALUATE_FIGURES_H

#include "cli/offload/evaluate/models.h"
#include "offload/evaluation.h"

/* Markdown: a row a value. NULL with an error. g_free. */
char *evaluate_figures_text(const struct evaluated_tables tables[EVALUATED_WAYS], GError **error);

/* Figure 6.3: each program alone and beside `beside`. g_free; NULL with an error. */
char *evaluate_targets_csv(const char *colocated, const char *beside, GError **error);
/* Figures 6.4 and 6.5: the fairness on the CPU by that on the GPU, in order, by weight. */
char *evaluate_ratios_csv(const char *colocated, GError **error);

/* A table of workloads, evaluated. False with an error; to be finished if not. */
bool evaluate_table(struct evaluation *evaluation, const char *text, enum goal goal, double weight,
                    GError **error);
/* In percent, of means of speeds; NAN: there is no gap. */
double evaluate_part_closed(double always_gpu, double heteropdp, double best);

#endif
