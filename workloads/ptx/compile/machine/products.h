/* SPDX-License-Identifier: BSD-3-Clause */
/* Tensor instructions: the interpreter's own functions of products, and pointers to the fragments
 * of wmma. */
#ifndef SIMGPU_WORKLOADS_PTX_COMPILE_MACHINE_PRODUCTS_H
#define SIMGPU_WORKLOADS_PTX_COMPILE_MACHINE_PRODUCTS_H

#include "workloads/ptx/analysis/wmma.h"
#include "workloads/ptx/compile/machine/memory.h"
#include "workloads/ptx/compile/machine/pieces.h"

#define PRODUCT PART
#include "workloads/ptx/exec/tensor/product_lanes.h"

typedef uint32_t words16 __attribute__((vector_size(64), aligned(4), may_alias));

/* All lanes have the same. Whole vectors are read as they were written: the processor waits for
 * others. */
static inline __attribute__((always_inline)) bool are_uniform(const uint64_t *base,
                                                              const uint32_t *stride)
{
    longs8 differs = longs8_at(base) ^ base[0];
    for (unsigned i = 8; i < 32; i += 8)
        differs |= longs8_at(base + i) ^ base[0];
    const words16 *strides = (const words16 *)stride;
    differs |= (longs8)((strides[0] ^ stride[0]) | (strides[1] ^ stride[0]));
    return all_zero(differs);
}

/* What a fragment's pointers are, if base and stride are the same for all lanes. */
static inline __attribute__((always_inline)) struct lane_tile
tile_of(uint64_t base, uint64_t stride, struct wmma_address a)
{
    const uint64_t bytes = a.bits / 8;
    const uint64_t outer = a.contiguous ? stride * bytes : bytes;
    const uint64_t inner = a.contiguous ? bytes : stride * bytes;
    return (struct lane_tile){base + a.outer * outer + a.inner * inner, outer, a.width * inner,
                              true};
}

static inline __attribute__((always_inline)) void put_tile(uint64_t *to,
                                                           const struct lane_tile *tile)
{
    const longs8 columns = {0, 1, 2, 3, 0, 1, 2, 3}, rows = {0, 0, 0, 0, 1, 1, 1, 1};
    const longs8 eight = tile->first + rows * tile->row + columns * tile->column;
    for (unsigned i = 0; i < 32; i += 8)
        *(longs8 *)(to + i) = eight + i / 4 * tile->row;
}

/* code: of struct wmma_address. */
#define FRAGMENT(size)                                                                             \
    PART void fragment_##size(uint64_t *to, struct lane_tile *tile, const uint##size##_t *base,    \
                              const uint32_t *stride, uint64_t offset, uint32_t code)              \
    {                                                                                              \
        const struct wmma_address a = wmma_address_of(code);                                       \
        uint64_t from[32];                                                                         \
        EVERY_LANE from[i] = base[i] + offset;                                                     \
        tile->regular = a.bits >= 8 && are_uniform(from, stride);                                  \
        if (tile->regular) {                                                                       \
            *tile = tile_of(from[0], stride[0], a);                                                \
            put_tile(to, tile);                                                                    \
            return;                                                                                \
        }                                                                                          \
        EVERY_LANE                                                                                 \
        {                                                                                          \
            const uint64_t outer = a.outer + i / 4, inner = a.inner + i % 4 * a.width;             \
            const uint64_t elements =                                                              \
                a.contiguous ? outer * stride[i] + inner : inner * stride[i] + outer;              \
            to[i] = from[i] + elements * a.bits / 8;                                               \
        }                                                                                          \
    }
FRAGMENT(32)
FRAGMENT(64)

#endif
