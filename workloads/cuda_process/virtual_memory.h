/* SPDX-License-Identifier: BSD-3-Clause */
/* CUDA's virtual memory: addresses, memory, and which memory is at which addresses.
 *
 * Memory that the program creates is a handle. Mapped, its bytes lie in device memory, at the
 * addresses of the mapping. Unmapped, they are kept here. So a handle can be mapped again
 * elsewhere, but not at two places at a time.
 *
 * Source: CUDA Driver API, "Virtual Memory Management".
 * Differs: memory that may only be read can be written, too; aliases are refused.
 */
#ifndef SIMGPU_WORKLOADS_PROGRAM_VIRTUAL_MEMORY_H
#define SIMGPU_WORKLOADS_PROGRAM_VIRTUAL_MEMORY_H

#include "workloads/cuda_process/program_setup.h"
#include <glib.h>

struct virtual_memory;

struct virtual_memory *virtual_memory_new(const struct program_memory *memory);
void virtual_memory_free(struct virtual_memory *virtual_memory);

/* What a request asks for: runtime/protocol.h, PROTOCOL_VIRTUAL. Returns a cudaError_t. */
int32_t virtual_memory_do(struct virtual_memory *virtual_memory, const uint64_t *argument,
                          uint64_t *result);

#endif
