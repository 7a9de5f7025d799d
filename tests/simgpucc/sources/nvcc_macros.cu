/* SPDX-License-Identifier: BSD-3-Clause */
/* The macros by which programs ask for nvcc and its release, in CUDA and, without __CUDACC__, in C++.
 * Source: nvcc's documentation, "NVCC Identification Macro" and what follows it. */
#ifndef __NVCC__
#error __NVCC__ is not defined
#endif
#if defined(__CUDACC__) != defined(__CUDA__)
#error __CUDACC__ is for CUDA sources
#endif
#if defined(__CUDACC_RDC__) || defined(__CUDACC_DEBUG__) || defined(__CUDACC_RELAXED_CONSTEXPR__) || \
    defined(__CUDACC_EXTENDED_LAMBDA__) || defined(CUDA_API_PER_THREAD_DEFAULT_STREAM)
#ifndef OPTIONS
#error defined without its option
#endif
#endif
#ifdef OPTIONS
#if !__CUDACC_DEBUG__ || !__CUDACC_RELAXED_CONSTEXPR__ || !__CUDACC_EXTENDED_LAMBDA__ || \
    !CUDA_API_PER_THREAD_DEFAULT_STREAM
#error not defined with its option
#endif
#endif
#include "cuda_runtime_api.h"
#if __CUDACC_VER_MAJOR__ * 1000 + __CUDACC_VER_MINOR__ * 10 != CUDART_VERSION
#error the releases of compiler and runtime differ
#endif
#if __CUDA_API_VER_MAJOR__ != __CUDACC_VER_MAJOR__ || __CUDA_API_VER_MINOR__ != __CUDACC_VER_MINOR__
#error the releases of compiler and interface differ
#endif
int build = __CUDACC_VER_BUILD__, architectures[] = {__CUDA_ARCH_LIST__};
#ifdef __CUDA__
int sum_of_list() /* a list in braces, for which nothing was included */
{
    int sum = 0;
    for (int x : {1, 2})
        sum += x;
    return sum;
}
#endif
