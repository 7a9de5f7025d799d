/* SPDX-License-Identifier: BSD-3-Clause */
/* The places of a GPU's warps, in words: by launch and by loop, with an example of each, its lanes
 * and its lines in the source.
 *
 * A warp's place is the outermost loop of the kernel itself around it, without calls. If it is in
 * no loop, its place is its instruction. A warp that has left such a loop does not come back to it.
 */
#ifndef SIMGPU_OBSERVERS_STANDING_H
#define SIMGPU_OBSERVERS_STANDING_H

#include "models/gpu.h"

/* A place as a number: that of a loop, or else the number of loops plus the pc. */
uint32_t standing_place(const struct warp_context *context);
bool standing_in_loop(const struct kernel_code *code, uint32_t place);

/* Writes lines, each with its end: the places of a launch's warps. Places with the most warps come
 * first. launch: UINT32_MAX means all. No warp is resident: no lines. */
void standing_describe(const struct gpu *gpu, uint32_t launch, GString *text);

#endif
