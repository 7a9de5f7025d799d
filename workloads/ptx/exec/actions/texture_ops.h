/* SPDX-License-Identifier: BSD-3-Clause */
/* tex: exec_actions.
 *
 * Texels are read at issue, since what a texture shows does not change while a kernel runs; their
 * addresses are reported for timing (SPACE_TEXTURE).
 *
 * exec_op: source 0 plus the immediate is the operand that names the texture (a texture object or
 * the address of a .texref variable), sources 1 and 2 are the coordinates. Destinations: the four
 * channels; one with bits == 0 is the sink `_`.
 *
 * Source: PTX ISA, "Texture Instructions: tex".
 * Differs: for time, a filtered fetch is one access at its first texel.
 */
#ifndef SIMGPU_WORKLOADS_PTX_EXEC_ACTIONS_TEXTURE_OPS_H
#define SIMGPU_WORKLOADS_PTX_EXEC_ACTIONS_TEXTURE_OPS_H

#include "workloads/ptx/exec/exec.h"

/* tex.1d with an integer coordinate. */
bool exec_texture_fetch(const struct exec_op *op, struct warp_context *w, lane_mask lanes,
                        struct issued *out);
/* tex.1d and tex.2d with float coordinates. */
bool exec_texture_sample(const struct exec_op *op, struct warp_context *w, lane_mask lanes,
                         struct issued *out);

#endif
