/* SPDX-License-Identifier: BSD-3-Clause */
/* Copies and memsets of contiguous memory. Those of rectangles and arrays are in boxes.c. */
#include <stdlib.h>

#include "runtime/cuda/driver/driver.h"
#include "runtime/cuda/message.h"

struct copy_ends {
    uint64_t to, from;
    size_t bytes;
    enum cudaMemcpyKind kind;
};

static void *pointer_of(uint64_t address)
{
    return (void *)(uintptr_t)address;
}

/* From constant to constant: through the host. */
static cudaError_t copy_constant(const struct copy_ends *ends, CUstream stream)
{
    uint64_t to_offset, from_offset;
    struct variable *to = driver_constant(ends->to, &to_offset);
    struct variable *from = driver_constant(ends->from, &from_offset);
    void *between = message_allocate(ends->bytes);
    cudaError_t status = cudaMemcpyFromSymbolAsync(between, from, ends->bytes, from_offset,
                                                   cudaMemcpyDeviceToHost, stream);
    if (status == cudaSuccess)
        status = cudaMemcpyToSymbolAsync(to, between, ends->bytes, to_offset,
                                         cudaMemcpyHostToDevice, stream);
    free(between);
    return status;
}

static bool are_constants(const struct copy_ends *ends)
{
    uint64_t offset;
    return (ends->kind == cudaMemcpyDeviceToDevice || ends->kind == cudaMemcpyDefault) &&
           driver_constant(ends->to, &offset) && driver_constant(ends->from, &offset);
}

/* A constant stands for itself among the runtime's symbols. */
static cudaError_t copy_blocking(const struct copy_ends *ends)
{
    uint64_t offset;
    if (are_constants(ends))
        return copy_constant(ends, NULL);
    struct variable *constant = driver_constant(ends->to, &offset);
    if (constant)
        return cudaMemcpyToSymbol(constant, pointer_of(ends->from), ends->bytes, offset,
                                  ends->kind);
    constant = driver_constant(ends->from, &offset);
    if (constant)
        return cudaMemcpyFromSymbol(pointer_of(ends->to), constant, ends->bytes, offset,
                                    ends->kind);
    return cudaMemcpy(pointer_of(ends->to), pointer_of(ends->from), ends->bytes, ends->kind);
}

static cudaError_t copy_in(CUstream stream, const struct copy_ends *ends)
{
    uint64_t offset;
    if (are_constants(ends))
        return copy_constant(ends, stream);
    struct variable *constant = driver_constant(ends->to, &offset);
    if (constant)
        return cudaMemcpyToSymbolAsync(constant, pointer_of(ends->from), ends->bytes, offset,
                                       ends->kind, stream);
    constant = driver_constant(ends->from, &offset);
    if (constant)
        return cudaMemcpyFromSymbolAsync(pointer_of(ends->to), constant, ends->bytes, offset,
                                         ends->kind, stream);
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
