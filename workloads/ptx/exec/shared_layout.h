/* SPDX-License-Identifier: BSD-3-Clause */
/* Where a kernel's .shared variables lie in its blocks' shared memory.
 *
 * Only variables that its instructions name take space (a module may declare those of many
 * kernels), in order of declaration. Variables without a size, the dynamic ones, all start where
 * the static ones end.
 */
#ifndef SIMGPU_WORKLOADS_PTX_EXEC_SHARED_LAYOUT_H
#define SIMGPU_WORKLOADS_PTX_EXEC_SHARED_LAYOUT_H

#include "workloads/ptx/ptx.h"

/* Adds variable -> offset + 1 (as GUINT_TO_POINTER) for each; returns the static bytes. */
uint32_t exec_shared_layout(const struct ptx_function *function, GHashTable *offsets);

#endif
