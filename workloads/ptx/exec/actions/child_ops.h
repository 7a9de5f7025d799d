/* SPDX-License-Identifier: BSD-3-Clause */
/* Launches from kernels: functions of CUDA's device runtime, which compilers call for <<<>>>.
 *
 * nvcc's code asks for a buffer, writes the parameters into it, and launches. clang's code says the
 * configuration, and then calls the kernel as if it were a function. Either way what is to be
 * launched stands in an area of the thread's own local memory meanwhile. A thread has one such
 * area. What another thread, or a second buffer, would do with the first is left undefined.
 *
 * The order is that of a release: a launch waits until the block's stores are done.
 *
 * Source: CUDA C++ Programming Guide, "Device-side Launch from PTX"; PTX ISA, "call".
 */
#ifndef SIMGPU_WORKLOADS_PTX_EXEC_ACTIONS_CHILD_OPS_H
#define SIMGPU_WORKLOADS_PTX_EXEC_ACTIONS_CHILD_OPS_H

#include "workloads/ptx/exec/exec.h"
#include <glib.h>

struct ptx_module;

/* The action of a function of the device runtime by its name, as of builtin_of; NULL: it is none.
 */
exec_action *child_action_of(const char *name);
/* `call` of a kernel by name. op.immediate is its address, the exec_call's entry the kernel. */
bool child_call(const struct exec_op *op, struct warp_context *w, lane_mask lanes,
                struct issued *out);
/* The action launches. */
bool child_launches(exec_action *action);

/* Bytes of a thread's area in a module; 16-byte aligned. */
uint32_t child_area_bytes(const struct ptx_module *module);
/* Sets the areas of a new warp to zero, if its kernel has any. */
void child_areas_clear(struct warp_context *w);

/* instruction_source_ops.kernel_at. */
const struct kernel_code *child_kernel_at(const struct kernel_code *code, uint64_t address,
                                          GError **error);

#endif
