/* SPDX-License-Identifier: BSD-3-Clause */
/* How calls of cuSOLVER start eigen_kernel.h. */
#ifndef SIMGPU_CUSOLVER_EIGEN_RUN_H
#define SIMGPU_CUSOLVER_EIGEN_RUN_H

#include "eigen_kernel.h"
#include "solver.h"

template <class T>
static cusolverStatus_t eigen(cusolverDnHandle_t handle, const eigen_problem<T> &problem, T *room,
                              long long elements)
{
    const long long each = room_of(problem.n);
    CHECK_SOLVER(handle, CUSOLVER_STATUS_NOT_INITIALIZED);
    CHECK_SOLVER(problem.n >= 0 && problem.lda >= problem.n && problem.info && problem.batch >= 0,
                 CUSOLVER_STATUS_INVALID_VALUE);
    CHECK_SOLVER(elements >= each * problem.batch, CUSOLVER_STATUS_INVALID_VALUE);
    if (problem.batch > 0)
        eigen_kernel<<<problem.batch, EIGEN_THREADS, 0, handle->stream>>>(problem, room, each);
    return launched();
}

/* As a call of syevd or syevj has it; parameters: NULL for syevd. */
template <class T>
static cusolverStatus_t eigen_of(cusolverDnHandle_t handle, syevjInfo_t parameters,
                                 cusolverEigMode_t mode, cublasFillMode_t uplo, int n, int batch,
                                 T *a, long long lda, real_of<T> *values, T *room,
                                 long long elements, int *info)
{
    const bool vectors = mode == CUSOLVER_EIG_MODE_VECTOR;
    const eigen_problem<T> problem = {n,
                                      batch,
                                      uplo == CUBLAS_FILL_MODE_LOWER,
                                      vectors,
                                      !parameters || parameters->is_sorted,
                                      a,
                                      lda,
                                      values,
                                      info,
                                      parameters ? parameters->tolerance : 0,
                                      parameters ? parameters->residual : NULL,
                                      parameters ? parameters->sweeps : JACOBI_SWEEPS,
                                      parameters ? parameters->done : NULL};
    return eigen(handle, problem, room, elements);
}

#endif
