/* SPDX-License-Identifier: BSD-3-Clause */
/* From the registers of a warp to matrices, and back; tensor.h has the layouts. */
#ifndef SIMGPU_WORKLOADS_PTX_EXEC_TENSOR_TENSOR_REGISTERS_H
#define SIMGPU_WORKLOADS_PTX_EXEC_TENSOR_TENSOR_REGISTERS_H

#include "workloads/ptx/exec/tensor/tensor_math.h"

/* Multiplicands, A of so many rows or B. */
void tensor_read_floats(const struct tensor_matrix *matrix, unsigned rows, bool is_a,
                        const struct exec_state *state, struct tensor_floats *x);
void tensor_read_doubles(const struct tensor_matrix *matrix, unsigned rows, bool is_a,
                         const struct exec_state *state, struct tensor_doubles *x);
void tensor_read_integers(const struct tensor_matrix *matrix, unsigned rows, bool is_a,
                          const struct exec_state *state, struct tensor_integers *x);

/* C and D; operands of D without bits are not written. */
void tensor_read_sums(const struct tensor_matrix *c, const struct exec_state *state,
                      struct tensor_floats *x);
void tensor_write_sums(const struct tensor_matrix *d, struct exec_state *state,
                       const struct tensor_floats *x);
void tensor_read_double_sums(const struct tensor_matrix *c, const struct exec_state *state,
                             struct tensor_doubles *x);
void tensor_write_double_sums(const struct tensor_matrix *d, struct exec_state *state,
                              const struct tensor_doubles *x);
void tensor_read_integer_sums(const struct tensor_matrix *c, const struct exec_state *state,
                              struct tensor_integers *x);
void tensor_write_integer_sums(const struct tensor_matrix *d, bool saturates,
                               struct exec_state *state, const struct tensor_integers *x);

#endif
