/* SPDX-License-Identifier: BSD-3-Clause */
/* Barriers and fences.
 *
 * All are assembly that may touch any memory, in place of clang's builtins: clang 14 takes a
 * barrier builtin for a function that cannot write this file's __shared__ variables, and moves
 * loads of them across it. clang marks assembly in CUDA as convergent, as a barrier needs.
 *
 * Source: CUDA C++ Programming Guide, "Synchronization Functions", "Memory Fence Functions";
 * PTX ISA 7.x, bar, membar.
 */
#ifndef SIMGPU_SYNCHRONIZATION_H
#define SIMGPU_SYNCHRONIZATION_H

#include "simgpu/device_function.h"

/* The name itself is a builtin of clang. */
#define __syncthreads() simgpu_barrier()
SIMGPU_DEVICE void simgpu_barrier()
{
    asm volatile("bar.sync 0;" ::: "memory");
}

/* Named barriers, for all threads of the block or for `count` of them. They are undocumented; CUB
 * calls them. */
SIMGPU_DEVICE void __barrier_sync(unsigned int barrier)
{
    asm volatile("barrier.sync %0;" ::"r"(barrier) : "memory");
}
SIMGPU_DEVICE void __barrier_sync_count(unsigned int barrier, unsigned int count)
{
    asm volatile("barrier.sync %0, %1;" ::"r"(barrier), "r"(count) : "memory");
}

/* Barriers that also combine a predicate over the block: count, all, any. */
#define SIMGPU_BARRIER_LOGICAL(name, operation)                                                    \
    SIMGPU_DEVICE int name(int predicate)                                                          \
    {                                                                                              \
        int result;                                                                                \
        asm volatile("{ .reg .pred p, q; setp.ne.s32 p, %1, 0; bar.red." operation                 \
                     ".pred q, 0, p; selp.s32 %0, 1, 0, q; }"                                      \
                     : "=r"(result)                                                                \
                     : "r"(predicate)                                                              \
                     : "memory");                                                                  \
        return result;                                                                             \
    }
SIMGPU_BARRIER_LOGICAL(__syncthreads_and, "and")
SIMGPU_BARRIER_LOGICAL(__syncthreads_or, "or")
#undef SIMGPU_BARRIER_LOGICAL

SIMGPU_DEVICE int __syncthreads_count(int predicate)
{
    int result;
    asm volatile("{ .reg .pred p; setp.ne.s32 p, %1, 0; bar.red.popc.u32 %0, 0, p; }"
                 : "=r"(result)
                 : "r"(predicate)
                 : "memory");
    return result;
}

SIMGPU_DEVICE void __syncwarp(unsigned int mask = 0xffffffffu)
{
    asm volatile("bar.warp.sync %0;" ::"r"(mask) : "memory");
}

SIMGPU_DEVICE void __threadfence()
{
    asm volatile("membar.gl;" ::: "memory");
}
SIMGPU_DEVICE void __threadfence_block()
{
    asm volatile("membar.cta;" ::: "memory");
}
SIMGPU_DEVICE void __threadfence_system()
{
    asm volatile("membar.sys;" ::: "memory");
}

/* Waits for the launches before this one, where this one may have begun before their end; and says
 * that launches behind may begin. Here none begins early. */
SIMGPU_DEVICE void cudaGridDependencySynchronize()
{
#if defined __CUDA_ARCH__ && __CUDA_ARCH__ >= 900
    asm volatile("griddepcontrol.wait;" ::: "memory");
#endif
}
SIMGPU_DEVICE void cudaTriggerProgrammaticLaunchCompletion()
{
#if defined __CUDA_ARCH__ && __CUDA_ARCH__ >= 900
    asm volatile("griddepcontrol.launch_dependents;" ::: "memory");
#endif
}

#endif
