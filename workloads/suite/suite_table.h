/* SPDX-License-Identifier: BSD-3-Clause */
/* The table that simgpu-suite prints of a study's results: a row a program. */
#ifndef SIMGPU_PROGRAMS_SUITE_TABLE_H
#define SIMGPU_PROGRAMS_SUITE_TABLE_H

#include "workloads/suite/suite_study.h"

/* Prints the table to standard output, and why programs failed, with the command that repeats each,
 * to standard error. *failed: how many. False with an error if the results cannot be read. */
bool suite_table_print(const struct suite_setup *setup, const GPtrArray *programs,
                       const char *results, unsigned *failed, GError **error);

#endif
