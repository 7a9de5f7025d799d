/* SPDX-License-Identifier: BSD-3-Clause */
/* Matrices of 8 rows of 16 bytes between shared memory and registers: ldmatrix, stmatrix,
 * movmatrix. These are exec_actions.
 *
 * Lane 8m + i has the address of row i of matrix m. Register m of lane l has a pair of matrix m:
 * row l / 4, columns 2 (l % 4) and the next one; with .trans the same place of the transposed
 * matrix. The accesses act at once and are reported as 16 bytes of the lanes that have addresses.
 *
 * Source: PTX ISA 8.6, sections 9.7.14.5.15 "ldmatrix", .16 "stmatrix", .17 "movmatrix".
 */
#ifndef SIMGPU_WORKLOADS_PTX_EXEC_TENSOR_MATRIX_OPS_H
#define SIMGPU_WORKLOADS_PTX_EXEC_TENSOR_MATRIX_OPS_H

#include "workloads/ptx/exec/exec.h"

/* exec_op: source 0 is the address; variant is 1 for .trans.
 * The registers are its destinations, or its sources from 1 on. */
bool exec_load_matrix(const struct exec_op *op, struct warp_context *w, lane_mask lanes,
                      struct issued *out);
bool exec_store_matrix(const struct exec_op *op, struct warp_context *w, lane_mask lanes,
                       struct issued *out);
/* Destination 0 is the transposed matrix of source 0. */
bool exec_move_matrix(const struct exec_op *op, struct warp_context *w, lane_mask lanes,
                      struct issued *out);

/* All 32 lanes run it. False: they do not, and the fault is set. */
bool exec_whole_warp(const struct exec_op *op, lane_mask lanes, struct issued *out);

#endif
