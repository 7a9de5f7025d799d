/* SPDX-License-Identifier: BSD-3-Clause */
/* Matrices of single bits, from the registers of a warp and back; tensor.h has the layouts. */
#ifndef SIMGPU_WORKLOADS_PTX_EXEC_TENSOR_TENSOR_REGISTERS_H
#define SIMGPU_WORKLOADS_PTX_EXEC_TENSOR_TENSOR_REGISTERS_H

#include "workloads/ptx/exec/tensor/tensor_math.h"

/* Multiplicands, A of so many rows or B. */
void tensor_read_bits(const struct tensor_matrix *matrix, unsigned rows, bool is_a,
                      const struct exec_state *state, struct tensor_bits *x);
/* C and D; operands of D without bits are not written. */
void tensor_read_bit_sums(const struct tensor_matrix *c, const struct exec_state *state,
                          struct tensor_bits *x);
void tensor_write_bit_sums(const struct tensor_matrix *d, struct exec_state *state,
                           const struct tensor_bits *x);

#endif
