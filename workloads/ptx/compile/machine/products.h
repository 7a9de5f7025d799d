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

/* code: of struct wmma_address. */
#define FRAGMENT(size)                                                                             \
    PART void fragment_##size(uint64_t *to, const uint##size##_t *base, const uint32_t *stride,    \
                              uint64_t offset, uint32_t code)                                      \
    {                                                                                              \
        const struct wmma_address a = wmma_address_of(code);                                       \
        EVERY_LANE                                                                                 \
        {                                                                                          \
            const uint64_t outer = a.outer + i / 4, inner = a.inner + i % 4 * a.width;             \
            const uint64_t elements =                                                              \
                a.contiguous ? outer * stride[i] + inner : inner * stride[i] + outer;              \
            to[i] = base[i] + offset + elements * a.bits / 8;                                      \
        }                                                                                          \
    }
FRAGMENT(32)
FRAGMENT(64)

/* Whether each four lanes have four words side by side. */
static inline __attribute__((always_inline)) bool are_rows(const uint64_t *address)
{
    uint64_t differs = 0;
    EVERY_LANE differs |= address[i] ^ (address[i & ~3u] + 4 * (i & 3));
    return differs == 0;
}

/* What a fragment lies in: memory at base + address. Generic addresses may be of shared memory,
 * too. False: not in the window. */
static inline __attribute__((always_inline)) bool
fragment_is_there(struct compiled_warp *c, struct compiled_window *window, uint32_t site,
                  uint64_t address[32], uint32_t bytes, bool generic, uint8_t **base)
{
    if (!generic || address[0] >> COMPILED_WINDOW_SHIFT != COMPILED_SHARED)
        return reach(c, window, site, address, ~0u, bytes);
    *base = c->shared;
    EVERY_LANE address[i] -= (uint64_t)COMPILED_SHARED << COMPILED_WINDOW_SHIFT;
    return reach(c, &c->shared_window, UINT32_MAX, address, ~0u, bytes);
}

/* Parts of a fragment, `elements` registers, between memory and registers. False: not in the
 * window.
 */
#define FRAGMENT_ACCESS(size, stored)                                                              \
    PART bool fragment_load_##size(struct compiled_warp *c, struct compiled_window *window,        \
                                   uint32_t site, uint8_t *from, const uint64_t *pointer,          \
                                   uint64_t offset, void *const *to, uint32_t elements,            \
                                   bool generic)                                                   \
    {                                                                                              \
        uint64_t address[32];                                                                      \
        EVERY_LANE address[i] = pointer[i] + offset;                                               \
        if (!fragment_is_there(c, window, site, address, elements * size / 8, generic, &from))     \
            return false;                                                                          \
        if (size == 32 && elements == 1 && are_rows(address)) {                                    \
            for (unsigned i = 0; i < 32; i += 4)                                                   \
                memcpy((word *)to[0] + i, from + address[i], 16);                                  \
            return true;                                                                           \
        }                                                                                          \
        for (unsigned k = 0; k < elements; k++) {                                                  \
            stored *out = to[k];                                                                   \
            for (unsigned i = 0; i < 32; i++) {                                                    \
                uint##size##_t value;                                                              \
                memcpy(&value, from + address[i] + k * sizeof value, sizeof value);                \
                out[i] = value;                                                                    \
            }                                                                                      \
        }                                                                                          \
        return true;                                                                               \
    }                                                                                              \
    PART bool fragment_store_##size(struct compiled_warp *c, struct compiled_window *window,       \
                                    uint32_t site, uint8_t *to, const uint64_t *pointer,           \
                                    uint64_t offset, void *const *from, uint32_t elements,         \
                                    bool generic)                                                  \
    {                                                                                              \
        uint64_t address[32];                                                                      \
        EVERY_LANE address[i] = pointer[i] + offset;                                               \
        if (!fragment_is_there(c, window, site, address, elements * size / 8, generic, &to))       \
            return false;                                                                          \
        for (unsigned i = 0; i < 32; i++)                                                          \
            for (unsigned k = 0; k < elements; k++) {                                              \
                const uint##size##_t value = (uint##size##_t)((const stored *)from[k])[i];         \
                memcpy(to + address[i] + k * sizeof value, &value, sizeof value);                  \
            }                                                                                      \
        return true;                                                                               \
    }
FRAGMENT_ACCESS(8, word)
FRAGMENT_ACCESS(16, word)
FRAGMENT_ACCESS(32, word)
FRAGMENT_ACCESS(64, long_word)

#endif
