/* SPDX-License-Identifier: BSD-3-Clause */
/* Copies and memsets of contiguous memory. Those of rectangles and arrays are in boxes.c. */
#include <stdlib.h>

#include "runtime/cuda/driver/driver.h"

struct copy_ends {
    uint64_t to, from;
    size_t bytes;
    enum cudaMemcpyKind kind;
};

static void *pointer_of(uint64_t address)
{
    return (void *)(uintptr_t)address;
}

static cudaError_t copy_blocking(const struct copy_ends *ends)
{
    return cudaMemcpy(pointer_of(ends->to), pointer_of(ends->from), ends->bytes, ends->kind);
}

static cudaError_t copy_in(CUstream stream, const struct copy_ends *ends)
{
    return cudaMemcpyAsync(pointer_of(ends->to), pointer_of(ends->from), ends->bytes, ends->kind,
                           stream);
}

CUresult cuMemcpy(CUdeviceptr to, CUdeviceptr from, size_t bytes)
{
    return driver_result(copy_blocking(&(struct copy_ends){to, from, bytes, cudaMemcpyDefault}));
}

CUresult cuMemcpyAsync(CUdeviceptr to, CUdeviceptr from, size_t bytes, CUstream stream)
{
    return driver_result(copy_in(stream, &(struct copy_ends){to, from, bytes, cudaMemcpyDefault}));
}

CUresult cuMemcpyHtoD(CUdeviceptr to, const void *from, size_t bytes)
{
    return driver_result(
        copy_blocking(&(struct copy_ends){to, (uintptr_t)from, bytes, cudaMemcpyHostToDevice}));
}
DRIVER_ALSO(cuMemcpyHtoD, cuMemcpyHtoD_v2)

CUresult cuMemcpyHtoDAsync(CUdeviceptr to, const void *from, size_t bytes, CUstream stream)
{
    return driver_result(
        copy_in(stream, &(struct copy_ends){to, (uintptr_t)from, bytes, cudaMemcpyHostToDevice}));
}
DRIVER_ALSO(cuMemcpyHtoDAsync, cuMemcpyHtoDAsync_v2)

CUresult cuMemcpyDtoH(void *to, CUdeviceptr from, size_t bytes)
{
    return driver_result(
        copy_blocking(&(struct copy_ends){(uintptr_t)to, from, bytes, cudaMemcpyDeviceToHost}));
}
DRIVER_ALSO(cuMemcpyDtoH, cuMemcpyDtoH_v2)

CUresult cuMemcpyDtoHAsync(void *to, CUdeviceptr from, size_t bytes, CUstream stream)
{
    return driver_result(
        copy_in(stream, &(struct copy_ends){(uintptr_t)to, from, bytes, cudaMemcpyDeviceToHost}));
}
DRIVER_ALSO(cuMemcpyDtoHAsync, cuMemcpyDtoHAsync_v2)

CUresult cuMemcpyDtoD(CUdeviceptr to, CUdeviceptr from, size_t bytes)
{
    return driver_result(
        copy_blocking(&(struct copy_ends){to, from, bytes, cudaMemcpyDeviceToDevice}));
}
DRIVER_ALSO(cuMemcpyDtoD, cuMemcpyDtoD_v2)

CUresult cuMemcpyDtoDAsync(CUdeviceptr to, CUdeviceptr from, size_t bytes, CUstream stream)
{
    return driver_result(
        copy_in(stream, &(struct copy_ends){to, from, bytes, cudaMemcpyDeviceToDevice}));
}
DRIVER_ALSO(cuMemcpyDtoDAsync, cuMemcpyDtoDAsync_v2)

/* Addresses say whose memory they are in. */
CUresult cuMemcpyPeer(CUdeviceptr to, CUcontext to_context, CUdeviceptr from,
                      CUcontext from_context, size_t bytes)
{
    (void)to_context, (void)from_context;
    return cuMemcpyDtoD(to, from, bytes);
}

CUresult cuMemcpyPeerAsync(CUdeviceptr to, CUcontext to_context, CUdeviceptr from,
                           CUcontext from_context, size_t bytes, CUstream stream)
{
    (void)to_context, (void)from_context;
    return cuMemcpyDtoDAsync(to, from, bytes, stream);
}
