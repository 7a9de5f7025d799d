/* SPDX-License-Identifier: BSD-3-Clause */
/* Chooses a kernel's target, CPU or GPU, when applications run on the CPU.
 *
 * A slowdown is the co-located time by the time alone. Alone, the kernel is on the same target, and
 * an application has no neighbours. A goal is a value for one target; larger is better:
 *
 *  time              1 / the kernel's time, co-located
 *  throughput        the mean over kernel and applications of their speed, relative to that when
 *                    the kernel runs on the CPU (Figure 6.10's Avg)
 *  weighted_speedup  the sum of weight / slowdown; the kernel's weight is 1
 *  fairness          the smallest slowdown x weight by the largest
 *
 * Times may come from a regression, which may predict nonsense. To find the lesser of two times,
 * they are compared as they are (6.5.1: the execution time is minimized). In ratios, a time that is
 * not above 0 counts as 1e-9. ASSUMED
 *
 * Source: S.-Y. Lee, dissertation (Arizona State University, 2017), Equations 6.1, 6.3, 6.4 and
 *   6.6; A. Snavely, D. M. Tullsen, ASPLOS 2000, for weighted speed-up, which it doesn't define.
 * Units: seconds.
 */
#ifndef SIMGPU_OFFLOAD_PLACEMENT_H
#define SIMGPU_OFFLOAD_PLACEMENT_H

#include <stdbool.h>

enum target { TARGET_CPU, TARGET_GPU, TARGETS };
enum goal { GOAL_TIME, GOAL_THROUGHPUT, GOAL_WEIGHTED_SPEEDUP, GOAL_FAIRNESS, GOALS };

enum { PLACEMENT_MAX_APPLICATIONS = 3 };

/* Values of a kernel and its neighbours if it runs on one target. Measured ones are above 0. */
struct placement {
    double alone, colocated; /* the kernel's seconds */
    double slowdown[PLACEMENT_MAX_APPLICATIONS];
};

/* Finds a goal by its name, as above; false: there is none. */
bool goal_of_name(const char *name, enum goal *out);
extern const char goal_names[]; /* for messages */

/* The value for ratios: above 0. */
double placement_positive(double predicted);

/* placements: one for each target, all values above 0. weight: that of the applications. */
double placement_value(const struct placement placements[TARGETS], unsigned n_applications,
                       enum goal goal, double weight, enum target target);
/* The better target; the CPU if both are equally good. */
enum target placement_choose(const struct placement placements[TARGETS], unsigned n_applications,
                             enum goal goal, double weight);

#endif
