/* SPDX-License-Identifier: BSD-3-Clause */
/* Memsets of 1, 2 and 4 bytes, contiguous and of rectangles. */
#include "runtime/cuda/driver/driver.h"
#include "runtime/cuda/memset.h"

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
    return driver_result(memset_rows(&rows, stream, asynchronous));
}

DEFINE_MEMSET(8, unsigned char)
DEFINE_MEMSET(16, unsigned short)
DEFINE_MEMSET(32, unsigned int)
