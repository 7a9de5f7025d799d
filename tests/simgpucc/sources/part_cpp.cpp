/* SPDX-License-Identifier: BSD-3-Clause */
/* A part of the program in containers.cu: plain C++ with CUDA's headers, those of 16-bit
 * numbers behind cuBLAS's. */
#include "parts.h"
#include <cublas_v2.h>
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <memory>
#include <vector>

int scaled_in_cpp(int x)
{
    std::vector<int2> v(1, make_int2(x, 2));
    return (int)__half2float(__float2half((float)v[0].x)) *
           (int)__bfloat162float(__float2bfloat16((float)v[0].y));
}
