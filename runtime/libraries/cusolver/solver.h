/* SPDX-License-Identifier: BSD-3-Clause */
/* What the files of cuSOLVER share: the handle, and how calls check and end. */
#ifndef SIMGPU_CUSOLVER_SOLVER_H
#define SIMGPU_CUSOLVER_SOLVER_H

#include <cusolverDn.h>

#include "../cublas/handle.h"

struct cusolverDnContext {
    cudaStream_t stream;
};

#define CHECK_SOLVER(condition, status)                                                            \
    do {                                                                                           \
        if (!(condition))                                                                          \
            return status;                                                                         \
    } while (0)

static inline cusolverStatus_t launched(void)
{
    return cudaPeekAtLastError() == cudaSuccess ? CUSOLVER_STATUS_SUCCESS
                                                : CUSOLVER_STATUS_EXECUTION_FAILED;
}

#endif
