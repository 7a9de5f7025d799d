/* SPDX-License-Identifier: BSD-3-Clause */
/* cuSOLVER's sparse systems in batches: the same pattern, other values. Each is solved as alone. */
#include <cusolverSp.h>

#include "../common/refuse.h"
#include "checks.h"

extern "C" cusolverStatus_t cusolverSpXcsrqrAnalysisBatched(cusolverSpHandle_t handle, int m, int n,
                                                            int, const cusparseMatDescr_t matrix,
                                                            const int *offsets, const int *indices,
                                                            csrqrInfo_t info)
{
    CHECK_SOLVER(handle, CUSOLVER_STATUS_NOT_INITIALIZED);
    CHECK_SOLVER(m >= 0 && n >= 0 && matrix && offsets && indices && info,
                 CUSOLVER_STATUS_INVALID_VALUE);
    if (m == n)
        return CUSOLVER_STATUS_SUCCESS;
    refuse("cusolverSpXcsrqrAnalysisBatched", "only square matrices are supported");
    return CUSOLVER_STATUS_NOT_SUPPORTED;
}

/* The calls of each type under one name. */
#define CALLS(X, T, R)                                                                             \
    extern "C" cusolverStatus_t cusolverSp##X##csrqrBufferInfoBatched(                             \
        cusolverSpHandle_t handle, int, int, int, const cusparseMatDescr_t, const T *,             \
        const int *, const int *, int, csrqrInfo_t, size_t *internal, size_t *room)                \
    {                                                                                              \
        CHECK_SOLVER(handle, CUSOLVER_STATUS_NOT_INITIALIZED);                                     \
        CHECK_SOLVER(internal && room, CUSOLVER_STATUS_INVALID_VALUE);                             \
        *internal = *room = 1; /* programs allocate what they are told */                          \
        return CUSOLVER_STATUS_SUCCESS;                                                            \
    }                                                                                              \
    extern "C" cusolverStatus_t cusolverSp##X##csrqrsvBatched(                                     \
        cusolverSpHandle_t handle, int m, int n, int entries, const cusparseMatDescr_t matrix,     \
        const T *values, const int *offsets, const int *indices, const T *b, T *x, int batch,      \
        csrqrInfo_t info, void *)                                                                  \
    {                                                                                              \
        int singular = -1;                                                                         \
        CHECK_SOLVER(handle, CUSOLVER_STATUS_NOT_INITIALIZED);                                     \
        CHECK_SOLVER(m == n && entries >= 0 && batch >= 0 && info, CUSOLVER_STATUS_INVALID_VALUE); \
        for (int i = 0; i < batch; i++) {                                                          \
            const cusolverStatus_t status = cusolverSp##X##csrlsvqr(                               \
                handle, m, entries, matrix, values + (size_t)i * entries, offsets, indices,        \
                b + (size_t)i * m, (R)0, 0, x + (size_t)i * n, &singular);                         \
            if (status != CUSOLVER_STATUS_SUCCESS)                                                 \
                return status;                                                                     \
        }                                                                                          \
        return CUSOLVER_STATUS_SUCCESS;                                                            \
    }
CALLS(S, float, float)
CALLS(D, double, double)
CALLS(C, cuComplex, float)
CALLS(Z, cuDoubleComplex, double)
