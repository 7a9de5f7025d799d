/* SPDX-License-Identifier: BSD-3-Clause */
/* Fetches of 32 lanes at once: the numbers of workloads/texture.h, in loops that become vector
 * code.
 */
#ifndef SIMGPU_WORKLOADS_PTX_EXEC_TEXTURE_FILTER_LANES_H
#define SIMGPU_WORKLOADS_PTX_EXEC_TEXTURE_FILTER_LANES_H

#include "workloads/texture.h"

/* Whether texture_filter_lanes does its fetches: they filter in one dimension or two, in a texture
 * without layers and faces, and give floats. */
bool texture_filters_lanes(const struct texture *texture);
/* What fetches at points give, of 32 lanes: the first n channels. texels: at texture->address.
 * first: where the first texel lies that a lane reads. Returns those of `lanes` that read one. The
 * same numbers as texture_sample_at and texture_combine. */
uint32_t texture_filter_lanes(const struct texture *texture, const uint32_t *const coordinates[2],
                              uint32_t lanes, const uint8_t *texels, unsigned n,
                              float channels[4][32], uint64_t first[32]);

/* Where fetches at points read, without filters, as texture_offsets says, of a texture that it
 * takes. False: not all 32 lie inside. */
bool texture_point_lanes(const struct texture *texture, const uint32_t *const coordinates[2],
                         uint64_t offset[32]);

#endif
