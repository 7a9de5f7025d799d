/* SPDX-License-Identifier: BSD-3-Clause */
/* cuSOLVER for several GPUs: every call is refused by name.
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

#define SIMGPU_CUSOLVERMG_REFUSED(REFUSED)                                                         \
    REFUSED(cusolverMgCreate)                                                                      \
    REFUSED(cusolverMgDestroy)                                                                     \
    REFUSED(cusolverMgDeviceSelect)                                                                \
    REFUSED(cusolverMgCreateDeviceGrid)                                                            \
    REFUSED(cusolverMgDestroyGrid)                                                                 \
    REFUSED(cusolverMgCreateMatrixDesc)                                                            \
    REFUSED(cusolverMgDestroyMatrixDesc)                                                           \
    REFUSED(cusolverMgSyevd_bufferSize)                                                            \
    REFUSED(cusolverMgSyevd)                                                                       \
    REFUSED(cusolverMgGetrf_bufferSize)                                                            \
    REFUSED(cusolverMgGetrf)                                                                       \
    REFUSED(cusolverMgGetrs_bufferSize)                                                            \
    REFUSED(cusolverMgGetrs)                                                                       \
    REFUSED(cusolverMgPotrf_bufferSize)                                                            \
    REFUSED(cusolverMgPotrf)                                                                       \
    REFUSED(cusolverMgPotrs_bufferSize)                                                            \
    REFUSED(cusolverMgPotrs)                                                                       \
    REFUSED(cusolverMgPotri_bufferSize)                                                            \
    REFUSED(cusolverMgPotri)
#define SIMGPU_CUSOLVERMG_REFUSE(name) cusolverStatus_t name(SIMGPU_REFUSED_ARGUMENTS);
SIMGPU_CUSOLVERMG_REFUSED(SIMGPU_CUSOLVERMG_REFUSE)
#undef SIMGPU_CUSOLVERMG_REFUSE

#ifdef __cplusplus
}
#endif

#endif
