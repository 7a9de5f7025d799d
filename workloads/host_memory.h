/* SPDX-License-Identifier: BSD-3-Clause */
/* Where programs have their pinned memory, so that whoever meets such an address can name it. */
#ifndef SIMGPU_WORKLOADS_HOST_MEMORY_H
#define SIMGPU_WORKLOADS_HOST_MEMORY_H

#include <stdint.h>

/* ASSUMED: any place that neither executables, libraries nor device addresses use, and more than
 * a machine has. */
#define HOST_MEMORY_BASE  UINT64_C(0x200000000000)
#define HOST_MEMORY_BYTES (UINT64_C(1) << 36)

#endif
