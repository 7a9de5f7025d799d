/* SPDX-License-Identifier: BSD-3-Clause */
/* cuSOLVER for several GPUs. The first of them computes.
 *
 * Source: cuSOLVER 12.x documentation, "cuSolverMG".
 */
#ifndef SIMGPU_CUSOLVERMG_H
#define SIMGPU_CUSOLVERMG_H

#include "cusolverDn.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct cusolverMgContext *cusolverMgHandle_t;
typedef void *cudaLibMgGrid_t;
typedef void *cudaLibMgMatrixDesc_t;
typedef enum {
    CUDALIBMG_GRID_MAPPING_ROW_MAJOR = 1,
    CUDALIBMG_GRID_MAPPING_COL_MAJOR = 0
} cusolverMgGridMapping_t;

cusolverStatus_t cusolverMgCreate(cusolverMgHandle_t *handle);
cusolverStatus_t cusolverMgDestroy(cusolverMgHandle_t handle);
cusolverStatus_t cusolverMgDeviceSelect(cusolverMgHandle_t handle, int count, int devices[]);
/* One row of devices. */
cusolverStatus_t cusolverMgCreateDeviceGrid(cudaLibMgGrid_t *grid, int32_t rows, int32_t columns,
                                            const int32_t devices[],
                                            cusolverMgGridMapping_t mapping);
cusolverStatus_t cusolverMgDestroyGrid(cudaLibMgGrid_t grid);
/* row_block: all rows; block: columns that lie together. */
cusolverStatus_t cusolverMgCreateMatrixDesc(cudaLibMgMatrixDesc_t *matrix, int64_t rows,
                                            int64_t columns, int64_t row_block, int64_t block,
                                            cudaDataType type, const cudaLibMgGrid_t grid);
cusolverStatus_t cusolverMgDestroyMatrixDesc(cudaLibMgMatrixDesc_t matrix);

/* Submatrices begin at (row, column), from 1. Values of syevd and `info` lie on the host. */
#define SIMGPU_CUSOLVERMG_CALL(name, ...)                                                          \
    cusolverStatus_t name##_bufferSize(cusolverMgHandle_t handle, __VA_ARGS__, int64_t *elements); \
    cusolverStatus_t name(cusolverMgHandle_t handle, __VA_ARGS__, void *rooms[], int64_t elements, \
                          int *info)
#define SIMGPU_CUSOLVERMG_A void *a[], int row, int column, cudaLibMgMatrixDesc_t of_a
#define SIMGPU_CUSOLVERMG_B void *b[], int b_row, int b_column, cudaLibMgMatrixDesc_t of_b
SIMGPU_CUSOLVERMG_CALL(cusolverMgSyevd, cusolverEigMode_t mode, cublasFillMode_t uplo, int n,
                       SIMGPU_CUSOLVERMG_A, void *values, cudaDataType of_values,
                       cudaDataType computed);
SIMGPU_CUSOLVERMG_CALL(cusolverMgGetrf, int m, int n, SIMGPU_CUSOLVERMG_A, int *pivots[],
                       cudaDataType computed);
SIMGPU_CUSOLVERMG_CALL(cusolverMgGetrs, cublasOperation_t op, int n, int columns,
                       SIMGPU_CUSOLVERMG_A, int *pivots[], SIMGPU_CUSOLVERMG_B,
                       cudaDataType computed);
SIMGPU_CUSOLVERMG_CALL(cusolverMgPotrf, cublasFillMode_t uplo, int n, SIMGPU_CUSOLVERMG_A,
                       cudaDataType computed);
SIMGPU_CUSOLVERMG_CALL(cusolverMgPotrs, cublasFillMode_t uplo, int n, int columns,
                       SIMGPU_CUSOLVERMG_A, SIMGPU_CUSOLVERMG_B, cudaDataType computed);
SIMGPU_CUSOLVERMG_CALL(cusolverMgPotri, cublasFillMode_t uplo, int n, SIMGPU_CUSOLVERMG_A,
                       cudaDataType computed);
#undef SIMGPU_CUSOLVERMG_CALL
#undef SIMGPU_CUSOLVERMG_A
#undef SIMGPU_CUSOLVERMG_B

#ifdef __cplusplus
}
#endif

#endif
