/* SPDX-License-Identifier: BSD-3-Clause */
/* suld, sust and sured: exec_actions.
 *
 * A surface access is one of global memory, at the address of its texel: it goes through L1 and L2
 * as loads, stores and atomics do, and its bytes move with the messages. Lanes beside the surface
 * have been served when the action returns, and are left out of out->active.
 *
 * exec_op: source 0 plus the immediate names the surface (a surface object or the address of a
 * .surfref variable), the next sources are values. target is the place of a struct surface_access
 * among the kernel's constants.
 *
 * Source: PTX ISA, "Surface Instructions". ASSUMED: a layer that does not exist is outside, as a
 * row is. Differs: hardware's surface accesses may be slower than those of plain memory.
 */
#ifndef SIMGPU_WORKLOADS_PTX_EXEC_TEXTURE_SURFACE_OPS_H
#define SIMGPU_WORKLOADS_PTX_EXEC_TEXTURE_SURFACE_OPS_H

#include "workloads/ptx/exec/exec.h"

enum surface_clamp { SURFACE_ZERO, SURFACE_CLAMP, SURFACE_TRAP };

struct surface_access {
    struct exec_operand at[3]; /* x, y, and z or the layer */
    uint32_t texels_at;        /* of a formatted store: room for four words a lane in the state */
    bool has[3];               /* the coordinate is there */
    bool samples;              /* x counts texels, not bytes */
    uint8_t clamp;             /* enum surface_clamp */
};

bool exec_surface_load(const struct exec_op *op, struct warp_context *w, lane_mask lanes,
                       struct issued *out);
/* Stores and atomics: sust.b, sured. */
bool exec_surface_store(const struct exec_op *op, struct warp_context *w, lane_mask lanes,
                        struct issued *out);
/* sust.p: converts four 32-bit channels to the surface's texels. */
bool exec_surface_store_texels(const struct exec_op *op, struct warp_context *w, lane_mask lanes,
                               struct issued *out);

#endif
