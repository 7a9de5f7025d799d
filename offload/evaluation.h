/* SPDX-License-Identifier: BSD-3-Clause */
/* How good choices of a target are that predictions lead to: policies side by side.
 *
 * A table has a row a workload, a kernel with the same number of applications (none to three) each:
 *
 *   cpu_alone, gpu_alone    the kernel's seconds on each target
 *   cpu_colocated, gpu_colocated
 *                           beside the applications; not there without any
 *   cpu_slowdown, gpu_slowdown, cpu_slowdown2, gpu_slowdown2, ...
 *                           the first, second, ... application's when the kernel is on that target
 *
 * and the same once more as they are predicted: predicted_cpu_alone, ... Choices by prediction
 * (HeteroPDP), by measurement (the oracle), and of always the same target are compared by what was
 * measured.
 * Source: S.-Y. Lee, dissertation (Arizona State University, 2017), 6.5, Figures 6.7 to 6.14.
 */
#ifndef SIMGPU_OFFLOAD_EVALUATION_H
#define SIMGPU_OFFLOAD_EVALUATION_H

#include "offload/feature_table.h"
#include "offload/placement.h"

enum chooser { ALWAYS_CPU, ALWAYS_GPU, BY_PREDICTION, BY_MEASUREMENT, CHOOSERS };
extern const char *const chooser_names[CHOOSERS];

struct evaluated {
    enum target predicted, best;
    double value[TARGETS]; /* of the goal, as measured */
};

struct evaluation {
    unsigned n_applications;
    GArray *rows;                      /* struct evaluated, one a row of the table */
    unsigned chosen[TARGETS][TARGETS]; /* predicted, best: how many rows */
    /* Over rows: the arithmetic and the geometric mean of the kernel's speed relative to that on
     * the CPU, the arithmetic mean of applications' speeds relative to when the kernel is on the
     * CPU (of rows with some), and of the goal. */
    double speedup[CHOOSERS], geometric[CHOOSERS], applications[CHOOSERS], value[CHOOSERS];
};

/* False with an error that names what is wrong in the table. To be finished in any case. */
bool evaluation_init(struct evaluation *evaluation, const struct feature_table *table,
                     enum goal goal, double weight, GError **error);
void evaluation_finish(struct evaluation *evaluation);

#endif
