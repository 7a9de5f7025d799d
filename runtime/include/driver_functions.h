/* SPDX-License-Identifier: BSD-3-Clause */
/* make_cudaExtent and its like.
 *
 * Source: CUDA Runtime API reference manual 12.x.
 */
#ifndef SIMGPU_DRIVER_FUNCTIONS_H
#define SIMGPU_DRIVER_FUNCTIONS_H

#include "driver_types.h"

static inline struct cudaPitchedPtr make_cudaPitchedPtr(void *pointer, size_t pitch, size_t xsize,
                                                        size_t ysize)
{
    struct cudaPitchedPtr pitched = {pointer, pitch, xsize, ysize};
    return pitched;
}
static inline struct cudaPos make_cudaPos(size_t x, size_t y, size_t z)
{
    struct cudaPos position = {x, y, z};
    return position;
}
static inline struct cudaExtent make_cudaExtent(size_t width, size_t height, size_t depth)
{
    struct cudaExtent extent = {width, height, depth};
    return extent;
}

#endif
