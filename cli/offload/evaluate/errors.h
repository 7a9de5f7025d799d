/* SPDX-License-Identifier: BSD-3-Clause */
/* How far HeteroPDP's predictions are from what was measured: relative errors, without their sign.
 *
 * Source: S.-Y. Lee, dissertation (Arizona State University, 2017), 6.5.1 and Figure 6.8.
 */
#ifndef SIMGPU_CLI_OFFLOAD_EVALUATE_ERRORS_H
#define SIMGPU_CLI_OFFLOAD_EVALUATE_ERRORS_H

#include "cli/offload/evaluate/models.h"
#include "offload/evaluation.h"

/* Figure 6.8: the errors of the four models' predictions, in order. g_free; NULL with an error. */
char *evaluate_errors_csv(const struct evaluated_tables *tables, GError **error);
/* How many of a model's predictions are wrong by margin at most, in percent; left as it is without
 * such a table. False with an error. */
bool evaluate_within(double *percent, const struct evaluated_tables *tables, unsigned model,
                     double margin, GError **error);

/* Doubles, the least first. */
void evaluate_sort(GArray *numbers);

#endif
