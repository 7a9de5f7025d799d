/* SPDX-License-Identifier: BSD-3-Clause */
/* The part of OpenCL C that kernels in this repository use, for clang without libclc.
 *
 * clang compiles OpenCL C to PTX by itself, but takes get_global_id, barrier and the like from a
 * library. This file stands in for it. It is included before the source by the compiler:
 *
 *     clang-14 -cc1 -triple nvptx64-unknown-nvidiacl -x cl -cl-std=CL2.0 -target-cpu sm_20
 *         -S -O2 -include workloads/include/simgpu_opencl.h NAME.cl -o NAME.ptx
 *
 * (-cc1, since the driver would include clang's own header, whose functions nobody defines.) The
 * same .cl files are built unchanged by an OpenCL 1.2 driver, which needs no such header.
 *
 * What is missing here (images, exp and other functions with a guaranteed precision, vectors in
 * arithmetic functions, ...) ends in a compiler error. A launch has no offset: global ids start at
 * 0.
 *
 * Source: Khronos, "The OpenCL C Specification" 2.0, section 6.13, for names and meanings; LLVM,
 * "User Guide for NVPTX Back-end", and clang's BuiltinsNVPTX.def for the intrinsics. Differs:
 * atomics take a generic pointer, so that one function serves __global and __local; clang finds the
 * address space again when it has inlined them. get_work_dim is missing, because PTX has no
 * register for it.
 */
#ifndef SIMGPU_OPENCL_H
#define SIMGPU_OPENCL_H

#pragma OPENCL EXTENSION cl_khr_fp64 : enable

typedef unsigned char uchar;
typedef unsigned short ushort;
typedef unsigned int uint;
typedef unsigned long ulong;
typedef __SIZE_TYPE__ size_t;
typedef __PTRDIFF_TYPE__ ptrdiff_t;

typedef int int2 __attribute__((ext_vector_type(2)));
typedef int int4 __attribute__((ext_vector_type(4)));
typedef uint uint2 __attribute__((ext_vector_type(2)));
typedef uint uint4 __attribute__((ext_vector_type(4)));
typedef float float2 __attribute__((ext_vector_type(2)));
typedef float float4 __attribute__((ext_vector_type(4)));

#define INT_MAX  2147483647
#define INT_MIN  (-INT_MAX - 1)
#define UINT_MAX 0xffffffffu
#define FLT_MAX  0x1.fffffep127f
#define INFINITY __builtin_inff()
#define M_PI_F   3.14159274101257f

#define SIMGPU_FUNCTION static inline __attribute__((overloadable, always_inline))

/* ---- work-items: a work-group is a thread block. A dimension beyond 2 is as if of size 1 ---- */

#define SIMGPU_SPECIAL_REGISTER(name, reg, beyond)                                                 \
    SIMGPU_FUNCTION size_t name(uint dimension)                                                    \
    {                                                                                              \
        switch (dimension) {                                                                       \
        case 0:                                                                                    \
            return (uint)__nvvm_read_ptx_sreg_##reg##_x();                                         \
        case 1:                                                                                    \
            return (uint)__nvvm_read_ptx_sreg_##reg##_y();                                         \
        case 2:                                                                                    \
            return (uint)__nvvm_read_ptx_sreg_##reg##_z();                                         \
        default:                                                                                   \
            return beyond;                                                                         \
        }                                                                                          \
    }

SIMGPU_SPECIAL_REGISTER(get_local_id, tid, 0)
SIMGPU_SPECIAL_REGISTER(get_local_size, ntid, 1)
SIMGPU_SPECIAL_REGISTER(get_group_id, ctaid, 0)
SIMGPU_SPECIAL_REGISTER(get_num_groups, nctaid, 1)

SIMGPU_FUNCTION size_t get_global_id(uint dimension)
{
    return get_group_id(dimension) * get_local_size(dimension) + get_local_id(dimension);
}
SIMGPU_FUNCTION size_t get_global_size(uint dimension)
{
    return get_num_groups(dimension) * get_local_size(dimension);
}
SIMGPU_FUNCTION size_t get_global_offset(uint dimension)
{
    return 0;
}

/* ---- ordering. Assembly that may touch all memory, in place of clang's builtins: clang 14 takes a
 * barrier builtin for a function that cannot write a kernel's __local variables, and moves loads
 * of them up across it. A barrier orders both memories, whatever its flags: bar.sync does. ---- */

typedef uint cl_mem_fence_flags;
#define CLK_LOCAL_MEM_FENCE  1u
#define CLK_GLOBAL_MEM_FENCE 2u

SIMGPU_FUNCTION __attribute__((convergent)) void barrier(cl_mem_fence_flags flags)
{
    __asm__ volatile("bar.sync 0;" ::: "memory");
}
SIMGPU_FUNCTION __attribute__((convergent)) void work_group_barrier(cl_mem_fence_flags flags)
{
    barrier(flags);
}
/* Local memory is seen by the own group only; global memory by the whole GPU. */
SIMGPU_FUNCTION void mem_fence(cl_mem_fence_flags flags)
{
    if (flags & CLK_GLOBAL_MEM_FENCE)
        __asm__ volatile("membar.gl;" ::: "memory");
    else
        __asm__ volatile("membar.cta;" ::: "memory");
}
SIMGPU_FUNCTION void read_mem_fence(cl_mem_fence_flags flags)
{
    mem_fence(flags);
}
SIMGPU_FUNCTION void write_mem_fence(cl_mem_fence_flags flags)
{
    mem_fence(flags);
}

/* ---- atomics: each returns the old value. atom.inc and atom.dec of PTX wrap at a bound and are
 * something else than OpenCL's. ---- */

#define SIMGPU_ATOMIC(name, type, builtin, as)                                                     \
    SIMGPU_FUNCTION type name(volatile __generic type *address, type value)                        \
    {                                                                                              \
        return (type)builtin((volatile __generic as *)address, (as)value);                         \
    }

SIMGPU_ATOMIC(atomic_add, int, __nvvm_atom_add_gen_i, int)
SIMGPU_ATOMIC(atomic_add, uint, __nvvm_atom_add_gen_i, int)
SIMGPU_ATOMIC(atomic_min, int, __nvvm_atom_min_gen_i, int)
SIMGPU_ATOMIC(atomic_min, uint, __nvvm_atom_min_gen_ui, uint)
SIMGPU_ATOMIC(atomic_max, int, __nvvm_atom_max_gen_i, int)
SIMGPU_ATOMIC(atomic_max, uint, __nvvm_atom_max_gen_ui, uint)
SIMGPU_ATOMIC(atomic_and, int, __nvvm_atom_and_gen_i, int)
SIMGPU_ATOMIC(atomic_and, uint, __nvvm_atom_and_gen_i, int)
SIMGPU_ATOMIC(atomic_or, int, __nvvm_atom_or_gen_i, int)
SIMGPU_ATOMIC(atomic_or, uint, __nvvm_atom_or_gen_i, int)
SIMGPU_ATOMIC(atomic_xor, int, __nvvm_atom_xor_gen_i, int)
SIMGPU_ATOMIC(atomic_xor, uint, __nvvm_atom_xor_gen_i, int)
SIMGPU_ATOMIC(atomic_xchg, int, __nvvm_atom_xchg_gen_i, int)
SIMGPU_ATOMIC(atomic_xchg, uint, __nvvm_atom_xchg_gen_i, int)

#define SIMGPU_ATOMIC_DERIVED(type)                                                                \
    SIMGPU_FUNCTION type atomic_sub(volatile __generic type *address, type value)                  \
    {                                                                                              \
        return atomic_add(address, (type)(0 - (uint)value));                                       \
    }                                                                                              \
    SIMGPU_FUNCTION type atomic_inc(volatile __generic type *address)                              \
    {                                                                                              \
        return atomic_add(address, (type)1);                                                       \
    }                                                                                              \
    SIMGPU_FUNCTION type atomic_dec(volatile __generic type *address)                              \
    {                                                                                              \
        return atomic_sub(address, (type)1);                                                       \
    }                                                                                              \
    SIMGPU_FUNCTION type atomic_cmpxchg(volatile __generic type *address, type expected,           \
                                        type value)                                                \
    {                                                                                              \
        return (type)__nvvm_atom_cas_gen_i((volatile __generic int *)address, (int)expected,       \
                                           (int)value);                                            \
    }

SIMGPU_ATOMIC_DERIVED(int)
SIMGPU_ATOMIC_DERIVED(uint)

/* ---- arithmetic. native_ functions are the special function unit's, as their name promises ----
 */

#define SIMGPU_MIN_MAX_CLAMP(type)                                                                 \
    SIMGPU_FUNCTION type min(type a, type b)                                                       \
    {                                                                                              \
        return b < a ? b : a;                                                                      \
    }                                                                                              \
    SIMGPU_FUNCTION type max(type a, type b)                                                       \
    {                                                                                              \
        return a < b ? b : a;                                                                      \
    }                                                                                              \
    SIMGPU_FUNCTION type clamp(type x, type lowest, type highest)                                  \
    {                                                                                              \
        return min(max(x, lowest), highest);                                                       \
    }

SIMGPU_MIN_MAX_CLAMP(int)
SIMGPU_MIN_MAX_CLAMP(uint)
SIMGPU_MIN_MAX_CLAMP(long)
SIMGPU_MIN_MAX_CLAMP(ulong)
SIMGPU_MIN_MAX_CLAMP(float)
SIMGPU_MIN_MAX_CLAMP(double)

#define SIMGPU_UNARY(name, type, builtin)                                                          \
    SIMGPU_FUNCTION type name(type x)                                                              \
    {                                                                                              \
        return builtin(x);                                                                         \
    }
#define SIMGPU_BINARY(name, type, builtin)                                                         \
    SIMGPU_FUNCTION type name(type x, type y)                                                      \
    {                                                                                              \
        return builtin(x, y);                                                                      \
    }
#define SIMGPU_TERNARY(name, type, builtin)                                                        \
    SIMGPU_FUNCTION type name(type x, type y, type z)                                              \
    {                                                                                              \
        return builtin(x, y, z);                                                                   \
    }

SIMGPU_UNARY(sqrt, float, __nvvm_sqrt_rn_f)
SIMGPU_UNARY(sqrt, double, __nvvm_sqrt_rn_d)
SIMGPU_UNARY(fabs, float, __nvvm_fabs_f)
SIMGPU_UNARY(fabs, double, __nvvm_fabs_d)
SIMGPU_UNARY(floor, float, __nvvm_floor_f)
SIMGPU_UNARY(ceil, float, __nvvm_ceil_f)
SIMGPU_UNARY(trunc, float, __nvvm_trunc_f)
SIMGPU_BINARY(fmin, float, __nvvm_fmin_f)
SIMGPU_BINARY(fmin, double, __nvvm_fmin_d)
SIMGPU_BINARY(fmax, float, __nvvm_fmax_f)
SIMGPU_BINARY(fmax, double, __nvvm_fmax_d)
SIMGPU_TERNARY(fma, float, __nvvm_fma_rn_f)
SIMGPU_TERNARY(fma, double, __nvvm_fma_rn_d)
SIMGPU_TERNARY(mad, float, __nvvm_fma_rn_f)
SIMGPU_UNARY(native_sqrt, float, __nvvm_sqrt_approx_f)
SIMGPU_UNARY(native_rsqrt, float, __nvvm_rsqrt_approx_f)
SIMGPU_UNARY(native_sin, float, __nvvm_sin_approx_f)
SIMGPU_UNARY(native_cos, float, __nvvm_cos_approx_f)
SIMGPU_UNARY(native_exp2, float, __nvvm_ex2_approx_f)
SIMGPU_UNARY(native_log2, float, __nvvm_lg2_approx_f)

SIMGPU_FUNCTION float native_recip(float x)
{
    return __nvvm_div_approx_f(1.0f, x);
}
SIMGPU_FUNCTION float native_divide(float x, float y)
{
    return __nvvm_div_approx_f(x, y);
}
SIMGPU_FUNCTION float native_exp(float x)
{
    return native_exp2(x * 1.44269504f); /* log2(e) */
}
SIMGPU_FUNCTION float native_log(float x)
{
    return native_log2(x) * 0.693147181f; /* ln(2) */
}

#define as_int(x)   __builtin_astype((x), int)
#define as_uint(x)  __builtin_astype((x), uint)
#define as_float(x) __builtin_astype((x), float)

#define convert_int(x)   ((int)(x))
#define convert_uint(x)  ((uint)(x))
#define convert_float(x) ((float)(x))

#endif
