/* SPDX-License-Identifier: BSD-3-Clause */
/* The shape of a value (shapes.h has the words), and the arithmetic of shapes: what an instruction
 * makes of those that it reads. */
#ifndef SIMGPU_WORKLOADS_PTX_ANALYSIS_SHAPE_VALUES_H
#define SIMGPU_WORKLOADS_PTX_ANALYSIS_SHAPE_VALUES_H

#include "workloads/ptx/syntax/ptx.h"

/* In the order in which a value may turn out to be more than it seemed. */
enum ptx_shape_kind {
    PTX_SHAPE_NONE, /* nothing is known yet; of a result: code that cannot be reached */
    PTX_SHAPE_UNIFORM,
    PTX_SHAPE_AFFINE,
    PTX_SHAPE_VARYING
};

struct ptx_shape {
    uint8_t kind; /* enum ptx_shape_kind */
    bool known;   /* affine: the stride is */
    int64_t stride;
};

/* One that covers both; for threads that have come the same way. */
struct ptx_shape ptx_shape_join(struct ptx_shape a, struct ptx_shape b);
/* An operand that is no register and names none. */
struct ptx_shape ptx_shape_of_special(const struct ptx_operand *operand);
/* Of a result, by the shapes of the operands behind the destination, n of them. */
struct ptx_shape ptx_shape_of_result(const struct ptx_instruction *in,
                                     const struct ptx_shape *operands, unsigned n);

#endif
