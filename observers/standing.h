/* SPDX-License-Identifier: BSD-3-Clause */
/* Where the warps of a GPU stand, in words: by launch and by loop, with an example of each, its
 * lanes and its lines in the source.
 *
 * A warp's place is the outermost loop of the kernel itself that it is in (calls left out), or its
 * instruction if it is in none: a warp that has left such a loop doesn't come back to it.
 */
#ifndef SIMGPU_OBSERVERS_STANDING_H
#define SIMGPU_OBSERVERS_STANDING_H

#include "models/gpu.h"

/* A place: of a loop its number, else the number of loops and the pc. */
uint32_t standing_place(const struct warp_context *context);
bool standing_in_loop(const struct kernel_code *code, uint32_t place);

/* Lines, each with its end: the places of a launch's warps, those with the most warps first.
 * launch: UINT32_MAX, all. Empty if no warp is resident. */
void standing_describe(const struct gpu *gpu, uint32_t launch, GString *text);

#endif
