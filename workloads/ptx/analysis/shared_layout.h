/* SPDX-License-Identifier: BSD-3-Clause */
/* Where a kernel's .shared variables lie in its blocks' shared memory.
 *
 * Only variables that its instructions name, or those of the functions it may call, take space (a
 * module may declare those of many kernels), in order of declaration. Variables without a size, the
 * dynamic ones, all start where the static ones end.
 */
#ifndef SIMGPU_WORKLOADS_PTX_ANALYSIS_SHARED_LAYOUT_H
#define SIMGPU_WORKLOADS_PTX_ANALYSIS_SHARED_LAYOUT_H

#include "workloads/ptx/syntax/ptx.h"

/* Adds variable -> offset + 1 (as GUINT_TO_POINTER) for each; returns the static bytes. functions
 * (const struct ptx_function *) are the kernel and what it may call, of one module. */
uint32_t exec_shared_layout(const GPtrArray *functions, GHashTable *offsets);

#endif
