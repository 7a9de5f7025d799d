/* SPDX-License-Identifier: BSD-3-Clause */
/* tex, tld4, txq and suq: exec_actions.
 *
 * Texels are read at issue, since what a texture shows does not change while a kernel runs; their
 * addresses are reported for timing (SPACE_TEXTURE).
 *
 * exec_op: source 0 plus the immediate is the operand that names the texture (a texture object or
 * the address of a .texref variable). The next sources are the layer, if there is one, and the
 * coordinates. Destinations: the four channels; one with bits == 0 is the sink `_`. variant is a
 * geometry, or of a query an enum texture_query. target - 1 is the place of an exec_operand among
 * the kernel's constants: a predicate that says whether texels are there; 0: there is none.
 *
 * Source: PTX ISA, "Texture Instructions: tex, tld4, txq", "Surface Instructions: suq".
 * Differs: for time, a filtered fetch is one access at its first texel. There are no mipmaps, so
 * levels and gradients don't count.
 */
#ifndef SIMGPU_WORKLOADS_PTX_EXEC_TEXTURE_TEXTURE_OPS_H
#define SIMGPU_WORKLOADS_PTX_EXEC_TEXTURE_TEXTURE_OPS_H

#include "workloads/ptx/exec/exec.h"

struct texture;

/* variant: how many coordinates, and bits. tld4's channel stands above TEXTURE_CHANNEL_SHIFT. */
enum texture_geometry {
    TEXTURE_COORDINATES = 3,
    TEXTURE_IS_LAYERED = 4,
    TEXTURE_IS_CUBE = 8,
    TEXTURE_CHANNEL_SHIFT = 4
};

enum texture_query {
    QUERY_WIDTH,
    QUERY_HEIGHT,
    QUERY_DEPTH,
    QUERY_ARRAY_SIZE,
    QUERY_CHANNEL_TYPE,
    QUERY_CHANNEL_ORDER,
    QUERY_NORMALIZED,
    QUERY_MIPMAP_LEVELS,
    QUERY_SAMPLES,
    QUERY_FILTER,
    QUERY_ADDRESS_MODE_0,
    QUERY_ADDRESS_MODE_1,
    QUERY_ADDRESS_MODE_2,
    QUERY_UNNORMALIZED,
    QUERY_MEMORY_LAYOUT
};

/* The texture or surface that a lane named last. Begins all zero. */
struct texture_memo {
    const struct texture *texture;
    uint64_t operand;
};

/* What the lane's source 0 names; lanes mostly name the same one. NULL: the fault is set. */
const struct texture *exec_texture_of(const struct exec_op *op, const struct warp_context *w,
                                      unsigned lane, bool surface, struct texture_memo *memo,
                                      struct issued *out);

bool exec_texture_fetch(const struct exec_op *op, struct warp_context *w, lane_mask lanes,
                        struct issued *out);
bool exec_texture_sample(const struct exec_op *op, struct warp_context *w, lane_mask lanes,
                         struct issued *out);
bool exec_texture_gather(const struct exec_op *op, struct warp_context *w, lane_mask lanes,
                         struct issued *out);
bool exec_texture_query(const struct exec_op *op, struct warp_context *w, lane_mask lanes,
                        struct issued *out);
bool exec_surface_query(const struct exec_op *op, struct warp_context *w, lane_mask lanes,
                        struct issued *out);

#endif
