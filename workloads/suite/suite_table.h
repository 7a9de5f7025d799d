/* SPDX-License-Identifier: BSD-3-Clause */
/* The table that simgpu-suite prints, a row a program. */
#ifndef SIMGPU_PROGRAMS_SUITE_TABLE_H
#define SIMGPU_PROGRAMS_SUITE_TABLE_H

#include "workloads/suite/suite_run.h"

/* To standard output. */
void suite_table_head(bool functional);
void suite_table_row(const struct suite_program *program, const struct suite_outcome *outcome,
                     bool functional);
void suite_table_end(unsigned passed, unsigned failed);

#endif
