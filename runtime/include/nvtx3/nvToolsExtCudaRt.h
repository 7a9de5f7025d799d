/* SPDX-License-Identifier: BSD-3-Clause */
/* NVTX: names of the runtime's objects, for profilers; nobody listens. */
#ifndef SIMGPU_NVTX3_NVTOOLSEXTCUDART_H
#define SIMGPU_NVTX3_NVTOOLSEXTCUDART_H

#include "cuda_runtime_api.h"
#include "nvtx3/nvToolsExt.h"

static inline void nvtxNameCudaDeviceA(int device, const char *name)
{
    (void)device, (void)name;
}
static inline void nvtxNameCudaStreamA(cudaStream_t stream, const char *name)
{
    (void)stream, (void)name;
}
static inline void nvtxNameCudaEventA(cudaEvent_t event, const char *name)
{
    (void)event, (void)name;
}

#endif
