/* SPDX-License-Identifier: BSD-3-Clause */
#include "workloads/ptx/exec/texture/texture_lanes.h"

#include "base/float_bits.h"
#include "base/vector_clones.h"
#include "workloads/ptx/exec/texture/filter_lanes.h"

#include <string.h>

/* One lane after the other: whatever the address modes are. */
static uint32_t offsets_by_lane(const struct texture *texture, bool rows,
                                const uint32_t *const coordinates[2], uint32_t lanes,
                                uint64_t offset[32])
{
    uint32_t inside = 0;
    for (uint32_t left = lanes; left; left &= left - 1) {
        const unsigned i = (unsigned)__builtin_ctz(left);
        struct texture_point point = {.at = {float_of_bits(coordinates[0][i])}};
        struct texture_fetch fetch;
        if (rows)
            point.at[1] = float_of_bits(coordinates[1][i]);
        texture_sample_at(texture, &point, &fetch);
        if (!fetch.inside[0])
            continue;
        offset[i] = fetch.address[0] - texture->address;
        inside |= 1u << i;
    }
    return inside;
}

/* Of 32 lanes: adds bytes for the indices that are below size; returns in which lanes they are. */
VECTOR_CLONES static uint32_t add_by_index(const uint32_t *index, uint32_t size, uint64_t bytes,
                                           uint64_t offset[32])
{
    uint32_t inside = 0;
    for (unsigned i = 0; i < 32; i++) {
        offset[i] += index[i] * bytes;
        inside |= (uint32_t)(index[i] < size) << i;
    }
    return inside;
}

/* The same for coordinates in texels, times `scale`: the nearest index that there is. NaN is 0. */
VECTOR_CLONES static uint32_t add_by_place(const uint32_t *coordinate, float scale, float size,
                                           uint64_t bytes, uint64_t offset[32])
{
    uint32_t inside = 0;
    for (unsigned i = 0; i < 32; i++) {
        const float at = float_of_bits(coordinate[i]) * scale;
        float near = at > 0 ? at : 0;
        near = near < size - 1 ? near : size - 1;
        offset[i] += (uint32_t)(int32_t)near * bytes;
        inside |= (uint32_t)(!(at < 0) & !(at >= size)) << i;
    }
    return inside;
}

/* Whether add_by_place() is what a fetch does in this dimension. */
static bool is_near(const struct texture *texture, unsigned dimension, uint64_t size)
{
    const uint32_t mode = texture_mode(texture, dimension);
    return (mode == TEXTURE_ADDRESS_CLAMP || mode == TEXTURE_ADDRESS_BORDER) && size <= 1 << 24;
}

uint32_t texture_offsets(const struct texture *texture, bool by_index,
                         const uint32_t *const coordinates[2], uint32_t lanes, uint64_t offset[32])
{
    const bool rows = texture->height > 0 && !(by_index && texture->linear_memory);
    const uint64_t size[2] = {texture->width, texture->height};
    const uint64_t bytes[2] = {texture_texel_bytes(texture), texture->pitch};
    for (unsigned d = 0; d < 1u + rows && !by_index; d++)
        if (!is_near(texture, d, size[d]))
            return lanes == ~0u && texture_point_lanes(texture, coordinates, offset)
                       ? lanes
                       : offsets_by_lane(texture, rows, coordinates, lanes, offset);
    memset(offset, 0, 32 * sizeof *offset);
    for (unsigned d = 0; d < 1u + rows; d++) {
        const float all = (float)size[d];
        if (by_index)
            lanes &=
                add_by_index(coordinates[d], size[d] <= INT32_MAX ? (uint32_t)size[d] : 1u << 31,
                             bytes[d], offset);
        else
            lanes &= add_by_place(coordinates[d], texture->normalized_coordinates ? all : 1, all,
                                  bytes[d], offset) |
                     (texture_mode(texture, d) == TEXTURE_ADDRESS_CLAMP ? ~0u : 0);
    }
    return lanes;
}
