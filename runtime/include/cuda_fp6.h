/* SPDX-License-Identifier: BSD-3-Clause */
/* Six bits of floating point: __nv_fp6_e2m3 and __nv_fp6_e3m2, two and four of them, each in a
 * byte, and the functions that convert. All of it is integer arithmetic (simgpu/fp8/small_bits.h):
 * no GPU that simgpu's compilers know has instructions for it.
 */
#ifndef SIMGPU_CUDA_FP6_H
#define SIMGPU_CUDA_FP6_H

#include "simgpu/fp8/small_pairs.h"

typedef unsigned char __nv_fp6_storage_t;
typedef unsigned short __nv_fp6x2_storage_t;
typedef unsigned int __nv_fp6x4_storage_t;
enum __nv_fp6_interpretation_t { __NV_E2M3, __NV_E3M2 };

SIMGPU_HOST_DEVICE simgpu_small_format simgpu_fp6_format(__nv_fp6_interpretation_t format)
{
    const simgpu_small_format e2m3 = {6, 3, 0}, e3m2 = {6, 2, -2};
    return format == __NV_E2M3 ? e2m3 : e3m2;
}

#define SIMGPU_SMALL(before, behind) before##fp6##behind
#define SIMGPU_SMALL_SHIFT           8
#include "simgpu/fp8/small_calls.h"

#define SIMGPU_SMALL_T      __nv_fp6_e2m3
#define SIMGPU_SMALLX2_T    __nv_fp6x2_e2m3
#define SIMGPU_SMALLX4_T    __nv_fp6x4_e2m3
#define SIMGPU_SMALL_FORMAT __NV_E2M3
#include "simgpu/fp8/small_type.h"

#define SIMGPU_SMALL_T      __nv_fp6_e3m2
#define SIMGPU_SMALLX2_T    __nv_fp6x2_e3m2
#define SIMGPU_SMALLX4_T    __nv_fp6x4_e3m2
#define SIMGPU_SMALL_FORMAT __NV_E3M2
#include "simgpu/fp8/small_type.h"

#undef SIMGPU_SMALL
#undef SIMGPU_SMALL_SHIFT
#undef SIMGPU_SMALL_CODE
#undef SIMGPU_SMALL_PAIR

#endif
