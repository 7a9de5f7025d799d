/* SPDX-License-Identifier: BSD-3-Clause */
/* Compares ways to choose a kernel's target: how good are choices by prediction?
 *
 * A table has a row for each workload: a kernel and some applications (none to three, in all rows
 * the same number). Its columns are:
 *
 *   cpu_alone, gpu_alone    the kernel's seconds on each target
 *   cpu_colocated, gpu_colocated
 *                           its seconds beside the applications; only if there are some
 *   cpu_slowdown, gpu_slowdown, cpu_slowdown2, gpu_slowdown2, ...
 *                           slowdowns of the first, second, ... application, for each target
 *
 * Predictions have the same columns again: predicted_cpu_alone, ... The choices are by prediction
 * (HeteroPDP), by measurement (the oracle), and always the same target. The measured values say how
 * good they are.
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
    double value[TARGETS]; /* the goal's, by measurement */
};

struct evaluation {
    unsigned n_applications;
    GArray *rows;                      /* struct evaluated, one for each row of the table */
    unsigned chosen[TARGETS][TARGETS]; /* number of rows, by predicted and best target */
    /* Means over rows. speedup, geometric: arithmetic and geometric mean of the kernel's speed,
     * relative to its speed on the CPU. applications: arithmetic mean of the applications' speeds,
     * relative to those with the kernel on the CPU, over rows with applications. value: arithmetic
     * mean of the goal. */
    double speedup[CHOOSERS], geometric[CHOOSERS], applications[CHOOSERS], value[CHOOSERS];
};

/* False with an error that names the problem in the table. Call evaluation_finish in any case. */
bool evaluation_init(struct evaluation *evaluation, const struct feature_table *table,
                     enum goal goal, double weight, GError **error);
void evaluation_finish(struct evaluation *evaluation);

#endif
