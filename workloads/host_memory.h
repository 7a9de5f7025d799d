/* SPDX-License-Identifier: BSD-3-Clause */
/* The place of programs' pinned memory. With it, messages can name such an address. */
#ifndef SIMGPU_WORKLOADS_HOST_MEMORY_H
#define SIMGPU_WORKLOADS_HOST_MEMORY_H

#include <stdint.h>

/* ASSUMED: a place that executables, libraries and device addresses do not use. It is larger than a
 * machine's memory. */
#define HOST_MEMORY_BASE  UINT64_C(0x200000000000)
#define HOST_MEMORY_BYTES (UINT64_C(1) << 36)

#endif
