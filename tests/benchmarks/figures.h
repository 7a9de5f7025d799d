/* SPDX-License-Identifier: BSD-3-Clause */
/* What a benchmark measured: printed for people, and kept in a history file for comparisons.
 *
 * Every figure becomes a line of the CSV file that SIMGPU_BENCHMARK_HISTORY names (meson: one in
 * the build folder; none if it is not set): date, git revision, machine, name, value, unit. The
 * revision is that of SIMGPU_SOURCE, "unknown" without git.
 *
 * A missed target is a figure like any other and no failure: other machines are slower.
 */
#ifndef SIMGPU_TESTS_BENCHMARKS_FIGURES_H
#define SIMGPU_TESTS_BENCHMARKS_FIGURES_H

#include <stdbool.h>
#include <stddef.h>

/* What the project wants to reach on a server core of about 3 GHz. */
struct target {
    double at_most, at_least; /* 0: none */
};

struct figures;

/* False from figures_free if the history could not be written, with a message on stderr. */
struct figures *figures_new(const char *title);
bool figures_free(struct figures *figures);

/* Prints a line, and keeps it for the history. name: "alu_loop.ns_per_warp_instruction". */
void figures_add(struct figures *figures, const char *name, double value, const char *unit,
                 struct target target);
/* As figures_add, but prints nothing: for what a table of its own shows. */
void figures_keep(struct figures *figures, const char *name, double value, const char *unit);

/* Seconds since some fixed point. */
double wall_seconds(void);
/* The middle one; the mean of the two in the middle if n is even. Sorts the values. */
double median(double *values, size_t n);

#endif
