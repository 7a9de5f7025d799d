/* SPDX-License-Identifier: BSD-3-Clause */
/* NVTX: what a program's own locks do, for profilers; nobody listens.
 *
 * Source: NVTX reference, "NVTX C API" 3, "Synchronization".
 */
#ifndef SIMGPU_NVTX3_NVTOOLSEXTSYNC_H
#define SIMGPU_NVTX3_NVTOOLSEXTSYNC_H

#include "nvtx3/nvToolsExt.h"

typedef struct nvtxSyncUser *nvtxSyncUser_t;

typedef struct nvtxSyncUserAttributes_v0 {
    uint16_t version, size;
    int32_t messageType;
    nvtxMessageValue_t message;
} nvtxSyncUserAttributes_t;

#define NVTX_SYNCUSER_ATTRIB_STRUCT_SIZE ((uint16_t)sizeof(nvtxSyncUserAttributes_t))

static inline nvtxSyncUser_t nvtxDomainSyncUserCreate(nvtxDomainHandle_t domain,
                                                      const nvtxSyncUserAttributes_t *attributes)
{
    (void)domain, (void)attributes;
    return NULL;
}

#define SIMGPU_NVTX_SYNC(name)                                                                     \
    static inline void nvtxDomainSyncUser##name(nvtxSyncUser_t lock)                               \
    {                                                                                              \
        (void)lock;                                                                                \
    }
SIMGPU_NVTX_SYNC(Destroy)
SIMGPU_NVTX_SYNC(AcquireStart)
SIMGPU_NVTX_SYNC(AcquireFailed)
SIMGPU_NVTX_SYNC(AcquireSuccess)
SIMGPU_NVTX_SYNC(Releasing)
#undef SIMGPU_NVTX_SYNC

#endif
