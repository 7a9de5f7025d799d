/* SPDX-License-Identifier: BSD-3-Clause */
/* Elements of matrices in registers as numbers. */
#ifndef SIMGPU_WORKLOADS_PTX_EXEC_TENSOR_TENSOR_VALUES_H
#define SIMGPU_WORKLOADS_PTX_EXEC_TENSOR_TENSOR_VALUES_H

#include "workloads/ptx/exec/lanes/lanes.h"
#include "workloads/ptx/exec/tensor/tensor.h"

/* Bits of an element. */
unsigned tensor_bits(enum tensor_type type);
/* Elements in a register; one of 64 bits has one. */
unsigned tensor_elements(enum tensor_type type);

/* A sum as .f32, whose NaN is the canonical one. */
static inline uint32_t tensor_float_bits(float x)
{
    return x != x ? 0x7fffffff : half_bits_of(x);
}

#endif
