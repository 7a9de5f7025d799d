/* SPDX-License-Identifier: BSD-3-Clause */
/* Part of cublas_api.h: the calls that the library refuses, for each letter and single ones. */
#include "refused.h"

#define SIMGPU_CUBLAS_REFUSED_OF(REFUSED, X)                                                       \
    REFUSED(cublas##X##gemvBatched)                                                                \
    REFUSED(cublas##X##tpttr)                                                                      \
    REFUSED(cublas##X##trttp)

#define SIMGPU_CUBLAS_REFUSED(REFUSED)                                                             \
    SIMGPU_CUBLAS_REFUSED_OF(REFUSED, S)                                                           \
    SIMGPU_CUBLAS_REFUSED_OF(REFUSED, D)                                                           \
    SIMGPU_CUBLAS_REFUSED_OF(REFUSED, C)                                                           \
    SIMGPU_CUBLAS_REFUSED_OF(REFUSED, Z)                                                           \
    REFUSED(cublasSrotmg_v2)                                                                       \
    REFUSED(cublasDrotmg_v2)                                                                       \
    REFUSED(cublasCrotg_v2)                                                                        \
    REFUSED(cublasZrotg_v2)                                                                        \
    REFUSED(cublasRotEx)                                                                           \
    REFUSED(cublasRotgEx)                                                                          \
    REFUSED(cublasRotmEx)                                                                          \
    REFUSED(cublasRotmgEx)                                                                         \
    REFUSED(cublasDotcEx)                                                                          \
    REFUSED(cublasAsumEx)                                                                          \
    REFUSED(cublasIamaxEx)                                                                         \
    REFUSED(cublasIaminEx)                                                                         \
    REFUSED(cublasCopyEx)                                                                          \
    REFUSED(cublasSwapEx)                                                                          \
    REFUSED(cublasCgemmEx)                                                                         \
    REFUSED(cublasCsyrkEx)                                                                         \
    REFUSED(cublasCherkEx)                                                                         \
    REFUSED(cublasCsyrk3mEx)                                                                       \
    REFUSED(cublasCherk3mEx)                                                                       \
    REFUSED(cublasCgemm3mEx)                                                                       \
    REFUSED(cublasCgemm3mBatched)                                                                  \
    REFUSED(cublasCgemm3mStridedBatched)                                                           \
    REFUSED(cublasHSHgemvBatched)                                                                  \
    REFUSED(cublasHSSgemvBatched)                                                                  \
    REFUSED(cublasTSTgemvBatched)                                                                  \
    REFUSED(cublasTSSgemvBatched)                                                                  \
    REFUSED(cublasHSHgemvStridedBatched)                                                           \
    REFUSED(cublasHSSgemvStridedBatched)                                                           \
    REFUSED(cublasTSTgemvStridedBatched)                                                           \
    REFUSED(cublasTSSgemvStridedBatched)                                                           \
    REFUSED(cublasUint8gemmBias)

#define SIMGPU_CUBLAS_REFUSE(name) cublasStatus_t name(SIMGPU_REFUSED_ARGUMENTS);
SIMGPU_CUBLAS_REFUSED(SIMGPU_CUBLAS_REFUSE)
#undef SIMGPU_CUBLAS_REFUSE
#define cublasSrotmg cublasSrotmg_v2
#define cublasDrotmg cublasDrotmg_v2
#define cublasCrotg  cublasCrotg_v2
#define cublasZrotg  cublasZrotg_v2
