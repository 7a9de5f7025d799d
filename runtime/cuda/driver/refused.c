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

CUresult cuDeviceGetP2PAttribute(int *value, CUdevice_P2PAttribute attribute, CUdevice device,
                                 CUdevice peer)
{
    return driver_result(
        cudaDeviceGetP2PAttribute(value, (enum cudaDeviceP2PAttr)attribute, device, peer));
}

CUresult cuTensorMapEncodeIm2col(CUtensorMap *map, CUtensorMapDataType type, cuuint32_t rank,
                                 void *address, const cuuint64_t *sizes, const cuuint64_t *strides,
                                 const int *lower_corner, const int *upper_corner,
                                 cuuint32_t channels, cuuint32_t pixels,
                                 const cuuint32_t *element_strides,
                                 CUtensorMapInterleave interleave, CUtensorMapSwizzle swizzle,
                                 CUtensorMapL2promotion promotion, CUtensorMapFloatOOBfill fill)
{
    (void)map, (void)type, (void)rank, (void)address, (void)sizes, (void)strides;
    (void)lower_corner, (void)upper_corner, (void)channels, (void)pixels, (void)element_strides;
    (void)interleave, (void)swizzle, (void)promotion, (void)fill;
    return driver_refuse("cuTensorMapEncodeIm2col");
}
