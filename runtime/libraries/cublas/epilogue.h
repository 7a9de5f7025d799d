/* SPDX-License-Identifier: BSD-3-Clause */
/* What a kernel does with a sum: the factors, C, and cuBLASLt's epilogues. */
#ifndef SIMGPU_CUBLAS_EPILOGUE_H
#define SIMGPU_CUBLAS_EPILOGUE_H

#include "gemm.h"

static __device__ __forceinline__ float typed_load(const void *from, cudaDataType type, long long i)
{
    if (type == CUDA_R_16F)
        return __half2float(((const __half *)from)[i]);
    if (type == CUDA_R_16BF)
        return __bfloat162float(((const __nv_bfloat16 *)from)[i]);
    return ((const float *)from)[i];
}

static __device__ __forceinline__ void typed_store(void *to, cudaDataType type, long long i,
                                                   float value)
{
    if (type == CUDA_R_16F)
        ((__half *)to)[i] = __float2half(value);
    else if (type == CUDA_R_16BF)
        ((__nv_bfloat16 *)to)[i] = __float2bfloat16(value);
    else
        ((float *)to)[i] = value;
}

/* gelu(x) = x / 2 (1 + tanh(u)) with u = sqrt(2 / pi) (x + 0.044715 x^3), and its derivative. */
static __device__ __forceinline__ float gelu(float x)
{
    float u = 0.7978845608f * (x + 0.044715f * x * x * x);
    return 0.5f * x * (1.0f + tanhf(u));
}

static __device__ __forceinline__ float gelu_slope(float x)
{
    float t = tanhf(0.7978845608f * (x + 0.044715f * x * x * x));
    float inner = 0.7978845608f * (1.0f + 3.0f * 0.044715f * x * x);
    return 0.5f * (1.0f + t) + 0.5f * x * (1.0f - t * t) * inner;
}

/* What becomes of `value` at (i, j) of D in a batch. */
static __device__ __noinline__ __attribute__((unused)) float
epilogue_apply(const gemm_epilogue &e, float value, int i, int j, int batch)
{
    long long aux = i + j * e.aux_ld + batch * e.aux_stride;
    if (e.kind & EPILOGUE_BIAS)
        value += typed_load(e.bias, e.bias_type, i + batch * e.bias_stride);
    if (e.kind & EPILOGUE_AUX)
        typed_store(e.aux, e.aux_type, aux, value);
    if (e.kind & EPILOGUE_RELU)
        value = value < 0 ? 0 : value;
    if (e.kind & EPILOGUE_GELU)
        value = gelu(value);
    if (e.kind & EPILOGUE_DGELU)
        value *= gelu_slope(typed_load(e.aux, e.aux_type, aux));
    return value;
}

#endif
