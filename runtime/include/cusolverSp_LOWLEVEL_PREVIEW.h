/* SPDX-License-Identifier: BSD-3-Clause */
/* cuSOLVER's sparse factors step by step: analyse a pattern, factor, look at the pivots, solve.
 * Names that end in Host take host arrays. No call needs the buffer that it is given.
 *
 * Source: NVIDIA's samples of cuSOLVER, which call each of these.
 */
#ifndef SIMGPU_CUSOLVERSP_LOWLEVEL_PREVIEW_H
#define SIMGPU_CUSOLVERSP_LOWLEVEL_PREVIEW_H

#include "cusolverSp.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct csrluInfoHost *csrluInfoHost_t;
typedef struct csrqrInfoHost *csrqrInfoHost_t;
typedef struct csrcholInfoHost *csrcholInfoHost_t;
typedef struct csrcholInfo *csrcholInfo_t;

cusolverStatus_t cusolverSpCreateCsrluInfoHost(csrluInfoHost_t *info);
cusolverStatus_t cusolverSpDestroyCsrluInfoHost(csrluInfoHost_t info);
cusolverStatus_t cusolverSpCreateCsrqrInfoHost(csrqrInfoHost_t *info);
cusolverStatus_t cusolverSpDestroyCsrqrInfoHost(csrqrInfoHost_t info);
cusolverStatus_t cusolverSpCreateCsrcholInfoHost(csrcholInfoHost_t *info);
cusolverStatus_t cusolverSpDestroyCsrcholInfoHost(csrcholInfoHost_t info);
cusolverStatus_t cusolverSpCreateCsrcholInfo(csrcholInfo_t *info);
cusolverStatus_t cusolverSpDestroyCsrcholInfo(csrcholInfo_t info);

#define SIMGPU_CUSOLVER_ANALYSE(name, Info)                                                        \
    cusolverStatus_t name(cusolverSpHandle_t handle, int rows, int entries,                        \
                          const cusparseMatDescr_t matrix, const int *offsets, const int *indices, \
                          Info info)
#define SIMGPU_CUSOLVER_ANALYSE_QR(name, Info)                                                     \
    cusolverStatus_t name(cusolverSpHandle_t handle, int rows, int columns, int entries,           \
                          const cusparseMatDescr_t matrix, const int *offsets, const int *indices, \
                          Info info)
SIMGPU_CUSOLVER_ANALYSE(cusolverSpXcsrluAnalysisHost, csrluInfoHost_t);
SIMGPU_CUSOLVER_ANALYSE(cusolverSpXcsrcholAnalysisHost, csrcholInfoHost_t);
SIMGPU_CUSOLVER_ANALYSE(cusolverSpXcsrcholAnalysis, csrcholInfo_t);
SIMGPU_CUSOLVER_ANALYSE_QR(cusolverSpXcsrqrAnalysisHost, csrqrInfoHost_t);
SIMGPU_CUSOLVER_ANALYSE_QR(cusolverSpXcsrqrAnalysis, csrqrInfo_t);

/* Numbers of L without its diagonal of ones, and of U. */
cusolverStatus_t cusolverSpXcsrluNnzHost(cusolverSpHandle_t handle, int *in_l, int *in_u,
                                         csrluInfoHost_t info);

/* A: rows, entries, matrix, values, offsets, indices. */
#define SIMGPU_CUSOLVER_A(T)                                                                       \
    int entries, const cusparseMatDescr_t matrix, const T *values, const int *offsets,             \
        const int *indices
#define SIMGPU_CUSOLVER_CHOLESKY(X, T, R, Host, Info)                                              \
    cusolverStatus_t cusolverSp##X##csrcholBufferInfo##Host(cusolverSpHandle_t handle, int rows,   \
                                                            SIMGPU_CUSOLVER_A(T), Info info,       \
                                                            size_t *internal, size_t *bytes);      \
    cusolverStatus_t cusolverSp##X##csrcholFactor##Host(                                           \
        cusolverSpHandle_t handle, int rows, SIMGPU_CUSOLVER_A(T), Info info, void *room);         \
    cusolverStatus_t cusolverSp##X##csrcholZeroPivot##Host(cusolverSpHandle_t handle, Info info,   \
                                                           R tolerance, int *position);            \
    cusolverStatus_t cusolverSp##X##csrcholSolve##Host(cusolverSpHandle_t handle, int rows,        \
                                                       const T *b, T *x, Info info, void *room)
/* Factors A - mu I. */
#define SIMGPU_CUSOLVER_SPARSE_QR(X, T, R, Host, Info)                                             \
    cusolverStatus_t cusolverSp##X##csrqrBufferInfo##Host(                                         \
        cusolverSpHandle_t handle, int rows, int columns, SIMGPU_CUSOLVER_A(T), Info info,         \
        size_t *internal, size_t *bytes);                                                          \
    cusolverStatus_t cusolverSp##X##csrqrSetup##Host(                                              \
        cusolverSpHandle_t handle, int rows, int columns, SIMGPU_CUSOLVER_A(T), T mu, Info info);  \
    cusolverStatus_t cusolverSp##X##csrqrFactor##Host(cusolverSpHandle_t handle, int rows,         \
                                                      int columns, int entries, T *b, T *x,        \
                                                      Info info, void *room);                      \
    cusolverStatus_t cusolverSp##X##csrqrZeroPivot##Host(cusolverSpHandle_t handle, Info info,     \
                                                         R tolerance, int *position);              \
    cusolverStatus_t cusolverSp##X##csrqrSolve##Host(                                              \
        cusolverSpHandle_t handle, int rows, int columns, T *b, T *x, Info info, void *room)
/* P A Q' = L U: row P[i] of A is row i there, and column Q[j] is column j. */
#define SIMGPU_CUSOLVER_LU(X, T, R)                                                                \
    cusolverStatus_t cusolverSp##X##csrluBufferInfoHost(                                           \
        cusolverSpHandle_t handle, int rows, SIMGPU_CUSOLVER_A(T), csrluInfoHost_t info,           \
        size_t *internal, size_t *bytes);                                                          \
    cusolverStatus_t cusolverSp##X##csrluFactorHost(cusolverSpHandle_t handle, int rows,           \
                                                    SIMGPU_CUSOLVER_A(T), csrluInfoHost_t info,    \
                                                    R pivot_threshold, void *room);                \
    cusolverStatus_t cusolverSp##X##csrluZeroPivotHost(                                            \
        cusolverSpHandle_t handle, csrluInfoHost_t info, R tolerance, int *position);              \
    cusolverStatus_t cusolverSp##X##csrluSolveHost(                                                \
        cusolverSpHandle_t handle, int rows, const T *b, T *x, csrluInfoHost_t info, void *room);  \
    cusolverStatus_t cusolverSp##X##csrluExtractHost(                                              \
        cusolverSpHandle_t handle, int *p, int *q, const cusparseMatDescr_t matrix_l, T *values_l, \
        int *offsets_l, int *indices_l, const cusparseMatDescr_t matrix_u, T *values_u,            \
        int *offsets_u, int *indices_u, csrluInfoHost_t info, void *room)
#define SIMGPU_CUSOLVER_LOWLEVEL(X, T, R)                                                          \
    SIMGPU_CUSOLVER_CHOLESKY(X, T, R, Host, csrcholInfoHost_t);                                    \
    SIMGPU_CUSOLVER_CHOLESKY(X, T, R, , csrcholInfo_t);                                            \
    SIMGPU_CUSOLVER_SPARSE_QR(X, T, R, Host, csrqrInfoHost_t);                                     \
    SIMGPU_CUSOLVER_SPARSE_QR(X, T, R, , csrqrInfo_t);                                             \
    SIMGPU_CUSOLVER_LU(X, T, R)
SIMGPU_CUSOLVER_LOWLEVEL(S, float, float);
SIMGPU_CUSOLVER_LOWLEVEL(D, double, double);
SIMGPU_CUSOLVER_LOWLEVEL(C, cuComplex, float);
SIMGPU_CUSOLVER_LOWLEVEL(Z, cuDoubleComplex, double);

#ifdef __cplusplus
}
#endif

#endif
