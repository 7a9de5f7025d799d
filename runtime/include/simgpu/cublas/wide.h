/* SPDX-License-Identifier: BSD-3-Clause */
/* Part of cublas_api.h, for C++: calls whose numbers of rows, columns and steps have 64 bits. Each
 * is the call of its name: no matrix here has 2^31 rows, and a number that does not fit is as wrong
 * as -1.
 *
 * Source: cuBLAS 12.x documentation, "64-bit Integer Interface". Differs: they are no functions of
 * the library, and C programs do not have them. Indices of largest elements are for the host.
 */
struct simgpu_wide {
    long long number;
    operator int() const
    {
        return number == (int)number ? (int)number : -1;
    }
    operator long() const
    {
        return (long)number;
    }
    operator long long() const
    {
        return number;
    }
};
template <class T> static inline T simgpu_widened(T argument)
{
    return argument;
}
static inline simgpu_wide simgpu_widened(long number)
{
    return simgpu_wide{number};
}
static inline simgpu_wide simgpu_widened(long long number)
{
    return simgpu_wide{number};
}

#define SIMGPU_CUBLAS_WIDE(name)                                                                   \
    template <class... A> static inline cublasStatus_t name##_64(A... arguments)                   \
    {                                                                                              \
        return name(simgpu_widened(arguments)...);                                                 \
    }                                                                                              \
    template <class... A> static inline cublasStatus_t name##_v2_64(A... arguments)                \
    {                                                                                              \
        return name(simgpu_widened(arguments)...);                                                 \
    }
#define SIMGPU_CUBLAS_WIDE_OF(name)                                                                \
    SIMGPU_CUBLAS_WIDE(cublasS##name)                                                              \
    SIMGPU_CUBLAS_WIDE(cublasD##name)                                                              \
    SIMGPU_CUBLAS_WIDE(cublasC##name)                                                              \
    SIMGPU_CUBLAS_WIDE(cublasZ##name)
SIMGPU_CUBLAS_WIDE_OF(axpy)
SIMGPU_CUBLAS_WIDE_OF(copy)
SIMGPU_CUBLAS_WIDE_OF(dgmm)
SIMGPU_CUBLAS_WIDE_OF(gbmv)
SIMGPU_CUBLAS_WIDE_OF(geam)
SIMGPU_CUBLAS_WIDE_OF(gemm)
SIMGPU_CUBLAS_WIDE_OF(gemmBatched)
SIMGPU_CUBLAS_WIDE_OF(gemmStridedBatched)
SIMGPU_CUBLAS_WIDE_OF(gemv)
SIMGPU_CUBLAS_WIDE_OF(gemvBatched)
SIMGPU_CUBLAS_WIDE_OF(gemvStridedBatched)
SIMGPU_CUBLAS_WIDE_OF(rot)
SIMGPU_CUBLAS_WIDE_OF(scal)
SIMGPU_CUBLAS_WIDE_OF(swap)
SIMGPU_CUBLAS_WIDE_OF(symm)
SIMGPU_CUBLAS_WIDE_OF(symv)
SIMGPU_CUBLAS_WIDE_OF(syr)
SIMGPU_CUBLAS_WIDE_OF(syr2)
SIMGPU_CUBLAS_WIDE_OF(syr2k)
SIMGPU_CUBLAS_WIDE_OF(syrk)
SIMGPU_CUBLAS_WIDE_OF(syrkx)
SIMGPU_CUBLAS_WIDE_OF(tbmv)
SIMGPU_CUBLAS_WIDE_OF(tbsv)
SIMGPU_CUBLAS_WIDE_OF(tpmv)
SIMGPU_CUBLAS_WIDE_OF(tpsv)
SIMGPU_CUBLAS_WIDE_OF(trmm)
SIMGPU_CUBLAS_WIDE_OF(trmv)
SIMGPU_CUBLAS_WIDE_OF(trsm)
SIMGPU_CUBLAS_WIDE_OF(trsmBatched)
SIMGPU_CUBLAS_WIDE_OF(trsv)
SIMGPU_CUBLAS_WIDE(cublasAsumEx)
SIMGPU_CUBLAS_WIDE(cublasAxpyEx)
SIMGPU_CUBLAS_WIDE(cublasCdotc)
SIMGPU_CUBLAS_WIDE(cublasCdotu)
SIMGPU_CUBLAS_WIDE(cublasCgemm3m)
SIMGPU_CUBLAS_WIDE(cublasCgemm3mBatched)
SIMGPU_CUBLAS_WIDE(cublasCgemm3mEx)
SIMGPU_CUBLAS_WIDE(cublasCgemm3mStridedBatched)
SIMGPU_CUBLAS_WIDE(cublasCgemmEx)
SIMGPU_CUBLAS_WIDE(cublasCgerc)
SIMGPU_CUBLAS_WIDE(cublasCgeru)
SIMGPU_CUBLAS_WIDE(cublasChbmv)
SIMGPU_CUBLAS_WIDE(cublasChemm)
SIMGPU_CUBLAS_WIDE(cublasChemv)
SIMGPU_CUBLAS_WIDE(cublasCher)
SIMGPU_CUBLAS_WIDE(cublasCher2)
SIMGPU_CUBLAS_WIDE(cublasCher2k)
SIMGPU_CUBLAS_WIDE(cublasCherk)
SIMGPU_CUBLAS_WIDE(cublasCherk3mEx)
SIMGPU_CUBLAS_WIDE(cublasCherkEx)
SIMGPU_CUBLAS_WIDE(cublasCherkx)
SIMGPU_CUBLAS_WIDE(cublasChpmv)
SIMGPU_CUBLAS_WIDE(cublasChpr)
SIMGPU_CUBLAS_WIDE(cublasChpr2)
SIMGPU_CUBLAS_WIDE(cublasCopyEx)
SIMGPU_CUBLAS_WIDE(cublasCsrot)
SIMGPU_CUBLAS_WIDE(cublasCsscal)
SIMGPU_CUBLAS_WIDE(cublasCsyrk3mEx)
SIMGPU_CUBLAS_WIDE(cublasCsyrkEx)
SIMGPU_CUBLAS_WIDE(cublasDasum)
SIMGPU_CUBLAS_WIDE(cublasDdot)
SIMGPU_CUBLAS_WIDE(cublasDger)
SIMGPU_CUBLAS_WIDE(cublasDnrm2)
SIMGPU_CUBLAS_WIDE(cublasDotEx)
SIMGPU_CUBLAS_WIDE(cublasDotcEx)
SIMGPU_CUBLAS_WIDE(cublasDrotm)
SIMGPU_CUBLAS_WIDE(cublasDsbmv)
SIMGPU_CUBLAS_WIDE(cublasDspmv)
SIMGPU_CUBLAS_WIDE(cublasDspr)
SIMGPU_CUBLAS_WIDE(cublasDspr2)
SIMGPU_CUBLAS_WIDE(cublasDzasum)
SIMGPU_CUBLAS_WIDE(cublasDznrm2)
SIMGPU_CUBLAS_WIDE(cublasGemmBatchedEx)
SIMGPU_CUBLAS_WIDE(cublasGemmEx)
SIMGPU_CUBLAS_WIDE(cublasGemmStridedBatchedEx)
SIMGPU_CUBLAS_WIDE(cublasGetMatrix)
SIMGPU_CUBLAS_WIDE(cublasGetMatrixAsync)
SIMGPU_CUBLAS_WIDE(cublasGetVector)
SIMGPU_CUBLAS_WIDE(cublasGetVectorAsync)
SIMGPU_CUBLAS_WIDE(cublasHSHgemvBatched)
SIMGPU_CUBLAS_WIDE(cublasHSHgemvStridedBatched)
SIMGPU_CUBLAS_WIDE(cublasHSSgemvBatched)
SIMGPU_CUBLAS_WIDE(cublasHSSgemvStridedBatched)
SIMGPU_CUBLAS_WIDE(cublasHgemm)
SIMGPU_CUBLAS_WIDE(cublasHgemmBatched)
SIMGPU_CUBLAS_WIDE(cublasHgemmStridedBatched)
SIMGPU_CUBLAS_WIDE(cublasNrm2Ex)
SIMGPU_CUBLAS_WIDE(cublasRotEx)
SIMGPU_CUBLAS_WIDE(cublasRotmEx)
SIMGPU_CUBLAS_WIDE(cublasSasum)
SIMGPU_CUBLAS_WIDE(cublasScalEx)
SIMGPU_CUBLAS_WIDE(cublasScasum)
SIMGPU_CUBLAS_WIDE(cublasScnrm2)
SIMGPU_CUBLAS_WIDE(cublasSdot)
SIMGPU_CUBLAS_WIDE(cublasSetMatrix)
SIMGPU_CUBLAS_WIDE(cublasSetMatrixAsync)
SIMGPU_CUBLAS_WIDE(cublasSetVector)
SIMGPU_CUBLAS_WIDE(cublasSetVectorAsync)
SIMGPU_CUBLAS_WIDE(cublasSgemmEx)
SIMGPU_CUBLAS_WIDE(cublasSger)
SIMGPU_CUBLAS_WIDE(cublasSnrm2)
SIMGPU_CUBLAS_WIDE(cublasSrotm)
SIMGPU_CUBLAS_WIDE(cublasSsbmv)
SIMGPU_CUBLAS_WIDE(cublasSspmv)
SIMGPU_CUBLAS_WIDE(cublasSspr)
SIMGPU_CUBLAS_WIDE(cublasSspr2)
SIMGPU_CUBLAS_WIDE(cublasSwapEx)
SIMGPU_CUBLAS_WIDE(cublasTSSgemvBatched)
SIMGPU_CUBLAS_WIDE(cublasTSSgemvStridedBatched)
SIMGPU_CUBLAS_WIDE(cublasTSTgemvBatched)
SIMGPU_CUBLAS_WIDE(cublasTSTgemvStridedBatched)
SIMGPU_CUBLAS_WIDE(cublasZdotc)
SIMGPU_CUBLAS_WIDE(cublasZdotu)
SIMGPU_CUBLAS_WIDE(cublasZdrot)
SIMGPU_CUBLAS_WIDE(cublasZdscal)
SIMGPU_CUBLAS_WIDE(cublasZgemm3m)
SIMGPU_CUBLAS_WIDE(cublasZgerc)
SIMGPU_CUBLAS_WIDE(cublasZgeru)
SIMGPU_CUBLAS_WIDE(cublasZhbmv)
SIMGPU_CUBLAS_WIDE(cublasZhemm)
SIMGPU_CUBLAS_WIDE(cublasZhemv)
SIMGPU_CUBLAS_WIDE(cublasZher)
SIMGPU_CUBLAS_WIDE(cublasZher2)
SIMGPU_CUBLAS_WIDE(cublasZher2k)
SIMGPU_CUBLAS_WIDE(cublasZherk)
SIMGPU_CUBLAS_WIDE(cublasZherkx)
SIMGPU_CUBLAS_WIDE(cublasZhpmv)
SIMGPU_CUBLAS_WIDE(cublasZhpr)
SIMGPU_CUBLAS_WIDE(cublasZhpr2)

#define SIMGPU_CUBLAS_WIDE_INDEX(name)                                                             \
    template <class T>                                                                             \
    static inline cublasStatus_t name##_64(cublasHandle_t handle, int64_t n, const T *x,           \
                                           int64_t step, int64_t *result)                          \
    {                                                                                              \
        cublasPointerMode_t mode = CUBLAS_POINTER_MODE_HOST;                                       \
        int index = 0;                                                                             \
        cublasGetPointerMode(handle, &mode);                                                       \
        if (mode != CUBLAS_POINTER_MODE_HOST)                                                      \
            return CUBLAS_STATUS_NOT_SUPPORTED;                                                    \
        const cublasStatus_t status = name(handle, simgpu_wide{n}, x, simgpu_wide{step}, &index);  \
        *result = index;                                                                           \
        return status;                                                                             \
    }                                                                                              \
    template <class T>                                                                             \
    static inline cublasStatus_t name##_v2_64(cublasHandle_t handle, int64_t n, const T *x,        \
                                              int64_t step, int64_t *result)                       \
    {                                                                                              \
        return name##_64(handle, n, x, step, result);                                              \
    }
SIMGPU_CUBLAS_WIDE_INDEX(cublasIcamax)
SIMGPU_CUBLAS_WIDE_INDEX(cublasIcamin)
SIMGPU_CUBLAS_WIDE_INDEX(cublasIdamax)
SIMGPU_CUBLAS_WIDE_INDEX(cublasIdamin)
SIMGPU_CUBLAS_WIDE_INDEX(cublasIsamax)
SIMGPU_CUBLAS_WIDE_INDEX(cublasIsamin)
SIMGPU_CUBLAS_WIDE_INDEX(cublasIzamax)
SIMGPU_CUBLAS_WIDE_INDEX(cublasIzamin)

#undef SIMGPU_CUBLAS_WIDE
#undef SIMGPU_CUBLAS_WIDE_OF
#undef SIMGPU_CUBLAS_WIDE_INDEX
