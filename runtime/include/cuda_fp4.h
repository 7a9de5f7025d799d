/* SPDX-License-Identifier: BSD-3-Clause */
/* Four bits of floating point: __nv_fp4_e2m1, two of it in a byte, four in two, and the functions
 * that convert. All of it is integer arithmetic, as in cuda_fp6.h.
 */
#ifndef SIMGPU_CUDA_FP4_H
#define SIMGPU_CUDA_FP4_H

#include "simgpu/fp8/small_pairs.h"

typedef unsigned char __nv_fp4_storage_t;
typedef unsigned char __nv_fp4x2_storage_t;
typedef unsigned short __nv_fp4x4_storage_t;
enum __nv_fp4_interpretation_t { __NV_E2M1 };

SIMGPU_HOST_DEVICE simgpu_small_format simgpu_fp4_format(__nv_fp4_interpretation_t)
{
    const simgpu_small_format e2m1 = {4, 1, 0};
    return e2m1;
}

#define SIMGPU_SMALL(before, behind) before##fp4##behind
#define SIMGPU_SMALL_SHIFT           4
#include "simgpu/fp8/small_calls.h"

#define SIMGPU_SMALL_T      __nv_fp4_e2m1
#define SIMGPU_SMALLX2_T    __nv_fp4x2_e2m1
#define SIMGPU_SMALLX4_T    __nv_fp4x4_e2m1
#define SIMGPU_SMALL_FORMAT __NV_E2M1
#include "simgpu/fp8/small_type.h"

#undef SIMGPU_SMALL
#undef SIMGPU_SMALL_SHIFT
#undef SIMGPU_SMALL_CODE
#undef SIMGPU_SMALL_PAIR

#endif
