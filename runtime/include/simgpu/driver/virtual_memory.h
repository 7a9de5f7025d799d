/* SPDX-License-Identifier: BSD-3-Clause */
/* Types of the driver interface's virtual memory; pool_types.h has those of places and accesses.
 *
 * Source: CUDA Driver API reference manual 12.x, "Data types used by CUDA driver".
 */
#ifndef SIMGPU_DRIVER_VIRTUAL_MEMORY_H
#define SIMGPU_DRIVER_VIRTUAL_MEMORY_H

#include "pool_types.h"
#include <stddef.h>

typedef unsigned long long CUmemGenericAllocationHandle;

typedef enum CUmemAllocationGranularity_flags_enum {
    CU_MEM_ALLOC_GRANULARITY_MINIMUM = 0,
    CU_MEM_ALLOC_GRANULARITY_RECOMMENDED = 1
} CUmemAllocationGranularity_flags;

typedef struct CUmemAllocationProp_st {
    CUmemAllocationType type;
    CUmemAllocationHandleType requestedHandleTypes;
    CUmemLocation location;
    void *win32HandleMetaData;
    struct {
        unsigned char compressionType, gpuDirectRDMACapable;
        unsigned short usage;
        unsigned char reserved[4];
    } allocFlags;
} CUmemAllocationProp;

#endif
