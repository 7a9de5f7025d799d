/* SPDX-License-Identifier: BSD-3-Clause */
#include "offload/placement.h"
#include <math.h>
#include <stddef.h>
#include <string.h>

const char goal_names[] = "time, throughput, weighted_speedup or fairness";

bool goal_of_name(const char *name, enum goal *out)
{
    static const char *const names[GOALS] = {
        [GOAL_TIME] = "time",
        [GOAL_THROUGHPUT] = "throughput",
        [GOAL_WEIGHTED_SPEEDUP] = "weighted_speedup",
        [GOAL_FAIRNESS] = "fairness",
    };
    for (size_t i = 0; i < GOALS; i++)
        if (strcmp(names[i], name) == 0) {
            *out = (enum goal)i;
            return true;
        }
    return false;
}

static double throughput(const struct placement *base, const struct placement *with, unsigned n)
{
    double sum = base->colocated / with->colocated;
    for (unsigned i = 0; i < n; i++)
        sum += base->slowdown[i] / with->slowdown[i];
    return sum / (n + 1);
}

static double weighted_speedup(const struct placement *with, unsigned n, double weight)
{
    double sum = with->alone / with->colocated;
    for (unsigned i = 0; i < n; i++)
        sum += weight / with->slowdown[i];
    return sum;
}

static double fairness(const struct placement *with, unsigned n, double weight)
{
    double least = with->colocated / with->alone, most = least;
    for (unsigned i = 0; i < n; i++) {
        least = fmin(least, with->slowdown[i] * weight);
        most = fmax(most, with->slowdown[i] * weight);
    }
    return least / most;
}

double placement_value(const struct placement placements[TARGETS], unsigned n_applications,
                       enum goal goal, double weight, enum target target)
{
    const struct placement *with = &placements[target];
    switch (goal) {
    case GOAL_THROUGHPUT:
        return throughput(&placements[TARGET_CPU], with, n_applications);
    case GOAL_WEIGHTED_SPEEDUP:
        return weighted_speedup(with, n_applications, weight);
    case GOAL_FAIRNESS:
        return fairness(with, n_applications, weight);
    case GOAL_TIME:
    case GOALS:
        break;
    }
    return 1 / with->colocated;
}

double placement_positive(double predicted)
{
    static const double LEAST = 1e-9;
    return fmax(predicted, LEAST);
}

static struct placement positive(const struct placement *from)
{
    struct placement made = {.alone = placement_positive(from->alone),
                             .colocated = placement_positive(from->colocated)};
    for (unsigned i = 0; i < PLACEMENT_MAX_APPLICATIONS; i++)
        made.slowdown[i] = placement_positive(from->slowdown[i]);
    return made;
}

enum target placement_choose(const struct placement placements[TARGETS], unsigned n_applications,
                             enum goal goal, double weight)
{
    const struct placement *cpu = &placements[TARGET_CPU], *gpu = &placements[TARGET_GPU];
    if (goal == GOAL_TIME)
        return gpu->colocated < cpu->colocated ? TARGET_GPU : TARGET_CPU;
    const struct placement made[TARGETS] = {
        [TARGET_CPU] = positive(cpu), [TARGET_GPU] = positive(gpu)};
    return placement_value(made, n_applications, goal, weight, TARGET_GPU) >
                   placement_value(made, n_applications, goal, weight, TARGET_CPU)
               ? TARGET_GPU
               : TARGET_CPU;
}
