/* SPDX-License-Identifier: BSD-3-Clause */
/* What the files of cuSOLVER's sparse interface share. */
#ifndef SIMGPU_CUSOLVER_SPARSE_H
#define SIMGPU_CUSOLVER_SPARSE_H

#include <cusolverSp.h>
#include <cusolverSp_LOWLEVEL_PREVIEW.h>

#include "../cusparse/sparse.h"
#include "checks.h"
#include "sparse_pattern.h"

struct cusolverSpContext {
    cudaStream_t stream;
};

/* The pattern of a call's matrix, from the host, or from the device, for which it waits. False: it
 * cannot be read. */
bool solver_pattern(cusolverSpHandle_t handle, int rows, int columns, int entries, int base,
                    const int *offsets, const int *indices, bool on_device, sparse_pattern *made);

/* A call's checks of its matrix. */
#define CHECK_MATRIX(rows, entries, matrix)                                                        \
    do {                                                                                           \
        CHECK_SOLVER(handle, CUSOLVER_STATUS_NOT_INITIALIZED);                                     \
        CHECK_SOLVER((rows) >= 0 && (entries) >= 0 && (matrix), CUSOLVER_STATUS_INVALID_VALUE);    \
        CHECK_SOLVER((matrix)->type == CUSPARSE_MATRIX_TYPE_GENERAL,                               \
                     CUSOLVER_STATUS_MATRIX_TYPE_NOT_SUPPORTED);                                   \
    } while (0)

/* "reorder" of a call as an order. */
static inline int_list solver_order(const sparse_pattern &a, int reorder)
{
    static const sparse_ordering orders[] = {ORDER_NONE, ORDER_RCM, ORDER_MINIMUM_DEGREE,
                                             ORDER_DISSECTION};
    return pattern_order(a, reorder >= 0 && reorder <= 3 ? orders[reorder] : ORDER_NONE);
}

#endif
