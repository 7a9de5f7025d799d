/* SPDX-License-Identifier: BSD-3-Clause */
/* NVTX: names of the driver's objects, for profilers; nobody listens. */
#ifndef SIMGPU_NVTX3_NVTOOLSEXTCUDA_H
#define SIMGPU_NVTX3_NVTOOLSEXTCUDA_H

#include "cuda.h"
#include "nvtx3/nvToolsExt.h"

#define SIMGPU_NVTX_NAME(what, type)                                                               \
    static inline void nvtxNameCu##what##A(type object, const char *name)                          \
    {                                                                                              \
        (void)object, (void)name;                                                                  \
    }                                                                                              \
    static inline void nvtxNameCu##what##W(type object, const wchar_t *name)                       \
    {                                                                                              \
        (void)object, (void)name;                                                                  \
    }
SIMGPU_NVTX_NAME(Device, CUdevice)
SIMGPU_NVTX_NAME(Context, CUcontext)
SIMGPU_NVTX_NAME(Stream, CUstream)
SIMGPU_NVTX_NAME(Event, CUevent)
#undef SIMGPU_NVTX_NAME

#ifdef UNICODE
#define nvtxNameCuDevice  nvtxNameCuDeviceW
#define nvtxNameCuContext nvtxNameCuContextW
#define nvtxNameCuStream  nvtxNameCuStreamW
#define nvtxNameCuEvent   nvtxNameCuEventW
#else
#define nvtxNameCuDevice  nvtxNameCuDeviceA
#define nvtxNameCuContext nvtxNameCuContextA
#define nvtxNameCuStream  nvtxNameCuStreamA
#define nvtxNameCuEvent   nvtxNameCuEventA
#endif

#endif
