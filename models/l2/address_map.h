/* SPDX-License-Identifier: BSD-3-Clause */
/* Which L2 bank and DRAM channel an address belongs to.
 *
 * Memory is cut into pieces (256 bytes on Fermi); consecutive pieces go to consecutive banks,
 * and bank b belongs to channel b mod channels. A row is one piece of every bank. With
 * bank_hash "rotate" the pieces of row r are shifted by a hash of r, so that a stride of a multiple
 * of the banks does not stay on one of them.
 *
 * A bank sees only its own pieces, so its sets are chosen by the bank-local address, in
 * which those pieces lie side by side; likewise a channel's rows and banks. Without that, 12 banks
 * would use only a quarter of 64 sets.
 *
 * Source: pieces of 256 bytes and one hash for both: GPGPU-Sim's GTX 480 configuration
 * (gpgpu_mem_addr_mapping). Differs: NVIDIA's hashes are not published; "rotate" is ASSUMED.
 * Any 64-bit address has a place, those of code and parameters too.
 */
#ifndef SIMGPU_L2_ADDRESS_MAP_H
#define SIMGPU_L2_ADDRESS_MAP_H

#include "models/core/platform.h"

struct address_map {
    uint32_t banks, channels;
    uint32_t piece_shift; /* log2 of its bytes */
    bool rotate;
    struct clock_divisor by_banks;
};

/* piece_bytes: a power of two, at least a line; banks: a multiple of channels. */
void address_map_init(struct address_map *map, uint32_t piece_bytes, uint32_t banks,
                      uint32_t channels, bool rotate);
/* From the group "gpu": memory.interleave and memory.bank_hash. */
bool address_map_read(struct address_map *map, struct platform_group *gpu, uint32_t banks,
                      uint32_t channels, GError **error);

static inline uint32_t address_map_rotation(const struct address_map *map, uint64_t row)
{
    if (!map->rotate)
        return 0;
    uint64_t mixed = row * UINT64_C(0x9E3779B97F4A7C15); /* 2^64 / golden ratio, Knuth 6.4 */
    return (uint32_t)(((mixed >> 32) * map->banks) >> 32);
}

static inline uint32_t address_map_bank(const struct address_map *map, uint64_t address)
{
    uint64_t piece = address >> map->piece_shift;
    uint64_t row = clock_divide(piece, &map->by_banks);
    uint32_t bank = (uint32_t)(piece - row * map->banks) + address_map_rotation(map, row);
    return bank < map->banks ? bank : bank - map->banks;
}

static inline uint32_t address_map_channel_of_bank(const struct address_map *map, uint32_t bank)
{
    return bank % map->channels;
}

/* Within the bank: pieces of consecutive rows side by side. */
uint64_t address_map_in_bank(const struct address_map *map, uint64_t address);
/* The way back. */
uint64_t address_map_from_bank(const struct address_map *map, uint32_t bank, uint64_t in_bank);
/* Within the channel: row by row, its banks' pieces side by side. */
uint64_t address_map_in_channel(const struct address_map *map, uint64_t address);

#endif
