/* SPDX-License-Identifier: BSD-3-Clause */
/* Part of cublas_api.h: the calls that the library refuses, for each letter and single ones. */
#include "refused.h"

/* Those that have no twin for numbers of 64 bits. */
#define SIMGPU_CUBLAS_REFUSED_NARROW(REFUSED)                                                      \
    REFUSED(cublasStpttr)                                                                          \
    REFUSED(cublasDtpttr)                                                                          \
    REFUSED(cublasCtpttr)                                                                          \
    REFUSED(cublasZtpttr)                                                                          \
    REFUSED(cublasStrttp)                                                                          \
    REFUSED(cublasDtrttp)                                                                          \
    REFUSED(cublasCtrttp)                                                                          \
    REFUSED(cublasZtrttp)                                                                          \
    REFUSED(cublasSrotmg_v2)                                                                       \
    REFUSED(cublasDrotmg_v2)                                                                       \
    REFUSED(cublasCrotg_v2)                                                                        \
    REFUSED(cublasZrotg_v2)                                                                        \
    REFUSED(cublasRotgEx)                                                                          \
    REFUSED(cublasRotmgEx)                                                                         \
    REFUSED(cublasUint8gemmBias)

#define SIMGPU_CUBLAS_REFUSED_TWINS(REFUSED)                                                       \
    REFUSED(cublasSgemvBatched)                                                                    \
    REFUSED(cublasDgemvBatched)                                                                    \
    REFUSED(cublasCgemvBatched)                                                                    \
    REFUSED(cublasZgemvBatched)                                                                    \
    REFUSED(cublasRotEx)                                                                           \
    REFUSED(cublasRotmEx)                                                                          \
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
    REFUSED(cublasTSSgemvStridedBatched)

#define SIMGPU_CUBLAS_REFUSED(REFUSED)                                                             \
    SIMGPU_CUBLAS_REFUSED_NARROW(REFUSED)                                                          \
    SIMGPU_CUBLAS_REFUSED_TWINS(REFUSED)

#define SIMGPU_CUBLAS_REFUSE(name) cublasStatus_t name(SIMGPU_REFUSED_ARGUMENTS);
SIMGPU_CUBLAS_REFUSED(SIMGPU_CUBLAS_REFUSE)
#ifndef SIMGPU_CUBLAS_H
#define SIMGPU_CUBLAS_REFUSE_WIDE(name) cublasStatus_t name##_64(SIMGPU_REFUSED_ARGUMENTS);
SIMGPU_CUBLAS_REFUSED_TWINS(SIMGPU_CUBLAS_REFUSE_WIDE)
#undef SIMGPU_CUBLAS_REFUSE_WIDE
#endif
#undef SIMGPU_CUBLAS_REFUSE
#define cublasSrotmg cublasSrotmg_v2
#define cublasDrotmg cublasDrotmg_v2
#define cublasCrotg  cublasCrotg_v2
#define cublasZrotg  cublasZrotg_v2
