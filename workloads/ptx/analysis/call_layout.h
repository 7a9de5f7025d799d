/* SPDX-License-Identifier: BSD-3-Clause */
/* Where the .param variables of a function's body lie: what it passes to other functions.
 *
 * Compilers declare new ones for every call, in a scope of its own, so variables share places when
 * that can't be noticed: each is used in one basic block only, and written there first, and the
 * block has done with one before it begins with the other. A frame then is as large as the
 * parameters of its largest call, as with real compilers, and recursion as deep.
 */
#ifndef SIMGPU_WORKLOADS_PTX_ANALYSIS_CALL_LAYOUT_H
#define SIMGPU_WORKLOADS_PTX_ANALYSIS_CALL_LAYOUT_H

#include "workloads/ptx/analysis/cfg.h"

/* Adds variable -> offset + 1 (as GUINT_TO_POINTER) for each; returns the bytes they take. */
uint32_t exec_call_layout(const struct ptx_cfg *cfg, GHashTable *offsets);

#endif
