/* SPDX-License-Identifier: BSD-3-Clause */
/* Which of two targets a kernel is to run on, CPU or GPU, when applications run on the CPU.
 *
 * A slowdown is the time co-located by the time alone: of the kernel on the same target, of an
 * application with nobody beside it. Goals, each for one target, the larger the better:
 *
 *  time              1 / the kernel's time, co-located
 *  throughput        the mean over kernel and applications of their speed, relative to that when
 *                    the kernel runs on the CPU (Figure 6.10's Avg)
 *  weighted_speedup  the sum of weight / slowdown; the kernel's weight is 1
 *  fairness          the smallest slowdown x weight by the largest
 *
 * Times may be what a regression predicts, which may be nonsense. Which of two is less is asked of
 * them as they are (6.5.1: the execution time is minimized). For ratios, those that are not above 0
 * count as 1e-9. ASSUMED
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

/* What is known of a kernel and its neighbours if it runs on one target. Above 0, if measured. */
struct placement {
    double alone, colocated; /* the kernel's seconds */
    double slowdown[PLACEMENT_MAX_APPLICATIONS];
};

/* By name, as above; false if there is none. */
bool goal_of_name(const char *name, enum goal *out);
extern const char goal_names[]; /* for messages */

/* Above 0, for ratios. */
double placement_positive(double predicted);

/* placements: one a target, all above 0. weight: of the applications. */
double placement_value(const struct placement placements[TARGETS], unsigned n_applications,
                       enum goal goal, double weight, enum target target);
/* The better one; the CPU if both are as good. */
enum target placement_choose(const struct placement placements[TARGETS], unsigned n_applications,
                             enum goal goal, double weight);

#endif
