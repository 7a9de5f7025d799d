/* SPDX-License-Identifier: BSD-3-Clause */
/* The place of programs' pinned memory, for the host and for kernels. */
#ifndef SIMGPU_WORKLOADS_HOST_MEMORY_H
#define SIMGPU_WORKLOADS_HOST_MEMORY_H

#include <stdint.h>

/* ASSUMED: a place that executables, libraries and device addresses do not use. It is larger than a
 * machine's memory. Each program of a run has its own; kernels use the same addresses. */
#define HOST_MEMORY_BASE  UINT64_C(0x200000000000)
#define HOST_MEMORY_BYTES (UINT64_C(1) << 36)

static inline uint64_t host_memory_base(uint32_t program)
{
    return HOST_MEMORY_BASE + program * HOST_MEMORY_BYTES;
}

#endif
