/* SPDX-License-Identifier: BSD-3-Clause */
/* A function with wmma instructions, made into one without: each becomes instructions that exist
 * otherwise, as a compiler to machine code makes them.
 *
 *   wmma.load    for each pointer that a lane needs a `wmma.address`, then loads of its elements
 *   wmma.store   the same with stores
 *   wmma.mma     `wmma.mma` for each tile: mma, whose C and D may differ in type
 *
 * These two names are none of PTX. wmma.address d, [base], stride, code: d = base + the lane's part
 * of the offset, as struct wmma_address says. What wmma_form_read refuses stays as it is, and fails
 * when it runs. Register r of a fragment that only repeats another one is written if anything but
 * wmma.mma reads it.
 */
#ifndef SIMGPU_WORKLOADS_PTX_ANALYSIS_WMMA_H
#define SIMGPU_WORKLOADS_PTX_ANALYSIS_WMMA_H

#include "workloads/ptx/syntax/ptx.h"

/* Which element a lane's pointer is for: outer index `outer` + lane / 4, inner index `inner` +
 * width (lane % 4). The stride is that of the outer index if runs are contiguous, else of the inner
 * one. */
struct wmma_address {
    uint8_t outer, inner, width, bits;
    bool contiguous;
};

static inline uint32_t wmma_address_code(struct wmma_address a)
{
    return a.outer | (uint32_t)a.inner << 8 | (uint32_t)a.width << 16 | (uint32_t)a.bits << 24 |
           (uint32_t)a.contiguous << 31;
}

static inline struct wmma_address wmma_address_of(uint32_t code)
{
    return (struct wmma_address){(uint8_t)code, (uint8_t)(code >> 8), (uint8_t)(code >> 16),
                                 (uint8_t)(code >> 24 & 0x7f), code >> 31};
}

struct ptx_wmma;

/* NULL if there is nothing to do. */
struct ptx_wmma *ptx_wmma_new(const struct ptx_function *function);
void ptx_wmma_free(struct ptx_wmma *wmma);
/* What takes the function's place. Its registers are those of the function, and then others. */
const struct ptx_function *ptx_wmma_function(const struct ptx_wmma *wmma);

#endif
