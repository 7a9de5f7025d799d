/* SPDX-License-Identifier: BSD-3-Clause */
/* Levels of a sparse matrix's rows. */
#ifndef SIMGPU_CUSPARSE_SPARSE_LEVELS_H
#define SIMGPU_CUSPARSE_SPARSE_LEVELS_H

#include "../common/levels.h"
#include "sparse.h"

/* Rows by what they need: those before them if `lower`, else those behind them. Arrays of the
 * device; slice: rows of one, 0: CSR. It waits for the stream. */
cusparseStatus_t sparse_levels(cusparseHandle_t handle, int n, int base, int slice, bool lower,
                               const int *offsets, const int *indices, level_schedule *made);

#endif
