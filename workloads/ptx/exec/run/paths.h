/* SPDX-License-Identifier: BSD-3-Clause */
/* How many instructions each branch of a kernel decides on, both ways: branch_paths of
 * instruction_source_ops, made when it is first asked for.
 *
 * A way begins at the branch's target, or behind it, and ends where the lanes meet again. Counted
 * is what every warp that takes it executes: what an inner branch decides on is that one's. So
 * what a loop's branch decides on is one more round. A call is one instruction. Of brx.idx nothing
 * is known.
 */
#ifndef SIMGPU_WORKLOADS_PTX_EXEC_RUN_PATHS_H
#define SIMGPU_WORKLOADS_PTX_EXEC_RUN_PATHS_H

#include "workloads/ptx/exec/exec.h"

const struct branch_path *exec_branch_paths(const struct kernel_code *code);

#endif
