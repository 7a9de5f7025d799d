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
    memset(offset, 0, 32 * sizeof *offset);
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

/* How an index in one dimension becomes bytes. */
struct dimension {
    uint64_t size;
    uint32_t bytes; /* products of 32 bits are quick */
    bool first;     /* offsets are set; others are added to */
};

/* Of 32 lanes: adds bytes for the indices that are below size; returns in which lanes they are. */
VECTOR_CLONES static uint32_t add_by_index(const uint32_t *index, const struct dimension *d,
                                           uint64_t offset[32])
{
    const uint32_t size = d->size <= INT32_MAX ? (uint32_t)d->size : 1u << 31;
    const uint64_t keep = d->first ? 0 : UINT64_MAX;
    const uint32_t bytes = d->bytes;
    uint32_t inside = 0;
    for (unsigned i = 0; i < 32; i++) {
        offset[i] = (offset[i] & keep) + (uint64_t)index[i] * bytes;
        inside |= (uint32_t)(index[i] < size) << i;
    }
    return inside;
}

/* The same for coordinates in texels, times `scale`: the nearest index that there is. NaN is 0. */
VECTOR_CLONES static uint32_t add_by_place(const uint32_t *coordinate, float scale,
                                           const struct dimension *d, uint64_t offset[32])
{
    const float size = (float)d->size;
    const uint64_t keep = d->first ? 0 : UINT64_MAX;
    const uint32_t bytes = d->bytes;
    uint32_t inside = 0;
    for (unsigned i = 0; i < 32; i++) {
        const float at = float_of_bits(coordinate[i]) * scale;
        float near = at > 0 ? at : 0;
        near = near < size - 1 ? near : size - 1;
        offset[i] = (offset[i] & keep) + (uint64_t)(uint32_t)(int32_t)near * bytes;
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
    const struct dimension of[2] = {{texture->width, texture_texel_bytes(texture), true},
                                    {texture->height, (uint32_t)texture->pitch, false}};
    for (unsigned d = 0; d < 1u + rows && !by_index; d++)
        if (!is_near(texture, d, of[d].size))
            return lanes == ~0u && texture_point_lanes(texture, coordinates, offset)
                       ? lanes
                       : offsets_by_lane(texture, rows, coordinates, lanes, offset);
    for (unsigned d = 0; d < 1u + rows; d++) {
        const float scale = texture->normalized_coordinates ? (float)of[d].size : 1;
        if (by_index)
            lanes &= add_by_index(coordinates[d], &of[d], offset);
        else
            lanes &= add_by_place(coordinates[d], scale, &of[d], offset) |
                     (texture_mode(texture, d) == TEXTURE_ADDRESS_CLAMP ? ~0u : 0);
    }
    return lanes;
}

VECTOR_CLONES void texture_addresses(uint64_t address[32], uint64_t texture,
                                     const uint64_t offset[32])
{
    for (unsigned i = 0; i < 32; i++)
        address[i] = texture + offset[i];
}

VECTOR_CLONES bool texture_all_name(const uint64_t name[32], uint32_t lanes, uint64_t same)
{
    uint64_t differ = 0;
    for (unsigned i = 0; i < 32; i++)
        differ |= (name[i] ^ same) & -(uint64_t)(lanes >> i & 1);
    return differ == 0;
}
