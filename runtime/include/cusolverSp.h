/* SPDX-License-Identifier: BSD-3-Clause */
/* cuSOLVER's interface for sparse matrices: solutions by Cholesky's, LU and QR factors, orders of
 * rows. Matrices are CSR. The code behind it is simgpu's (runtime/libraries/cusolver).
 *
 * Source: cuSOLVER 12.x documentation. Differs: least squares, eigenvalues and batches are refused
 * by name. A symmetric order keeps its fill small by our own ways (see sparse_order.cu).
 */
#ifndef SIMGPU_CUSOLVERSP_H
#define SIMGPU_CUSOLVERSP_H

#include "cusolver_common.h"
#include "cusparse.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct cusolverSpContext *cusolverSpHandle_t;
typedef struct csrqrInfo *csrqrInfo_t;

cusolverStatus_t cusolverSpCreate(cusolverSpHandle_t *handle);
cusolverStatus_t cusolverSpDestroy(cusolverSpHandle_t handle);
cusolverStatus_t cusolverSpSetStream(cusolverSpHandle_t handle, cudaStream_t stream);
cusolverStatus_t cusolverSpGetStream(cusolverSpHandle_t handle, cudaStream_t *stream);
cusolverStatus_t cusolverSpCreateCsrqrInfo(csrqrInfo_t *info);
cusolverStatus_t cusolverSpDestroyCsrqrInfo(csrqrInfo_t info);

/* Host arrays. ends: where rows end. is_symmetric: 1 if the pattern is. */
cusolverStatus_t cusolverSpXcsrissymHost(cusolverSpHandle_t handle, int rows, int entries,
                                         const cusparseMatDescr_t matrix, const int *offsets,
                                         const int *ends, const int *indices, int *is_symmetric);
/* order[new] = old. */
#define SIMGPU_CUSOLVER_ORDER(name, ...)                                                           \
    cusolverStatus_t name(cusolverSpHandle_t handle, int rows, int entries,                        \
                          const cusparseMatDescr_t matrix, const int *offsets, const int *indices, \
                          __VA_ARGS__)
SIMGPU_CUSOLVER_ORDER(cusolverSpXcsrsymrcmHost, int *order);
SIMGPU_CUSOLVER_ORDER(cusolverSpXcsrsymmdqHost, int *order);
SIMGPU_CUSOLVER_ORDER(cusolverSpXcsrsymamdHost, int *order);
SIMGPU_CUSOLVER_ORDER(cusolverSpXcsrmetisndHost, const int64_t *options, int *order);
/* A(p, q) in A's place; map goes the same way. */
cusolverStatus_t cusolverSpXcsrperm_bufferSizeHost(cusolverSpHandle_t handle, int rows, int columns,
                                                   int entries, const cusparseMatDescr_t matrix,
                                                   int *offsets, int *indices, const int *p,
                                                   const int *q, size_t *bytes);
cusolverStatus_t cusolverSpXcsrpermHost(cusolverSpHandle_t handle, int rows, int columns,
                                        int entries, const cusparseMatDescr_t matrix, int *offsets,
                                        int *indices, const int *p, const int *q, int *map,
                                        void *room);

/* x of A x = b. reorder: 0 none, 1 symrcm, 2 symamd, 3 metisnd. singularity: the first row whose
 * pivot is below the tolerance, -1: none. LU is on the host only. */
#define SIMGPU_CUSOLVER_SPARSE_SOLVE(name, T, R)                                                   \
    cusolverStatus_t name(cusolverSpHandle_t handle, int rows, int entries,                        \
                          const cusparseMatDescr_t matrix, const T *values, const int *offsets,    \
                          const int *indices, const T *b, R tolerance, int reorder, T *x,          \
                          int *singularity)
#define SIMGPU_CUSOLVER_SPARSE(X, T, R)                                                            \
    SIMGPU_CUSOLVER_SPARSE_SOLVE(cusolverSp##X##csrlsvluHost, T, R);                               \
    SIMGPU_CUSOLVER_SPARSE_SOLVE(cusolverSp##X##csrlsvcholHost, T, R);                             \
    SIMGPU_CUSOLVER_SPARSE_SOLVE(cusolverSp##X##csrlsvchol, T, R);                                 \
    SIMGPU_CUSOLVER_SPARSE_SOLVE(cusolverSp##X##csrlsvqrHost, T, R);                               \
    SIMGPU_CUSOLVER_SPARSE_SOLVE(cusolverSp##X##csrlsvqr, T, R)
SIMGPU_CUSOLVER_SPARSE(S, float, float);
SIMGPU_CUSOLVER_SPARSE(D, double, double);
SIMGPU_CUSOLVER_SPARSE(C, cuComplex, float);
SIMGPU_CUSOLVER_SPARSE(Z, cuDoubleComplex, double);

/* The same pattern with other values: `batch` systems of a square matrix. */
cusolverStatus_t cusolverSpXcsrqrAnalysisBatched(cusolverSpHandle_t handle, int m, int n,
                                                 int entries, const cusparseMatDescr_t matrix,
                                                 const int *offsets, const int *indices,
                                                 csrqrInfo_t info);
#define SIMGPU_CUSOLVER_SPARSE_BATCH(X, T)                                                         \
    cusolverStatus_t cusolverSp##X##csrqrBufferInfoBatched(                                        \
        cusolverSpHandle_t handle, int m, int n, int entries, const cusparseMatDescr_t matrix,     \
        const T *values, const int *offsets, const int *indices, int batch, csrqrInfo_t info,      \
        size_t *internal_bytes, size_t *bytes);                                                    \
    cusolverStatus_t cusolverSp##X##csrqrsvBatched(                                                \
        cusolverSpHandle_t handle, int m, int n, int entries, const cusparseMatDescr_t matrix,     \
        const T *values, const int *offsets, const int *indices, const T *b, T *x, int batch,      \
        csrqrInfo_t info, void *room)
SIMGPU_CUSOLVER_SPARSE_BATCH(S, float);
SIMGPU_CUSOLVER_SPARSE_BATCH(D, double);
SIMGPU_CUSOLVER_SPARSE_BATCH(C, cuComplex);
SIMGPU_CUSOLVER_SPARSE_BATCH(Z, cuDoubleComplex);
#undef SIMGPU_CUSOLVER_SPARSE_BATCH

#define SIMGPU_CUSOLVERSP_REFUSED_OF(REFUSED, X)                                                   \
    REFUSED(cusolverSp##X##csrlsvlu)                                                               \
    REFUSED(cusolverSp##X##csrlsqvqrHost)                                                          \
    REFUSED(cusolverSp##X##csreigvsi)                                                              \
    REFUSED(cusolverSp##X##csreigvsiHost)                                                          \
    REFUSED(cusolverSp##X##csreigsHost)                                                            \
    REFUSED(cusolverSp##X##csrzfdHost)
#define SIMGPU_CUSOLVERSP_REFUSED(REFUSED)                                                         \
    SIMGPU_CUSOLVERSP_REFUSED_OF(REFUSED, S)                                                       \
    SIMGPU_CUSOLVERSP_REFUSED_OF(REFUSED, D)                                                       \
    SIMGPU_CUSOLVERSP_REFUSED_OF(REFUSED, C)                                                       \
    SIMGPU_CUSOLVERSP_REFUSED_OF(REFUSED, Z)
#define SIMGPU_CUSOLVERSP_REFUSE(name) cusolverStatus_t name(SIMGPU_REFUSED_ARGUMENTS);
SIMGPU_CUSOLVERSP_REFUSED(SIMGPU_CUSOLVERSP_REFUSE)
#undef SIMGPU_CUSOLVERSP_REFUSE

#ifdef __cplusplus
}
#endif

#endif
