/* SPDX-License-Identifier: BSD-3-Clause */
/* Loops in which lanes may wait for what others write to memory: instruction_source_ops.wait_loops,
 * and where a warp stands in one: instruction_source_ops.standstill.
 *
 * Such a loop looks at memory in a way that compilers keep in a loop: by a volatile or another
 * strong load, one that passes L1 by, an atomic that has a result, or any load beside a fence or
 * a nanosleep. It may call a function that does so. A kernel that looks so at nothing but the
 * block's shared memory has none: nobody else writes there.
 */
#ifndef SIMGPU_WORKLOADS_PTX_EXEC_RUN_WAITS_H
#define SIMGPU_WORKLOADS_PTX_EXEC_RUN_WAITS_H

#include "base/content_digest.h"
#include "workloads/ptx/exec/exec.h"

/* Made at the first call; the kernel owns it. NULL: no such loop. */
const uint8_t *exec_wait_loops(const struct kernel_code *code);
/* Of all registers, local memory and the SIMT stack. Rounds of loops are counted from 0 again. */
struct content_digest exec_standstill(struct warp_context *w);

#endif
