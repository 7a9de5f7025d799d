/* SPDX-License-Identifier: BSD-3-Clause */
/* The elements of pairs that cuda_fp6.h and cuda_fp4.h convert. */
#ifndef SIMGPU_SMALL_PAIRS_H
#define SIMGPU_SMALL_PAIRS_H

#include "cuda_bf16.h"
#include "cuda_fp16.h"
#include "cuda_runtime.h"
#include "simgpu/fp8/small_bits.h"

#define SIMGPU_ELEMENTS(Pair, One, first, second)                                                  \
    SIMGPU_HOST_DEVICE One simgpu_first_of(Pair x)                                                 \
    {                                                                                              \
        return first;                                                                              \
    }                                                                                              \
    SIMGPU_HOST_DEVICE One simgpu_second_of(Pair x)                                                \
    {                                                                                              \
        return second;                                                                             \
    }
SIMGPU_ELEMENTS(double2, double, x.x, x.y)
SIMGPU_ELEMENTS(float2, float, x.x, x.y)
SIMGPU_ELEMENTS(__half2_raw, __half_raw, __half_raw{x.x}, __half_raw{x.y})
SIMGPU_ELEMENTS(__nv_bfloat162_raw, __nv_bfloat16_raw, __nv_bfloat16_raw{x.x},
                __nv_bfloat16_raw{x.y})
#undef SIMGPU_ELEMENTS

#endif
