/* SPDX-License-Identifier: BSD-3-Clause */
/* Loops that do nothing but wait for a clock: instruction_source_ops.clock_polls.
 *
 * Such a loop reads a clock, computes, and branches; what it reads decides when it is left. It
 * touches no memory and meets nobody. A loop that measures how long its own body takes is none: a
 * counter ends it.
 */
#ifndef SIMGPU_WORKLOADS_PTX_EXEC_RUN_POLLS_H
#define SIMGPU_WORKLOADS_PTX_EXEC_RUN_POLLS_H

#include "workloads/ptx/exec/exec.h"

/* Made at the first call; the kernel owns it. NULL: no such loop. */
const uint32_t *exec_clock_polls(const struct kernel_code *code);

#endif
