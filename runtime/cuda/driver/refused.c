/* SPDX-License-Identifier: BSD-3-Clause */
/* Calls about other processes, other devices and graphics, which are not there, and rare old ones:
 * each says its name. */
#include "runtime/cuda/driver/driver.h"

CUresult cuIpcGetEventHandle(CUipcEventHandle *handle, CUevent event)
{
    (void)handle, (void)event;
    return driver_refuse("cuIpcGetEventHandle");
}

CUresult cuIpcOpenEventHandle(CUevent *event, CUipcEventHandle handle)
{
    (void)event, (void)handle;
    return driver_refuse("cuIpcOpenEventHandle");
}

CUresult cuIpcGetMemHandle(CUipcMemHandle *handle, CUdeviceptr address)
{
    (void)handle, (void)address;
    return driver_refuse("cuIpcGetMemHandle");
}

CUresult cuIpcOpenMemHandle(CUdeviceptr *address, CUipcMemHandle handle, unsigned int flags)
{
    (void)address, (void)handle, (void)flags;
    return driver_refuse("cuIpcOpenMemHandle");
}
DRIVER_ALSO(cuIpcOpenMemHandle, cuIpcOpenMemHandle_v2)

CUresult cuIpcCloseMemHandle(CUdeviceptr address)
{
    (void)address;
    return driver_refuse("cuIpcCloseMemHandle");
}

/* There is one device, which has no peer. */
CUresult cuDeviceGetP2PAttribute(int *value, CUdevice_P2PAttribute attribute, CUdevice device,
                                 CUdevice peer)
{
    (void)attribute, (void)device, (void)peer;
    return value ? CUDA_ERROR_INVALID_DEVICE : CUDA_ERROR_INVALID_VALUE;
}

/* None looks at its parameters, so none declares them, and no header declares it. */
#define REFUSE(name)                                                                               \
    CUresult name(void);                                                                           \
    CUresult name(void)                                                                            \
    {                                                                                              \
        return driver_refuse(#name);                                                               \
    }
REFUSE(cuGraphicsUnregisterResource)
REFUSE(cuGraphicsSubResourceGetMappedArray)
REFUSE(cuGraphicsResourceGetMappedPointer)
REFUSE(cuGraphicsResourceGetMappedPointer_v2)
REFUSE(cuGraphicsResourceSetMapFlags)
REFUSE(cuGraphicsResourceSetMapFlags_v2)
REFUSE(cuGraphicsMapResources)
REFUSE(cuGraphicsUnmapResources)
REFUSE(cuGraphicsGLRegisterBuffer)
REFUSE(cuGraphicsGLRegisterImage)
REFUSE(cuTexRefCreate)
REFUSE(cuTexRefDestroy)
REFUSE(cuTexRefGetAddress)
REFUSE(cuTexRefGetAddress_v2)
REFUSE(cuParamSetTexRef)
REFUSE(cuMemcpyAtoA)
REFUSE(cuMemcpyAtoA_v2)
REFUSE(cuMemcpyAtoD)
REFUSE(cuMemcpyAtoD_v2)
REFUSE(cuMemcpyHtoAAsync)
REFUSE(cuMemcpyHtoAAsync_v2)
REFUSE(cuMemcpyAtoHAsync)
REFUSE(cuMemcpyAtoHAsync_v2)
