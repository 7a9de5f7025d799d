/* SPDX-License-Identifier: BSD-3-Clause */
/* The part of CUDA C that kernels in this repository use, for clang without a CUDA toolkit.
 *
 * clang compiles CUDA C to PTX by itself, but takes threadIdx, atomicAdd and the like from NVIDIA's
 * headers. This file stands in for them, so that a Debian machine with clang-14 and nothing else
 * builds every kernel. It is included before the source by the compiler:
 *
 *     clang-14 -x cuda --cuda-device-only --cuda-gpu-arch=sm_20 --cuda-path=/nonexistent
 *         -nocudainc -nocudalib -S -O2 -fdeclspec -include workloads/include/simgpu_cuda.h
 *         NAME.cu -o NAME.ptx
 *
 * The same .cu files compile unchanged with nvcc, which needs no such header.
 *
 * Only device code is covered: launches, copies and allocation belong to the workload's JSON file.
 * What is missing here (texture functions, sinf, shuffles, ...) ends in a compiler error.
 *
 * Source: CUDA C++ Programming Guide, "C++ Language Extensions", for names and meanings; LLVM,
 * "User Guide for NVPTX Back-end", and clang's BuiltinsNVPTX.def for the intrinsics.
 * Differs: blockIdx & co. are objects whose members are properties, as in clang's own wrapper
 * headers, because a special register has no address.
 */
#ifndef SIMGPU_CUDA_H
#define SIMGPU_CUDA_H

#define __host__               __attribute__((host))
#define __device__             __attribute__((device))
#define __global__             __attribute__((global))
#define __shared__             __attribute__((shared))
#define __constant__           __attribute__((constant))
#define __launch_bounds__(...) __attribute__((launch_bounds(__VA_ARGS__)))
#define __forceinline__        inline __attribute__((always_inline))

#define SIMGPU_DEVICE_FUNCTION static __device__ __forceinline__

struct dim3 {
    unsigned x, y, z;
    __host__ __device__ constexpr dim3(unsigned x = 1, unsigned y = 1, unsigned z = 1)
        : x(x), y(y), z(z)
    {
    }
};

/* ---- special registers: threadIdx.x reads %tid.x ---- */

#define SIMGPU_SPECIAL_REGISTER(name, reg)                                                         \
    struct simgpu_##name {                                                                         \
        __declspec(property(get = read_x)) unsigned x;                                             \
        __declspec(property(get = read_y)) unsigned y;                                             \
        __declspec(property(get = read_z)) unsigned z;                                             \
        SIMGPU_DEVICE_FUNCTION unsigned read_x()                                                   \
        {                                                                                          \
            return __nvvm_read_ptx_sreg_##reg##_x();                                               \
        }                                                                                          \
        SIMGPU_DEVICE_FUNCTION unsigned read_y()                                                   \
        {                                                                                          \
            return __nvvm_read_ptx_sreg_##reg##_y();                                               \
        }                                                                                          \
        SIMGPU_DEVICE_FUNCTION unsigned read_z()                                                   \
        {                                                                                          \
            return __nvvm_read_ptx_sreg_##reg##_z();                                               \
        }                                                                                          \
        __device__ operator dim3() const                                                           \
        {                                                                                          \
            return dim3(read_x(), read_y(), read_z());                                             \
        }                                                                                          \
    };                                                                                             \
    extern const __device__ __attribute__((weak)) simgpu_##name name;

SIMGPU_SPECIAL_REGISTER(threadIdx, tid)
SIMGPU_SPECIAL_REGISTER(blockIdx, ctaid)
SIMGPU_SPECIAL_REGISTER(blockDim, ntid)
SIMGPU_SPECIAL_REGISTER(gridDim, nctaid)

enum { warpSize = 32 };

/* ---- ordering. Assembly that may touch all memory, in place of clang's builtins: clang 14 takes a
 * barrier builtin for a function that cannot write this file's __shared__ variables, and moves
 * loads of them up across it. clang marks assembly in CUDA as convergent, as a barrier needs.
 * ---- */

SIMGPU_DEVICE_FUNCTION void simgpu_barrier()
{
    asm volatile("bar.sync 0;" ::: "memory");
}
#define __syncthreads() simgpu_barrier()

SIMGPU_DEVICE_FUNCTION void __threadfence()
{
    asm volatile("membar.gl;" ::: "memory");
}
SIMGPU_DEVICE_FUNCTION void __threadfence_block()
{
    asm volatile("membar.cta;" ::: "memory");
}

/* ---- atomics: each returns the old value. Signed and unsigned words share the instruction where
 * two's complement makes them the same. clang finds the address space: atom.global, atom.shared. */

SIMGPU_DEVICE_FUNCTION int atomicAdd(int *address, int value)
{
    return __nvvm_atom_add_gen_i(address, value);
}
SIMGPU_DEVICE_FUNCTION unsigned atomicAdd(unsigned *address, unsigned value)
{
    return (unsigned)__nvvm_atom_add_gen_i((int *)address, (int)value);
}
SIMGPU_DEVICE_FUNCTION float atomicAdd(float *address, float value)
{
    return __nvvm_atom_add_gen_f(address, value);
}
SIMGPU_DEVICE_FUNCTION int atomicMin(int *address, int value)
{
    return __nvvm_atom_min_gen_i(address, value);
}
SIMGPU_DEVICE_FUNCTION unsigned atomicMin(unsigned *address, unsigned value)
{
    return __nvvm_atom_min_gen_ui(address, value);
}
SIMGPU_DEVICE_FUNCTION int atomicMax(int *address, int value)
{
    return __nvvm_atom_max_gen_i(address, value);
}
SIMGPU_DEVICE_FUNCTION unsigned atomicMax(unsigned *address, unsigned value)
{
    return __nvvm_atom_max_gen_ui(address, value);
}
SIMGPU_DEVICE_FUNCTION int atomicExch(int *address, int value)
{
    return __nvvm_atom_xchg_gen_i(address, value);
}
SIMGPU_DEVICE_FUNCTION unsigned atomicExch(unsigned *address, unsigned value)
{
    return (unsigned)__nvvm_atom_xchg_gen_i((int *)address, (int)value);
}
SIMGPU_DEVICE_FUNCTION int atomicCAS(int *address, int expected, int value)
{
    return __nvvm_atom_cas_gen_i(address, expected, value);
}
SIMGPU_DEVICE_FUNCTION unsigned atomicCAS(unsigned *address, unsigned expected, unsigned value)
{
    return (unsigned)__nvvm_atom_cas_gen_i((int *)address, (int)expected, (int)value);
}
SIMGPU_DEVICE_FUNCTION int atomicOr(int *address, int value)
{
    return __nvvm_atom_or_gen_i(address, value);
}
SIMGPU_DEVICE_FUNCTION unsigned atomicOr(unsigned *address, unsigned value)
{
    return (unsigned)__nvvm_atom_or_gen_i((int *)address, (int)value);
}

/* ---- arithmetic ---- */

SIMGPU_DEVICE_FUNCTION float fmaf(float a, float b, float c)
{
    return __nvvm_fma_rn_f(a, b, c);
}
SIMGPU_DEVICE_FUNCTION float fminf(float a, float b)
{
    return __nvvm_fmin_f(a, b);
}
SIMGPU_DEVICE_FUNCTION float fmaxf(float a, float b)
{
    return __nvvm_fmax_f(a, b);
}
SIMGPU_DEVICE_FUNCTION int min(int a, int b)
{
    return a < b ? a : b;
}
SIMGPU_DEVICE_FUNCTION unsigned min(unsigned a, unsigned b)
{
    return a < b ? a : b;
}
SIMGPU_DEVICE_FUNCTION int max(int a, int b)
{
    return a > b ? a : b;
}
SIMGPU_DEVICE_FUNCTION unsigned max(unsigned a, unsigned b)
{
    return a > b ? a : b;
}

#endif
