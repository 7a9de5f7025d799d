/* SPDX-License-Identifier: BSD-3-Clause */
/* threadIdx, blockIdx, blockDim, gridDim and warpSize.
 *
 * They are objects whose members are properties: reading threadIdx.x calls a function that reads
 * %tid.x, since a special register has no address.
 *
 * Source: CUDA C++ Programming Guide, "Built-in Variables"; clang's BuiltinsNVPTX.def.
 */
#ifndef SIMGPU_BUILTIN_VARIABLES_H
#define SIMGPU_BUILTIN_VARIABLES_H

#include "vector_types.h"

#define SIMGPU_READ_REGISTER(member, reg)                                                          \
    __declspec(property(get = read_##member)) unsigned int member;                                 \
    static __device__ __forceinline__ unsigned int read_##member()                                 \
    {                                                                                              \
        return (unsigned int)__nvvm_read_ptx_sreg_##reg##_##member();                              \
    }

#define SIMGPU_BUILTIN_VARIABLE(name, reg)                                                         \
    struct simgpu_##name {                                                                         \
        SIMGPU_READ_REGISTER(x, reg)                                                               \
        SIMGPU_READ_REGISTER(y, reg)                                                               \
        SIMGPU_READ_REGISTER(z, reg)                                                               \
        __device__ __forceinline__ operator dim3() const                                           \
        {                                                                                          \
            return dim3(read_x(), read_y(), read_z());                                             \
        }                                                                                          \
        __device__ __forceinline__ operator uint3() const                                          \
        {                                                                                          \
            uint3 v = {read_x(), read_y(), read_z()};                                              \
            return v;                                                                              \
        }                                                                                          \
    };                                                                                             \
    extern const __device__ __attribute__((weak)) simgpu_##name name;

SIMGPU_BUILTIN_VARIABLE(threadIdx, tid)
SIMGPU_BUILTIN_VARIABLE(blockIdx, ctaid)
SIMGPU_BUILTIN_VARIABLE(blockDim, ntid)
SIMGPU_BUILTIN_VARIABLE(gridDim, nctaid)

#undef SIMGPU_BUILTIN_VARIABLE
#undef SIMGPU_READ_REGISTER

static const int warpSize = 32;

#endif
