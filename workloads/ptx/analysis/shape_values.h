/* SPDX-License-Identifier: BSD-3-Clause */
/* The arithmetic of shapes (shapes.h): what an instruction makes of those that it reads. */
#ifndef SIMGPU_WORKLOADS_PTX_ANALYSIS_SHAPE_VALUES_H
#define SIMGPU_WORKLOADS_PTX_ANALYSIS_SHAPE_VALUES_H

#include "workloads/ptx/analysis/shapes.h"

/* One that covers both; for threads that have come the same way. */
struct ptx_shape ptx_shape_join(struct ptx_shape a, struct ptx_shape b);
/* An operand that is no register and names none. */
struct ptx_shape ptx_shape_of_special(const struct ptx_operand *operand);
/* Of a result, by the shapes of the operands behind the destination, n of them. */
struct ptx_shape ptx_shape_of_result(const struct ptx_instruction *in,
                                     const struct ptx_shape *operands, unsigned n);

#endif
