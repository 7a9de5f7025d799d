/* SPDX-License-Identifier: BSD-3-Clause */
/* The heap of a program's kernels: what malloc in device code gets, for launch_services.
 *
 * Each piece is an allocation of device memory of its own, so that an access beyond it is caught.
 * All together are at most cudaLimitMallocHeapSize, without the room between them.
 * Source: CUDA C++ Programming Guide, "Dynamic Global Memory Allocation and Operations".
 * Neither does free take what cudaMalloc has given, nor cudaFree what malloc has.
 * Differs: takes no simulated time beyond the call's.
 */
#ifndef SIMGPU_WORKLOADS_PROGRAM_KERNEL_HEAP_H
#define SIMGPU_WORKLOADS_PROGRAM_KERNEL_HEAP_H

#include <stdbool.h>
#include <stdint.h>

/* data: the struct program. 0: the heap is used up. */
uint64_t kernel_heap_allocate(void *data, uint64_t bytes);
/* False if no piece of the heap begins at the address. */
bool kernel_heap_release(void *data, uint64_t address);
struct program;
bool kernel_heap_has(const struct program *program, uint64_t address);

#endif
