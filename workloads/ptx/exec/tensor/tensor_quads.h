/* SPDX-License-Identifier: BSD-3-Clause */
/* mma.m8n8k4 of .f16: four products at once, each of eight lanes.
 *
 * Product q belongs to lanes 4q to 4q + 3, the low ones, and 16 + 4q to 19 + 4q, the high ones. Let
 * p be lane % 4, and 4 + lane % 4 of a high lane; h is 4 of a high lane and else 0.
 *
 *   A .row  element i: row p, column i             .col: row i + h, column lane % 4
 *   B .row  element i: row lane % 4, column i + h  .col: row i, column p
 *   C .f16  element i: row p, column i
 *   C .f32  register i: row (lane & 1) + (i & 2) + h, column (i & 4) + (lane & 2) + (i & 1)
 *
 * Source: PTX ISA 8.6, section 9.7.14.5.1, "Matrix Fragments for mma.m8n8k4 with .f16 floating
 * point type".
 */
#ifndef SIMGPU_WORKLOADS_PTX_EXEC_TENSOR_TENSOR_QUADS_H
#define SIMGPU_WORKLOADS_PTX_EXEC_TENSOR_TENSOR_QUADS_H

#include "workloads/ptx/exec/tensor/tensor.h"

void tensor_multiply_quads(const struct exec_tensor *tensor, struct exec_state *state);

#endif
