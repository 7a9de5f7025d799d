/* SPDX-License-Identifier: BSD-3-Clause */
/* cuSOLVER's refactorization: LU of matrices with one pattern, whose order and pivots another
 * factorization has found. The kernels behind it are simgpu's (runtime/libraries/cusolver).
 *
 * Source: cuSOLVER 12.x documentation. Differs: any algorithm means the one there is; factors in
 * CSC and batches are refused by name.
 */
#ifndef SIMGPU_CUSOLVERRF_H
#define SIMGPU_CUSOLVERRF_H

#include "cusolver_common.h"
#include "driver_types.h"
#include "simgpu/refused.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef enum {
    CUSOLVERRF_RESET_VALUES_FAST_MODE_OFF,
    CUSOLVERRF_RESET_VALUES_FAST_MODE_ON
} cusolverRfResetValuesFastMode_t;
typedef enum {
    CUSOLVERRF_MATRIX_FORMAT_CSR,
    CUSOLVERRF_MATRIX_FORMAT_CSC
} cusolverRfMatrixFormat_t;
typedef enum {
    CUSOLVERRF_UNIT_DIAGONAL_STORED_L,
    CUSOLVERRF_UNIT_DIAGONAL_STORED_U,
    CUSOLVERRF_UNIT_DIAGONAL_ASSUMED_L,
    CUSOLVERRF_UNIT_DIAGONAL_ASSUMED_U
} cusolverRfUnitDiagonal_t;
typedef enum {
    CUSOLVERRF_FACTORIZATION_ALG0,
    CUSOLVERRF_FACTORIZATION_ALG1,
    CUSOLVERRF_FACTORIZATION_ALG2
} cusolverRfFactorization_t;
typedef enum {
    CUSOLVERRF_TRIANGULAR_SOLVE_ALG1 = 1,
    CUSOLVERRF_TRIANGULAR_SOLVE_ALG2,
    CUSOLVERRF_TRIANGULAR_SOLVE_ALG3
} cusolverRfTriangularSolve_t;
typedef enum {
    CUSOLVERRF_NUMERIC_BOOST_NOT_USED,
    CUSOLVERRF_NUMERIC_BOOST_USED
} cusolverRfNumericBoostReport_t;
typedef struct cusolverRfCommon *cusolverRfHandle_t;

cusolverStatus_t cusolverRfCreate(cusolverRfHandle_t *handle);
cusolverStatus_t cusolverRfDestroy(cusolverRfHandle_t handle);
cusolverStatus_t cusolverRfSetMatrixFormat(cusolverRfHandle_t handle,
                                           cusolverRfMatrixFormat_t format,
                                           cusolverRfUnitDiagonal_t diagonal);
cusolverStatus_t cusolverRfGetMatrixFormat(cusolverRfHandle_t handle,
                                           cusolverRfMatrixFormat_t *format,
                                           cusolverRfUnitDiagonal_t *diagonal);
/* A pivot smaller than `zero` becomes `boost`, if that is not 0. */
cusolverStatus_t cusolverRfSetNumericProperties(cusolverRfHandle_t handle, double zero,
                                                double boost);
cusolverStatus_t cusolverRfGetNumericProperties(cusolverRfHandle_t handle, double *zero,
                                                double *boost);
cusolverStatus_t cusolverRfGetNumericBoostReport(cusolverRfHandle_t handle,
                                                 cusolverRfNumericBoostReport_t *report);
cusolverStatus_t cusolverRfSetAlgs(cusolverRfHandle_t handle, cusolverRfFactorization_t factor,
                                   cusolverRfTriangularSolve_t solve);
cusolverStatus_t cusolverRfGetAlgs(cusolverRfHandle_t handle, cusolverRfFactorization_t *factor,
                                   cusolverRfTriangularSolve_t *solve);
cusolverStatus_t cusolverRfSetResetValuesFastMode(cusolverRfHandle_t handle,
                                                  cusolverRfResetValuesFastMode_t mode);
cusolverStatus_t cusolverRfGetResetValuesFastMode(cusolverRfHandle_t handle,
                                                  cusolverRfResetValuesFastMode_t *mode);

/* P A Q' = L U, by rows, from 0: row p[i] of A is row i there, and column q[j] is column j. Arrays
 * of the host, or of the device. */
#define SIMGPU_CUSOLVERRF_SETUP(name)                                                              \
    cusolverStatus_t name(int n, int entries, int *offsets, int *indices, double *values,          \
                          int entries_l, int *offsets_l, int *indices_l, double *values_l,         \
                          int entries_u, int *offsets_u, int *indices_u, double *values_u, int *p, \
                          int *q, cusolverRfHandle_t handle)
SIMGPU_CUSOLVERRF_SETUP(cusolverRfSetupHost);
SIMGPU_CUSOLVERRF_SETUP(cusolverRfSetupDevice);
/* The rest takes arrays of the device. */
cusolverStatus_t cusolverRfResetValues(int n, int entries, int *offsets, int *indices,
                                       double *values, int *p, int *q, cusolverRfHandle_t handle);
cusolverStatus_t cusolverRfAnalyze(cusolverRfHandle_t handle);
cusolverStatus_t cusolverRfRefactor(cusolverRfHandle_t handle);
cusolverStatus_t cusolverRfAccessBundledFactorsDevice(cusolverRfHandle_t handle, int *entries,
                                                      int **offsets, int **indices,
                                                      double **values);
/* x in b's place. room: n numbers for each of them. */
cusolverStatus_t cusolverRfSolve(cusolverRfHandle_t handle, int *p, int *q, int count, double *room,
                                 int ld_room, double *x, int ldx);

#define SIMGPU_CUSOLVERRF_REFUSED(REFUSED)                                                         \
    REFUSED(cusolverRfExtractBundledFactorsHost)                                                   \
    REFUSED(cusolverRfExtractSplitFactorsHost)                                                     \
    REFUSED(cusolverRfBatchSetupHost)                                                              \
    REFUSED(cusolverRfBatchResetValues)                                                            \
    REFUSED(cusolverRfBatchAnalyze)                                                                \
    REFUSED(cusolverRfBatchRefactor)                                                               \
    REFUSED(cusolverRfBatchSolve)                                                                  \
    REFUSED(cusolverRfBatchZeroPivot)
#define SIMGPU_CUSOLVERRF_REFUSE(name) cusolverStatus_t name(SIMGPU_REFUSED_ARGUMENTS);
SIMGPU_CUSOLVERRF_REFUSED(SIMGPU_CUSOLVERRF_REFUSE)
#undef SIMGPU_CUSOLVERRF_REFUSE

#ifdef __cplusplus
}
#endif

#endif
