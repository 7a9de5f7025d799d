/* SPDX-License-Identifier: BSD-3-Clause */
/* Matrices in shared memory that a descriptor of 64 bits describes, as wgmma takes them.
 *
 *   bits  0 to 13  address / 16
 *   bits 16 to 29  leading dimension offset / 16
 *   bits 32 to 45  stride dimension offset / 16
 *   bits 49 to 51  base offset: the phase in which a pattern of swizzling begins
 *   bits 62 to 63  swizzling: 0 none, 1 of 128 bytes, 2 of 64, 3 of 32
 *
 * A matrix has lines: rows of A, columns of B. The elements of a line that one product takes are 32
 * bytes: two pieces of 16. Where element k of line i is, with W bytes of swizzling:
 *
 *   by lines     none     (i % 8) 16 + (i / 8) stride + piece(k) leading, and in the piece
 *                W bytes  (i % 8) W + (i / 8) stride + piece(k) 16, and in the piece
 *   transposed   none     (i % 8) 2 + (i / 8) stride + (k % 8) 16 + (k / 8) leading
 *   (16 bits)    W bytes  (i % (W / 2)) 2 + (i / (W / 2)) leading + (k % 8) W + (k / 8) stride
 *
 * Swizzling exchanges pieces: bits 4 to 6 of the address, as many as W / 16 has values, are xored
 * with the bits from 7 on.
 *
 * Source: PTX ISA 8.6, "Asynchronous Warpgroup Level Matrix Shared Memory Layout", its canonical
 * layouts and "Matrix Descriptor Format".
 */
#ifndef SIMGPU_WORKLOADS_PTX_EXEC_TENSOR_SHARED_MATRIX_H
#define SIMGPU_WORKLOADS_PTX_EXEC_TENSOR_SHARED_MATRIX_H

#include "workloads/ptx/exec/exec.h"

enum { SHARED_LINE_BYTES = 32, SHARED_LINE_WORDS = 8, SHARED_MOST_LINES = 16 };

struct shared_matrix {
    const uint8_t *base; /* shared memory of the block */
    uint64_t room;       /* its bytes */
    uint32_t start, leading, stride;
    uint32_t phase; /* of the pattern of swizzling */
    uint32_t width; /* of swizzling, in bytes; 16: none */
    bool is_transposed;
};

struct shared_matrix shared_matrix_of(const struct warp_context *w, uint64_t descriptor,
                                      bool is_transposed);
/* Reads n lines from the first on, by k. first and n are multiples of 8, n at most
 * SHARED_MOST_LINES. False: they are not all in shared memory; *address is one that is not. */
bool shared_matrix_read(const struct shared_matrix *matrix, unsigned first, unsigned n,
                        uint32_t lines[SHARED_MOST_LINES][SHARED_LINE_WORDS], uint64_t *address);
/* Where the pairs of bytes of a line are, from the start of shared memory. False: not all there. */
bool shared_matrix_places(const struct shared_matrix *matrix, unsigned line,
                          uint32_t places[SHARED_LINE_BYTES / 2]);

#endif
