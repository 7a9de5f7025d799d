/* SPDX-License-Identifier: BSD-3-Clause */
/* Labels of a function whose instructions have moved. */
#ifndef SIMGPU_WORKLOADS_PTX_ANALYSIS_LABELS_H
#define SIMGPU_WORKLOADS_PTX_ANALYSIS_LABELS_H

#include "workloads/ptx/syntax/ptx.h"

/* A copy of n operands whose labels stand for the new places; place: by old pc. `owned` frees the
 * copy with g_free. NULL if n is 0. */
struct ptx_operand *ptx_labels_moved(GPtrArray *owned, const struct ptx_operand *operands,
                                     unsigned n, const uint32_t *place);

#endif
