/* SPDX-License-Identifier: BSD-3-Clause */
/* Memsets of 1, 2 and 4 bytes, contiguous and of rectangles. */
#include <stdlib.h>
#include <string.h>

#include "runtime/cuda/driver/driver.h"
#include "runtime/cuda/memset.h"
#include "runtime/cuda/message.h"

/* The 16 functions differ in the element and in who waits. */
#define DEFINE_MEMSET(bits, type)                                                                  \
    CUresult cuMemsetD##bits(CUdeviceptr to, type value, size_t count)                             \
    {                                                                                              \
        return set(to, value, sizeof value, count, 1, 0, NULL, false);                             \
    }                                                                                              \
    DRIVER_ALSO(cuMemsetD##bits, cuMemsetD##bits##_v2)                                             \
    CUresult cuMemsetD##bits##Async(CUdeviceptr to, type value, size_t count, CUstream stream)     \
    {                                                                                              \
        return set(to, value, sizeof value, count, 1, 0, stream, true);                            \
    }                                                                                              \
    CUresult cuMemsetD2D##bits(CUdeviceptr to, size_t pitch, type value, size_t width,             \
                               size_t height)                                                      \
    {                                                                                              \
        return set(to, value, sizeof value, width, height, pitch, NULL, false);                    \
    }                                                                                              \
    DRIVER_ALSO(cuMemsetD2D##bits, cuMemsetD2D##bits##_v2)                                         \
    CUresult cuMemsetD2D##bits##Async(CUdeviceptr to, size_t pitch, type value, size_t width,      \
                                      size_t height, CUstream stream)                              \
    {                                                                                              \
        return set(to, value, sizeof value, width, height, pitch, stream, true);                   \
    }

/* A constant's rows are copies of the first. */
static CUresult set_constant(const struct memset_rows *rows, struct variable *constant,
                             uint64_t offset, CUstream stream)
{
    if (rows->width > constant->bytes / rows->element_bytes)
        return CUDA_ERROR_INVALID_VALUE;
    const size_t bytes = rows->width * rows->element_bytes;
    char *row = message_allocate(bytes);
    for (size_t i = 0; i < bytes; i += rows->element_bytes)
        memcpy(row + i, &rows->value, rows->element_bytes);
    cudaError_t status = cudaSuccess;
    for (size_t i = 0; i < rows->height && status == cudaSuccess; i++)
        status = cudaMemcpyToSymbolAsync(constant, row, bytes, offset + i * rows->pitch,
                                         cudaMemcpyHostToDevice, stream);
    free(row);
    return driver_result(status);
}

static CUresult set(CUdeviceptr to, uint32_t value, uint32_t element_bytes, size_t width,
                    size_t height, size_t pitch, CUstream stream, bool asynchronous)
{
    const struct memset_rows rows = {.pointer = (void *)(uintptr_t)to,
                                     .pitch = pitch,
                                     .width = width,
                                     .height = height,
                                     .value = value,
                                     .element_bytes = element_bytes};
    if (to % element_bytes != 0)
        return CUDA_ERROR_INVALID_VALUE;
    uint64_t offset;
    struct variable *constant = driver_constant(to, &offset);
    if (constant)
        return set_constant(&rows, constant, offset, stream);
    return driver_result(memset_rows(&rows, stream, asynchronous));
}

DEFINE_MEMSET(8, unsigned char)
DEFINE_MEMSET(16, unsigned short)
DEFINE_MEMSET(32, unsigned int)
