/* SPDX-License-Identifier: BSD-3-Clause */
/* The texels that 32 lanes fetch at once. */
#ifndef SIMGPU_WORKLOADS_PTX_EXEC_TEXTURE_TEXTURE_LANES_H
#define SIMGPU_WORKLOADS_PTX_EXEC_TEXTURE_TEXTURE_LANES_H

#include "workloads/texture.h"

/* Where fetches of one texel each read, from texture->address on: of a texture without filter,
 * layers, faces or a third dimension, with a pitch of 32 bits. coordinates: of 32 lanes each,
 * floats, or integers if by_index. Returns those of `lanes` that do not fetch the border; other
 * lanes' offsets mean nothing. */
uint32_t texture_offsets(const struct texture *texture, bool by_index,
                         const uint32_t *const coordinates[2], uint32_t lanes, uint64_t offset[32]);
/* Whether the names of all of these lanes are the same one. */
bool texture_all_name(const uint64_t name[32], uint32_t lanes, uint64_t same);
/* address[i]: the texture's and offset[i]. */
void texture_addresses(uint64_t address[32], uint64_t texture, const uint64_t offset[32]);

#endif
