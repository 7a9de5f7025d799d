/* SPDX-License-Identifier: BSD-3-Clause */
/* Atomic functions: each returns the old value.
 *
 * They are clang's builtins where it has them, since the compiler then finds the address space and
 * makes atom.global or atom.shared of them, as nvcc does; signed and unsigned words share the
 * instruction where two's complement makes them the same. What depends on the compute capability
 * is missing below it, as in CUDA, since programs bring their own version then (double add before
 * 6.0).
 *
 * Source: CUDA C++ Programming Guide, "Atomic Functions"; clang's BuiltinsNVPTX.def.
 */
#ifndef SIMGPU_ATOMICS_H
#define SIMGPU_ATOMICS_H

#include "simgpu/device_function.h"

/* The word that a builtin's name ends in is the type it takes. */
#define SIMGPU_ATOMIC(name, type, builtin, word)                                                   \
    SIMGPU_DEVICE type name(type *address, type value)                                             \
    {                                                                                              \
        return (type)builtin((word *)address, (word)value);                                        \
    }

/* scope: nothing, cta_ or sys_, in clang's names. */
#define SIMGPU_ATOMIC_INTEGERS(suffix, scope)                                                      \
    SIMGPU_ATOMIC(atomicAdd##suffix, int, __nvvm_atom_##scope##add_gen_i, int)                     \
    SIMGPU_ATOMIC(atomicAdd##suffix, unsigned int, __nvvm_atom_##scope##add_gen_i, int)            \
    SIMGPU_ATOMIC(atomicAdd##suffix, unsigned long long, __nvvm_atom_##scope##add_gen_ll,          \
                  long long)                                                                       \
    SIMGPU_ATOMIC(atomicExch##suffix, int, __nvvm_atom_##scope##xchg_gen_i, int)                   \
    SIMGPU_ATOMIC(atomicExch##suffix, unsigned int, __nvvm_atom_##scope##xchg_gen_i, int)          \
    SIMGPU_ATOMIC(atomicExch##suffix, unsigned long long, __nvvm_atom_##scope##xchg_gen_ll,        \
                  long long)                                                                       \
    SIMGPU_ATOMIC(atomicMin##suffix, int, __nvvm_atom_##scope##min_gen_i, int)                     \
    SIMGPU_ATOMIC(atomicMin##suffix, unsigned int, __nvvm_atom_##scope##min_gen_ui, unsigned int)  \
    SIMGPU_ATOMIC(atomicMin##suffix, long long, __nvvm_atom_##scope##min_gen_ll, long long)        \
    SIMGPU_ATOMIC(atomicMin##suffix, unsigned long long, __nvvm_atom_##scope##min_gen_ull,         \
                  unsigned long long)                                                              \
    SIMGPU_ATOMIC(atomicMax##suffix, int, __nvvm_atom_##scope##max_gen_i, int)                     \
    SIMGPU_ATOMIC(atomicMax##suffix, unsigned int, __nvvm_atom_##scope##max_gen_ui, unsigned int)  \
    SIMGPU_ATOMIC(atomicMax##suffix, long long, __nvvm_atom_##scope##max_gen_ll, long long)        \
    SIMGPU_ATOMIC(atomicMax##suffix, unsigned long long, __nvvm_atom_##scope##max_gen_ull,         \
                  unsigned long long)                                                              \
    SIMGPU_ATOMIC(atomicInc##suffix, unsigned int, __nvvm_atom_##scope##inc_gen_ui, unsigned int)  \
    SIMGPU_ATOMIC(atomicDec##suffix, unsigned int, __nvvm_atom_##scope##dec_gen_ui, unsigned int)  \
    SIMGPU_ATOMIC(atomicAnd##suffix, int, __nvvm_atom_##scope##and_gen_i, int)                     \
    SIMGPU_ATOMIC(atomicAnd##suffix, unsigned int, __nvvm_atom_##scope##and_gen_i, int)            \
    SIMGPU_ATOMIC(atomicAnd##suffix, unsigned long long, __nvvm_atom_##scope##and_gen_ll,          \
                  long long)                                                                       \
    SIMGPU_ATOMIC(atomicOr##suffix, int, __nvvm_atom_##scope##or_gen_i, int)                       \
    SIMGPU_ATOMIC(atomicOr##suffix, unsigned int, __nvvm_atom_##scope##or_gen_i, int)              \
    SIMGPU_ATOMIC(atomicOr##suffix, unsigned long long, __nvvm_atom_##scope##or_gen_ll, long long) \
    SIMGPU_ATOMIC(atomicXor##suffix, int, __nvvm_atom_##scope##xor_gen_i, int)                     \
    SIMGPU_ATOMIC(atomicXor##suffix, unsigned int, __nvvm_atom_##scope##xor_gen_i, int)            \
    SIMGPU_ATOMIC(atomicXor##suffix, unsigned long long, __nvvm_atom_##scope##xor_gen_ll,          \
                  long long)                                                                       \
    SIMGPU_ATOMIC(atomicAdd##suffix, float, __nvvm_atom_##scope##add_gen_f, float)                 \
    SIMGPU_DEVICE int atomicSub##suffix(int *address, int value)                                   \
    {                                                                                              \
        return atomicAdd##suffix(address, (int)(0u - (unsigned int)value));                        \
    }                                                                                              \
    SIMGPU_DEVICE unsigned int atomicSub##suffix(unsigned int *address, unsigned int value)        \
    {                                                                                              \
        return atomicAdd##suffix(address, 0u - value);                                             \
    }                                                                                              \
    SIMGPU_DEVICE float atomicExch##suffix(float *address, float value)                            \
    {                                                                                              \
        int bits;                                                                                  \
        __builtin_memcpy(&bits, &value, sizeof bits);                                              \
        bits = atomicExch##suffix((int *)address, bits);                                           \
        __builtin_memcpy(&value, &bits, sizeof bits);                                              \
        return value;                                                                              \
    }                                                                                              \
    SIMGPU_DEVICE int atomicCAS##suffix(int *address, int expected, int value)                     \
    {                                                                                              \
        return __nvvm_atom_##scope##cas_gen_i(address, expected, value);                           \
    }                                                                                              \
    SIMGPU_DEVICE unsigned int atomicCAS##suffix(unsigned int *address, unsigned int expected,     \
                                                 unsigned int value)                               \
    {                                                                                              \
        return (unsigned int)__nvvm_atom_##scope##cas_gen_i((int *)address, (int)expected,         \
                                                            (int)value);                           \
    }                                                                                              \
    SIMGPU_DEVICE unsigned long long atomicCAS##suffix(                                            \
        unsigned long long *address, unsigned long long expected, unsigned long long value)        \
    {                                                                                              \
        return (unsigned long long)__nvvm_atom_##scope##cas_gen_ll(                                \
            (long long *)address, (long long)expected, (long long)value);                          \
    }

SIMGPU_ATOMIC_INTEGERS(, )
#if !defined __CUDA_ARCH__ || __CUDA_ARCH__ >= 600
SIMGPU_ATOMIC_INTEGERS(_block, cta_)
SIMGPU_ATOMIC_INTEGERS(_system, sys_)
/* A template, so that a program's own function of these types comes first: nvcc's GPU is one
 * without this instruction where no other is named, and programs bring their own. */
template <typename = void>
SIMGPU_ATOMIC(atomicAdd, double, __nvvm_atom_add_gen_d, double)
SIMGPU_ATOMIC(atomicAdd_block, double, __nvvm_atom_cta_add_gen_d, double)
    SIMGPU_ATOMIC(atomicAdd_system, double, __nvvm_atom_sys_add_gen_d, double)
#endif
#undef SIMGPU_ATOMIC_INTEGERS
#undef SIMGPU_ATOMIC

#if !defined __CUDA_ARCH__ || __CUDA_ARCH__ >= 700
        SIMGPU_DEVICE
    unsigned short atomicCAS(unsigned short *address, unsigned short expected, unsigned short value)
{
    unsigned short old;
    asm volatile("atom.cas.b16 %0, [%1], %2, %3;"
                 : "=h"(old)
                 : "l"(address), "h"(expected), "h"(value)
                 : "memory");
    return old;
}
#endif

#endif
