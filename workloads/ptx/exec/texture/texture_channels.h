/* SPDX-License-Identifier: BSD-3-Clause */
/* A channel of the texels that the lanes of a warp read, into a register. */
#ifndef SIMGPU_WORKLOADS_PTX_EXEC_TEXTURE_TEXTURE_CHANNELS_H
#define SIMGPU_WORKLOADS_PTX_EXEC_TEXTURE_TEXTURE_CHANNELS_H

#include "workloads/ptx/exec/exec.h"
#include "workloads/texture.h"

/* Channel k, unfiltered, as the register has it. offset: in bytes from the first texel, of 32
 * lanes. */
void texture_read_channel(uint32_t *to, const struct texture *texture, unsigned k, lane_mask lanes,
                          const uint8_t *texels, const uint64_t *offset);
/* The same value for some lanes. */
void texture_fill(uint32_t *to, lane_mask lanes, uint32_t value);

#endif
