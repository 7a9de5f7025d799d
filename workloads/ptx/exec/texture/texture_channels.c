/* SPDX-License-Identifier: BSD-3-Clause */
#include "workloads/ptx/exec/texture/texture_channels.h"

#include "base/vector_clones.h"

#include <string.h>

/* Channel k of the lanes' texels. All lanes is a loop of its own: it is the usual case. */
#define READ_CHANNEL(name, element, shape)                                                         \
    static void read_##name(uint32_t *to, lane_mask lanes, const uint8_t *from,                    \
                            const uint64_t *offset)                                                \
    {                                                                                              \
        element value;                                                                             \
        if (lanes == ALL_LANES) {                                                                  \
            for (unsigned i = 0; i < WARP_LANES; i++) {                                            \
                memcpy(&value, from + offset[i], sizeof value);                                    \
                to[i] = (uint32_t)(shape)value;                                                    \
            }                                                                                      \
            return;                                                                                \
        }                                                                                          \
        EACH_LANE (i, lanes) {                                                                     \
            memcpy(&value, from + offset[i], sizeof value);                                        \
            to[i] = (uint32_t)(shape)value;                                                        \
        }                                                                                          \
    }
READ_CHANNEL(32, uint32_t, uint32_t)
READ_CHANNEL(u16, uint16_t, uint16_t)
READ_CHANNEL(s16, uint16_t, int16_t)
READ_CHANNEL(u8, uint8_t, uint8_t)
READ_CHANNEL(s8, uint8_t, int8_t)

VECTOR_CLONES void texture_fill(uint32_t *to, lane_mask lanes, uint32_t value)
{
    for (unsigned i = 0; i < WARP_LANES && lanes == ALL_LANES; i++)
        to[i] = value;
    for (unsigned i = 0; i < WARP_LANES && lanes != ALL_LANES; i++) {
        const uint32_t old = to[i];
        to[i] = lanes >> i & 1 ? value : old;
    }
}

void texture_read_channel(uint32_t *to, const struct texture *texture, unsigned k, lane_mask lanes,
                          const uint8_t *texels, const uint64_t *offset)
{
    const bool is_signed = texture->texel == TEXEL_SIGNED;
    const uint8_t *from = texels + k * (size_t)texture->channel_bits / 8;
    if (texture->channel_bits == 32)
        read_32(to, lanes, from, offset);
    else if (texture->channel_bits == 16)
        (is_signed ? read_s16 : read_u16)(to, lanes, from, offset);
    else
        (is_signed ? read_s8 : read_u8)(to, lanes, from, offset);
}
