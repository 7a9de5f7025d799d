/* SPDX-License-Identifier: BSD-3-Clause */
/* A handle of cuBLAS, and factors that lie on the host or on the device. */
#ifndef SIMGPU_CUBLAS_HANDLE_H
#define SIMGPU_CUBLAS_HANDLE_H

#include <cublas_v2.h>

#include "../common/numbers.h"
#include "../common/refuse.h"

/* What a program says of emulated floats (emulation.cu). */
struct cublas_emulation {
    cublasEmulationStrategy_t strategy;
    cudaEmulationSpecialValuesSupport special_values;
    cudaEmulationMantissaControl control;
    int most_bits, offset;
    int *bits;
};

struct cublasContext {
    cudaStream_t stream;
    cublasPointerMode_t pointer_mode;
    cublasAtomicsMode_t atomics_mode;
    cublasMath_t math_mode;
    int capability; /* of the device, 70 for 7.0 */
    int sms;
    void *scratch; /* device memory of ours, for vectors that a call needs and for partial sums */
    size_t scratch_bytes;
    cublas_emulation emulation;
};

/* Device memory for what this call needs on the way, or NULL. The next call may have the same; the
 * stream keeps them apart. */
void *handle_scratch(cublasHandle_t handle, size_t bytes);

/* What a launch of this call has come to. */
cublasStatus_t handle_launched(void);

/* A factor: the number itself, or where it lies on the device. */
template <class T> struct factor {
    T value;
    const T *device;

    __device__ __forceinline__ T get() const
    {
        return device ? *device : value;
    }
};

template <class T> static inline factor<T> factor_of(cublasHandle_t handle, const void *pointer)
{
    factor<T> made = {T(0), NULL};
    if (handle->pointer_mode == CUBLAS_POINTER_MODE_DEVICE)
        made.device = (const T *)pointer;
    else
        made.value = *(const T *)pointer;
    return made;
}

template <class T> static inline factor<T> factor_constant(T value)
{
    return {value, NULL};
}

/* A vector as BLAS counts it: a negative step begins at the end. */
template <class T> struct vector_of {
    T *first;
    long long step;

    __device__ __forceinline__ T &operator[](long long i) const
    {
        return first[i * step];
    }
};

template <class T, class P> static inline vector_of<T> vector_at(P *x, int n, int step)
{
    T *first = (T *)x;
    return {step < 0 ? first + (long long)(1 - n) * step : first, step};
}

/* How many blocks of `threads` have `n` things to do, at most `most`. */
static inline int blocks_for(long long n, int threads, int most)
{
    long long blocks = (n + threads - 1) / threads;
    return (int)(blocks < most ? blocks : most);
}

#define CHECK_HANDLE(handle)                                                                       \
    do {                                                                                           \
        if (!(handle))                                                                             \
            return CUBLAS_STATUS_NOT_INITIALIZED;                                                  \
    } while (0)
#define CHECK_VALUE(condition)                                                                     \
    do {                                                                                           \
        if (!(condition))                                                                          \
            return CUBLAS_STATUS_INVALID_VALUE;                                                    \
    } while (0)

/* Are these letters of BLAS? Numbers that are none come from programs that cast them. */
static inline bool is_operation(cublasOperation_t trans)
{
    return trans >= CUBLAS_OP_N && trans <= CUBLAS_OP_CONJG;
}
static inline bool is_fill(cublasFillMode_t uplo)
{
    return uplo == CUBLAS_FILL_MODE_LOWER || uplo == CUBLAS_FILL_MODE_UPPER;
}
static inline bool is_side(cublasSideMode_t side)
{
    return side == CUBLAS_SIDE_LEFT || side == CUBLAS_SIDE_RIGHT;
}

/* The element types behind C's and C++'s names: T as CUDA declares it, N as kernels compute. */
#define FOR_EACH_TYPE(DO)                                                                          \
    DO(S, float, float)                                                                            \
    DO(D, double, double)                                                                          \
    DO(C, cuComplex, complex_float)                                                                \
    DO(Z, cuDoubleComplex, complex_double)

/* The types of vectors that the calls named Ex take: form(type, type of scalars and sums, both in
 * C++).
 */
#define EACH_VECTOR_TYPE(form)                                                                     \
    form(CUDA_R_32F, CUDA_R_32F, float, float) form(CUDA_R_64F, CUDA_R_64F, double, double)        \
        form(CUDA_C_32F, CUDA_C_32F, complex_float, complex_float)                                 \
            form(CUDA_C_64F, CUDA_C_64F, complex_double, complex_double)                           \
                form(CUDA_R_16F, CUDA_R_32F, __half, float)                                        \
                    form(CUDA_R_16BF, CUDA_R_32F, __nv_bfloat16, float)

#endif
