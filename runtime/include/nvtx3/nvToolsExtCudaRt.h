/* SPDX-License-Identifier: BSD-3-Clause */
/* NVTX: names of the runtime's objects, for profilers; nobody listens. */
#ifndef SIMGPU_NVTX3_NVTOOLSEXTCUDART_H
#define SIMGPU_NVTX3_NVTOOLSEXTCUDART_H

#include "cuda_runtime_api.h"
#include "nvtx3/nvToolsExt.h"

#define SIMGPU_NVTX_NAME(what, type)                                                               \
    static inline void nvtxNameCuda##what##A(type object, const char *name)                        \
    {                                                                                              \
        (void)object, (void)name;                                                                  \
    }                                                                                              \
    static inline void nvtxNameCuda##what##W(type object, const wchar_t *name)                     \
    {                                                                                              \
        (void)object, (void)name;                                                                  \
    }
SIMGPU_NVTX_NAME(Device, int)
SIMGPU_NVTX_NAME(Stream, cudaStream_t)
SIMGPU_NVTX_NAME(Event, cudaEvent_t)
#undef SIMGPU_NVTX_NAME

#ifdef UNICODE
#define nvtxNameCudaDevice nvtxNameCudaDeviceW
#define nvtxNameCudaStream nvtxNameCudaStreamW
#define nvtxNameCudaEvent  nvtxNameCudaEventW
#else
#define nvtxNameCudaDevice nvtxNameCudaDeviceA
#define nvtxNameCudaStream nvtxNameCudaStreamA
#define nvtxNameCudaEvent  nvtxNameCudaEventA
#endif

#endif
