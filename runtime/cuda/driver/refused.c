/* SPDX-License-Identifier: BSD-3-Clause */
/* Calls about other processes and other devices, which are not there: each says its name. */
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
