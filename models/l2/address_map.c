/* SPDX-License-Identifier: BSD-3-Clause */
#include "models/l2/address_map.h"
#include "models/core/payload.h"

void address_map_init(struct address_map *map, uint32_t piece_bytes, uint32_t banks,
                      uint32_t channels, bool rotate)
{
    g_assert(piece_bytes >= LINE_BYTES && (piece_bytes & (piece_bytes - 1)) == 0);
    g_assert(channels > 0 && banks % channels == 0);
    *map = (struct address_map){.banks = banks,
                                .channels = channels,
                                .piece_shift = (uint32_t)__builtin_ctz(piece_bytes),
                                .rotate = rotate,
                                .by_banks = {banks, UINT64_MAX / banks}};
}

bool address_map_read(struct address_map *map, struct platform_group *gpu, uint32_t banks,
                      uint32_t channels, GError **error)
{
    static const char *const hashes[] = {"none", "rotate", NULL};
    uint64_t piece;
    unsigned hash;
    if (!properties_bytes(gpu, "memory.interleave", &piece, error) ||
        !properties_choice(gpu, "memory.bank_hash", hashes, &hash, error))
        return false;
    if (piece < LINE_BYTES || piece > (1u << 30) || (piece & (piece - 1)) != 0)
        return properties_refuse(gpu, "memory.interleave", error,
                                 "expected a power of two from %d bytes to 1 GiB", LINE_BYTES);
    if (channels == 0 || banks % channels != 0)
        return properties_refuse(gpu, "memory.interleave", error,
                                 "%u L2 banks cannot share %u DRAM channels evenly", banks,
                                 channels);
    address_map_init(map, (uint32_t)piece, banks, channels, hash == 1);
    return true;
}

static uint64_t offset_mask(const struct address_map *map)
{
    return (UINT64_C(1) << map->piece_shift) - 1;
}

static uint64_t row_of(const struct address_map *map, uint64_t address)
{
    return clock_divide(address >> map->piece_shift, &map->by_banks);
}

uint64_t address_map_in_bank(const struct address_map *map, uint64_t address)
{
    return row_of(map, address) << map->piece_shift | (address & offset_mask(map));
}

uint64_t address_map_from_bank(const struct address_map *map, uint32_t bank, uint64_t in_bank)
{
    uint64_t row = in_bank >> map->piece_shift;
    uint32_t rotation = address_map_rotation(map, row);
    uint32_t in_row = bank >= rotation ? bank - rotation : bank + map->banks - rotation;
    return (row * map->banks + in_row) << map->piece_shift | (in_bank & offset_mask(map));
}

uint64_t address_map_in_channel(const struct address_map *map, uint64_t address)
{
    uint32_t per_channel = map->banks / map->channels;
    uint32_t bank_in_channel = address_map_bank(map, address) / map->channels;
    uint64_t piece = row_of(map, address) * per_channel + bank_in_channel;
    return piece << map->piece_shift | (address & offset_mask(map));
}
