/* SPDX-License-Identifier: BSD-3-Clause */
/* Which L2 bank and DRAM channel an address belongs to, and where it lies in them.
 *
 * Memory is cut into pieces (256 bytes on Fermi). Consecutive pieces go to consecutive channels;
 * the pieces of a channel go to its slices (its L2 banks) in turn. Bank b is slice b / channels of
 * channel b mod channels. A row is one piece of every bank. Strides of a multiple of the banks stay
 * on one of them, unless the pieces of a row are permuted by a hash of its number
 * (memory.bank_hash):
 *
 * rotate: shifted by it. Any number of banks. ipoly: (channel, slice) becomes its remainder by a
 * polynomial (ipoly.h), with the row's number as the high bits. If the numbers of channels or
 * slices are no powers of two, the hash is for the next ones, and its result is taken modulo the
 * banks. Banks are then not used equally, and two pieces of a row may share one. ipoly_modulo: for
 * 2^k times an odd number of banks. Groups of 2^k banks lie side by side. The remainder chooses in
 * a group, and consecutive pieces choose the group. So every bank gets as many pieces.
 *
 * A bank sees only its own pieces. So the bank-local address chooses its sets: in it those pieces
 * lie side by side. A channel's rows and banks are chosen likewise. Without that, 12 banks would
 * use only a quarter of 64 sets.
 *
 * DRAM banks and rows: either the channel's own arrangement of its local addresses, or as
 * memory.address_bits says. That has a letter for each bit of an address without its channel, most
 * significant first: R row, B bank, C column, S byte of a burst (part of the column). Dots mean
 * nothing, and zeros may stand in front. Bits above the letters belong to the row. The lowest bank
 * bits choose the slice, before the hash. They may stand anywhere from a line's number up: below
 * the channel's bits too, where they cut a piece into smaller ones for several slices. A bank's
 * local address is then what is left without channel and slice.
 *
 * Source: GPGPU-Sim's gpgpu_mem_addr_mapping and gpgpu_memory_partition_indexing (addrdec.cc); Liu
 * et al., "Get Out of the Valley" (ISCA 2018), on why to hash; ipoly.h. Differs: NVIDIA's hashes
 * are not published; "rotate" is ASSUMED. So are the groups of ipoly_modulo: GPGPU-Sim says that
 * it has groups of 2^k with a polynomial in each, not which banks are in one. Any 64-bit address
 * has a place, those of code and parameters too. With ipoly modulo banks two lines may have the
 * same place in DRAM; only its timing sees it. A quirk of GPGPU-Sim that ipoly keeps: if all
 * numbers are powers of two, as many bits as choose a slice are missing above the channel's bits,
 * even if the slice's bits stand elsewhere.
 */
#ifndef SIMGPU_MEMORY_ADDRESS_MAP_H
#define SIMGPU_MEMORY_ADDRESS_MAP_H

#include "models/core/platform/platform.h"
#include "models/memory/ipoly.h"

enum address_hash {
    ADDRESS_HASH_NONE,
    ADDRESS_HASH_ROTATE,
    ADDRESS_HASH_IPOLY,
    ADDRESS_HASH_IPOLY_MODULO
};

/* How a bank is found: the cases that are worth a way of their own. */
enum address_way {
    ADDRESS_WAY_REMAINDER, /* no hash, and pieces choose the slice */
    ADDRESS_WAY_ROTATE,    /* rotate or ipoly, and pieces choose the slice */
    ADDRESS_WAY_IPOLY,
    ADDRESS_WAY_OTHER
};

enum { ADDRESS_MAX_RUNS = 16 };

/* A number whose bits are spread over an address: runs of bits, the lowest first. */
struct address_field {
    uint32_t n_runs, bits;
    struct address_run {
        uint64_t mask; /* of the run, shifted down */
        uint8_t from, to;
    } runs[ADDRESS_MAX_RUNS];
};

struct address_map {
    uint32_t banks, channels, slices; /* slices: of a channel */
    uint32_t piece_shift;             /* log2 of its bytes */
    enum address_hash hash;
    enum address_way way;
    struct clock_divisor by_banks, by_channels, by_slices;
    bool high_is_row; /* of the hash's high bits; else the piece's number in its channel */
    struct ipoly ipoly;
    uint16_t ipoly_banks[1 << IPOLY_MAX_BITS]; /* by what ipoly says */
    uint32_t group_banks;                      /* ipoly_modulo: banks of a group */
    bool has_places;                           /* memory.address_bits is given */
    struct address_field bank_bits, row_bits, column_bits;
    /* Of an address without its channel, if the slice's bits don't stand just above a piece: the
     * slice, and the bits that are left. Without runs otherwise. */
    struct address_field slice_bits, local_bits;
};

/* Where a line lies in its DRAM channel. */
struct address_place {
    uint32_t bank, column;
    uint64_t row;
};

/* piece_bytes: a power of two, at least a line; banks: a multiple of channels. */
void address_map_init(struct address_map *map, uint32_t piece_bytes, uint32_t banks,
                      uint32_t channels, enum address_hash hash);
/* Takes the letters of memory.address_bits. NULL, or what is wrong with them. */
const char *address_map_use_bits(struct address_map *map, const char *letters);
/* From the group "gpu": memory.interleave, memory.bank_hash and memory.address_bits. */
bool address_map_read(struct address_map *map, struct platform_group *gpu, uint32_t banks,
                      uint32_t channels, GError **error);

/* The same as address_map_bank, where the bank is no remainder. */
uint32_t address_map_bank_otherwise(const struct address_map *map, uint64_t address);
/* The same as address_map_in_bank, where map->slice_bits choose the slice. */
uint64_t address_map_in_bank_by_bits(const struct address_map *map, uint64_t address);

static inline uint32_t address_map_bank(const struct address_map *map, uint64_t address)
{
    uint64_t piece = address >> map->piece_shift;
    if (map->way != ADDRESS_WAY_REMAINDER)
        return address_map_bank_otherwise(map, address);
    return (uint32_t)(piece - clock_divide(piece, &map->by_banks) * map->banks);
}

static inline uint32_t address_map_channel_of_bank(const struct address_map *map, uint32_t bank)
{
    return bank % map->channels;
}

/* Within the bank: pieces of consecutive rows side by side. */
static inline uint64_t address_map_in_bank(const struct address_map *map, uint64_t address)
{
    uint64_t offset = address & ((UINT64_C(1) << map->piece_shift) - 1);
    if (G_UNLIKELY(map->slice_bits.n_runs > 0))
        return address_map_in_bank_by_bits(map, address);
    return clock_divide(address >> map->piece_shift, &map->by_banks) << map->piece_shift | offset;
}

/* Within the channel: row by row, its banks' pieces side by side. Not if memory.address_bits is
 * given. */
uint64_t address_map_in_channel(const struct address_map *map, uint64_t address);
/* The number in an address. */
static inline uint64_t address_field_of(const struct address_field *field, uint64_t address)
{
    uint64_t value = 0;
    for (uint32_t i = 0; i < field->n_runs; i++)
        value |= (address >> field->runs[i].from & field->runs[i].mask) << field->runs[i].to;
    return value;
}

/* An address without its channel. */
static inline uint64_t address_map_rest(const struct address_map *map, uint64_t address)
{
    uint64_t piece = clock_divide(address >> map->piece_shift, &map->by_channels);
    return piece << map->piece_shift | (address & ((UINT64_C(1) << map->piece_shift) - 1));
}

/* The bits that memory.address_bits names; only if map->has_places. */
static inline struct address_place address_map_place(const struct address_map *map,
                                                     uint64_t address)
{
    uint64_t rest = address_map_rest(map, address);
    return (struct address_place){.bank = (uint32_t)address_field_of(&map->bank_bits, rest),
                                  .column = (uint32_t)address_field_of(&map->column_bits, rest),
                                  .row = address_field_of(&map->row_bits, rest)};
}

#endif
