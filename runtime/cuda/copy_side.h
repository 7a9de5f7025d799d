/* SPDX-License-Identifier: BSD-3-Clause */
/* One side of a copy in which arrays may take part: plain memory with a pitch, or a place in an
 * array. Units: bytes.
 */
#ifndef SIMGPU_RUNTIME_CUDA_COPY_SIDE_H
#define SIMGPU_RUNTIME_CUDA_COPY_SIDE_H

#include "runtime/cuda/copy.h"

struct copy_side {
    bool in_array;
    cudaArray_const_t array; /* in an array: which, and where */
    size_t x, y, z;          /* z: a slice */
    uintptr_t pointer;       /* in memory */
    size_t pitch;
};

/* Bytes of a row of the side's array. */
cudaError_t copy_side_row_bytes(const struct runtime *runtime, const struct copy_side *side,
                                size_t *row_bytes);
/* Where the side's first byte of a rectangle of copy's width and height is, and how far its rows
 * are apart. */
cudaError_t copy_side_locate(const struct runtime *runtime, const struct copy_side *side,
                             const struct copy *copy, uintptr_t *pointer, size_t *pitch);
/* Copies a rectangle, of copy's width and height; the rest of copy but addresses and pitches, too.
 * What lies in an array must lie in it as a whole. */
cudaError_t copy_between_sides(struct runtime *runtime, const struct copy_side *to,
                               const struct copy_side *from, const struct copy *copy);

#endif
