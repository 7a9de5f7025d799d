/* SPDX-License-Identifier: BSD-3-Clause */
/* What C code expects of its library, for device code: printf, assert and memory functions; and
 * CUDA's clocks, sleep and trap.
 *
 * vprintf, __assertfail, malloc and free are left to whoever runs the PTX, as nvcc does. clang
 * turns a call of printf into one of vprintf by itself. operator new and delete come from clang's
 * own wrapper of <new>, over malloc and free.
 *
 * Source: CUDA C++ Programming Guide, "Formatted Output", "Assertion", "Dynamic Global Memory
 * Allocation", "Time Function", "Nanosleep Function".
 */
#ifndef SIMGPU_DEVICE_LIBRARY_H
#define SIMGPU_DEVICE_LIBRARY_H

#include "simgpu/device_function.h"
#include <stddef.h>

extern "C" {
__device__ int vprintf(const char *format, const char *arguments);
__device__ int printf(const char *format, ...);
__device__ void *malloc(size_t size) __attribute__((nothrow, malloc));
__device__ void free(void *pointer) __attribute__((nothrow));
__device__ void __assertfail(const char *expression, const char *file, unsigned int line,
                             const char *function, size_t character_size)
    __attribute__((noreturn, nothrow));

/* What glibc's assert calls. */
__device__ static inline void __assert_fail(const char *expression, const char *file,
                                            unsigned int line, const char *function)
{
    __assertfail(expression, file, line, function, sizeof(char));
}
}

namespace std
{
using ::free;
using ::malloc;
using ::printf;
} // namespace std

/* ---- time ---- */

SIMGPU_DEVICE int clock()
{
    int cycles;
    asm volatile("mov.u32 %0, %%clock;" : "=r"(cycles)::"memory");
    return cycles;
}
SIMGPU_DEVICE long long clock64()
{
    long long cycles;
    asm volatile("mov.u64 %0, %%clock64;" : "=l"(cycles)::"memory");
    return cycles;
}
/* A template, so that a program may define a function of this name. */
template <class = void> SIMGPU_DEVICE unsigned long long __globaltimer()
{
    unsigned long long nanoseconds;
    asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(nanoseconds)::"memory");
    return nanoseconds;
}
SIMGPU_DEVICE void __nanosleep(unsigned int nanoseconds)
{
    asm volatile("nanosleep.u32 %0;" ::"r"(nanoseconds) : "memory");
}

/* ---- ends ---- */

SIMGPU_DEVICE void __trap()
{
    asm volatile("trap;" ::: "memory");
}
SIMGPU_DEVICE void __brkpt()
{
    asm volatile("brkpt;" ::: "memory");
}
SIMGPU_DEVICE void __prof_trigger(int) {}

/* ---- address spaces ---- */

#define SIMGPU_IS_SPACE(name, space)                                                               \
    SIMGPU_DEVICE unsigned int name(const void *pointer)                                           \
    {                                                                                              \
        unsigned int inside;                                                                       \
        asm("{ .reg .pred p; isspacep." space " p, %1; selp.u32 %0, 1, 0, p; }"                    \
            : "=r"(inside)                                                                         \
            : "l"(pointer));                                                                       \
        return inside;                                                                             \
    }
SIMGPU_IS_SPACE(__isGlobal, "global")
SIMGPU_IS_SPACE(__isShared, "shared")
SIMGPU_IS_SPACE(__isConstant, "const")
SIMGPU_IS_SPACE(__isLocal, "local")
#undef SIMGPU_IS_SPACE

#define SIMGPU_TO_SPACE(name, space)                                                               \
    SIMGPU_DEVICE size_t name(const void *pointer)                                                 \
    {                                                                                              \
        size_t address;                                                                            \
        asm("cvta.to." space ".u64 %0, %1;" : "=l"(address) : "l"(pointer));                       \
        return address;                                                                            \
    }
SIMGPU_TO_SPACE(__cvta_generic_to_global, "global")
SIMGPU_TO_SPACE(__cvta_generic_to_shared, "shared")
SIMGPU_TO_SPACE(__cvta_generic_to_constant, "const")
SIMGPU_TO_SPACE(__cvta_generic_to_local, "local")
#undef SIMGPU_TO_SPACE

#define SIMGPU_FROM_SPACE(name, space)                                                             \
    SIMGPU_DEVICE void *name(size_t address)                                                       \
    {                                                                                              \
        void *pointer;                                                                             \
        asm("cvta." space ".u64 %0, %1;" : "=l"(pointer) : "l"(address));                          \
        return pointer;                                                                            \
    }
SIMGPU_FROM_SPACE(__cvta_global_to_generic, "global")
SIMGPU_FROM_SPACE(__cvta_shared_to_generic, "shared")
SIMGPU_FROM_SPACE(__cvta_constant_to_generic, "const")
SIMGPU_FROM_SPACE(__cvta_local_to_generic, "local")
#undef SIMGPU_FROM_SPACE

#endif
