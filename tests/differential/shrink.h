/* SPDX-License-Identifier: BSD-3-Clause */
/* Makes a program on which the two executions differ small. */
#ifndef SIMGPU_TESTS_DIFFERENTIAL_SHRINK_H
#define SIMGPU_TESTS_DIFFERENTIAL_SHRINK_H

#include "tests/differential/compare.h"

/* Drops chunks as long as the executions differ: halves, then quarters, and so on down to single
 * ones, and again until no single one can go. At most max_runs comparisons. The text of what is
 * left; g_free. */
char *shrink_program(struct comparator *comparator, const struct program *program,
                     unsigned max_runs);

#endif
