/* SPDX-License-Identifier: BSD-3-Clause */
/* Runs programs, some at a time, and tells their outcomes in the order of the list. */
#ifndef SIMGPU_PROGRAMS_SUITE_POOL_H
#define SIMGPU_PROGRAMS_SUITE_POOL_H

#include "workloads/suite/suite_run.h"

/* programs: const struct suite_program *. tell is called once for each, in the caller's thread, as
 * soon as its outcome and those before it are known. */
void suite_pool_run(const struct suite_setup *setup, const GPtrArray *programs, unsigned at_a_time,
                    void (*tell)(const struct suite_program *program,
                                 const struct suite_outcome *outcome, void *data),
                    void *data);

#endif
