/* SPDX-License-Identifier: BSD-3-Clause */
/* How far rows of a comparison with the peer are off: their mean, and the worst of them. */
#ifndef SIMGPU_TESTS_BENCHMARKS_AGREEMENT_H
#define SIMGPU_TESTS_BENCHMARKS_AGREEMENT_H

#include "tests/benchmarks/figures.h"

struct agreement;

struct agreement *agreement_new(void);
void agreement_free(struct agreement *agreement);
/* off: of a row's cycles, %. */
void agreement_add(struct agreement *agreement, const char *name, double off);
/* Prints how many are within 10 % and the worst, and adds PREFIX.mean_absolute_error and
 * PREFIX.largest_error with what we want to reach, %; nothing if there are no rows. */
void agreement_report(struct agreement *agreement, struct figures *figures, const char *title,
                      const char *prefix, double most_mean, double most_off);

#endif
