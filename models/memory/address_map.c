/* SPDX-License-Identifier: BSD-3-Clause */
#include "models/memory/address_map.h"
#include "models/core/payload.h"
#include <string.h>

enum { ADDRESS_BITS = 64, LINE_BITS = 7 };
_Static_assert(1 << LINE_BITS == LINE_BYTES, "LINE_BITS is the logarithm of LINE_BYTES");

static struct clock_divisor divisor(uint32_t value)
{
    return (struct clock_divisor){value, UINT64_MAX / value};
}

static uint32_t bits_for(uint32_t values)
{
    return values > 1 ? 32 - (uint32_t)__builtin_clz(values - 1) : 0;
}

static bool power_of_two(uint32_t x)
{
    return (x & (x - 1)) == 0;
}

/* The hash numbers a channel's slices one after another. */
static void init_ipoly(struct address_map *map)
{
    const uint32_t all = bits_for(map->channels) + bits_for(map->slices);
    map->group_banks = map->banks & -map->banks;
    ipoly_init(&map->ipoly,
               map->hash == ADDRESS_HASH_IPOLY_MODULO ? bits_for(map->group_banks) : all);
    for (uint32_t hashed = 0; hashed < 1u << all; hashed++) {
        uint32_t place = hashed % map->banks;
        map->ipoly_banks[hashed] =
            (uint16_t)(place % map->slices * map->channels + place / map->slices);
    }
}

void address_map_init(struct address_map *map, uint32_t piece_bytes, uint32_t banks,
                      uint32_t channels, enum address_hash hash)
{
    static const enum address_way ways[] = {[ADDRESS_HASH_NONE] = ADDRESS_WAY_REMAINDER,
                                            [ADDRESS_HASH_ROTATE] = ADDRESS_WAY_ROTATE,
                                            [ADDRESS_HASH_IPOLY] = ADDRESS_WAY_IPOLY,
                                            [ADDRESS_HASH_IPOLY_MODULO] = ADDRESS_WAY_OTHER};
    g_assert(piece_bytes >= LINE_BYTES && power_of_two(piece_bytes));
    g_assert(channels > 0 && banks % channels == 0);
    *map = (struct address_map){.banks = banks,
                                .channels = channels,
                                .slices = banks / channels,
                                .piece_shift = bits_for(piece_bytes),
                                .hash = hash,
                                .way = ways[hash],
                                .by_banks = divisor(banks),
                                .by_channels = divisor(channels),
                                .by_slices = divisor(banks / channels),
                                .high_is_row = hash == ADDRESS_HASH_IPOLY_MODULO ||
                                               (power_of_two(banks) && power_of_two(channels))};
    if (hash == ADDRESS_HASH_IPOLY || hash == ADDRESS_HASH_IPOLY_MODULO)
        init_ipoly(map);
}

/* ---- banks -------------------------------------------------------------------------------- */

/* A bank of row `row`, shifted by a hash of the row's number. */
static uint32_t rotated(const struct address_map *map, uint64_t row, uint32_t bank)
{
    uint64_t mixed = row * UINT64_C(0x9E3779B97F4A7C15); /* 2^64 / golden ratio, Knuth 6.4 */
    uint32_t rotation = (uint32_t)(((mixed >> 32) * map->banks) >> 32);
    bank += rotation;
    return bank < map->banks ? bank : bank - map->banks;
}

/* Where the hash puts bank `index`; high: what lies above it. */
static inline uint32_t ipoly_bank(const struct address_map *map, uint32_t index, uint64_t high)
{
    return map->ipoly_banks[ipoly_place(&map->ipoly, high << map->ipoly.bits | index)];
}

static uint32_t modulo_bank(const struct address_map *map, uint32_t index, uint64_t high)
{
    uint32_t in_group = index & (map->group_banks - 1);
    uint32_t place = ipoly_place(&map->ipoly, high << map->ipoly.bits | in_group);
    return map->ipoly_banks[index - in_group + place];
}

/* By a hash, or bits of the address, or both. */
G_NO_INLINE static uint32_t other_bank(const struct address_map *map, uint64_t address)
{
    uint64_t piece = address >> map->piece_shift;
    uint64_t rest = clock_divide(piece, &map->by_channels);
    uint32_t channel = (uint32_t)(piece - rest * map->channels);
    uint64_t row = clock_divide(rest, &map->by_slices);
    uint32_t slice =
        map->slice_bits.n_runs > 0
            ? (uint32_t)address_field_of(&map->slice_bits, address_map_rest(map, address))
            : (uint32_t)(rest - row * map->slices);
    uint32_t index = channel * map->slices + slice, bank = slice * map->channels + channel;
    switch (map->hash) {
    case ADDRESS_HASH_NONE:
        return bank;
    case ADDRESS_HASH_ROTATE:
        return rotated(map, address_map_in_bank(map, address) >> map->piece_shift, bank);
    case ADDRESS_HASH_IPOLY:
        return ipoly_bank(map, index, map->high_is_row ? row : rest);
    default:
        return modulo_bank(map, index, map->high_is_row ? row : rest);
    }
}

G_NO_INLINE static uint32_t bank_by_rotation(const struct address_map *map, uint64_t piece)
{
    uint64_t row = clock_divide(piece, &map->by_banks);
    return rotated(map, row, (uint32_t)(piece - row * map->banks));
}

uint32_t address_map_bank_otherwise(const struct address_map *map, uint64_t address)
{
    uint64_t piece = address >> map->piece_shift;
    if (map->way == ADDRESS_WAY_ROTATE)
        return bank_by_rotation(map, piece);
    if (map->way == ADDRESS_WAY_OTHER)
        return other_bank(map, address);
    uint64_t rest = clock_divide(piece, &map->by_channels);
    uint32_t channel = (uint32_t)(piece - rest * map->channels);
    uint64_t row = clock_divide(rest, &map->by_slices);
    uint32_t index = channel * map->slices + (uint32_t)(rest - row * map->slices);
    return ipoly_bank(map, index, map->high_is_row ? row : rest); /* as GPGPU-Sim does */
}

uint64_t address_map_in_bank_by_bits(const struct address_map *map, uint64_t address)
{
    return address_field_of(&map->local_bits, address_map_rest(map, address));
}

/* ---- places in a channel -------------------------------------------------------------------- */

uint64_t address_map_in_channel(const struct address_map *map, uint64_t address)
{
    uint64_t row = clock_divide(address >> map->piece_shift, &map->by_banks);
    uint64_t piece = row * map->slices + address_map_bank(map, address) / map->channels;
    return piece << map->piece_shift | (address & ((UINT64_C(1) << map->piece_shift) - 1));
}

/* ---- memory.address_bits ----------------------------------------------------------------------
 */

/* Appends `count` address bits from bit `from` on; false if there are too many runs. */
static bool add_bits(struct address_field *field, uint32_t from, uint32_t count)
{
    struct address_run *last = field->n_runs ? &field->runs[field->n_runs - 1] : NULL;
    if (last && last->from + (field->bits - last->to) == from) {
        field->bits += count;
    } else {
        if (field->n_runs == ADDRESS_MAX_RUNS)
            return false;
        field->runs[field->n_runs++] =
            (struct address_run){.from = (uint8_t)from, .to = (uint8_t)field->bits};
        field->bits += count;
        last = &field->runs[field->n_runs - 1];
    }
    uint32_t width = field->bits - last->to;
    last->mask = width < ADDRESS_BITS ? (UINT64_C(1) << width) - 1 : UINT64_MAX;
    return true;
}

static const char *check_letters(const struct address_map *map, uint32_t letters)
{
    if (letters > ADDRESS_BITS)
        return "an address has no more than 64 bits";
    if (map->row_bits.n_runs == 0 || map->bank_bits.n_runs == 0 || map->column_bits.n_runs == 0)
        return "the letters R, B and C must occur";
    if (bits_for(map->slices) > map->bank_bits.bits)
        return "there are too few letters B to choose a slice";
    if (!power_of_two(map->slices))
        return "the slices of a channel must be a power of two, because bank bits choose them";
    return NULL;
}

/* Whether the lowest bank bits stand just above a piece, so that pieces choose the slice. */
static bool slices_by_pieces(const struct address_map *map)
{
    const struct address_run *lowest = &map->bank_bits.runs[0];
    return map->slices == 1 ||
           (lowest->from == map->piece_shift && lowest->mask + 1 >= map->slices);
}

/* Where the bank's bit number `bit` stands. */
static uint32_t place_of_bit(const struct address_field *field, uint32_t bit)
{
    uint32_t run = 0;
    while (run + 1 < field->n_runs && field->runs[run + 1].to <= bit)
        run++;
    return field->runs[run].from + (bit - field->runs[run].to);
}

/* The lowest bank bits choose the slice, wherever they stand. */
static const char *choose_slices(struct address_map *map)
{
    uint32_t slice_bits = bits_for(map->slices);
    uint32_t from = 0;
    if (slices_by_pieces(map))
        return NULL;
    if (map->bank_bits.runs[0].from < LINE_BITS)
        return "the lowest bank bits choose the slice, and a line of 128 bytes is in one slice";
    for (uint32_t bit = 0; bit < slice_bits; bit++) {
        uint32_t at = place_of_bit(&map->bank_bits, bit);
        if (!add_bits(&map->slice_bits, at, 1) ||
            (at > from && !add_bits(&map->local_bits, from, at - from)))
            return "its letters change too often";
        from = at + 1;
    }
    map->way = ADDRESS_WAY_OTHER;
    map->high_is_row = power_of_two(map->banks) && power_of_two(map->channels);
    return add_bits(&map->local_bits, from, ADDRESS_BITS - from) ? NULL
                                                                 : "its letters change too often";
}

const char *address_map_use_bits(struct address_map *map, const char *letters)
{
    uint32_t bit = 0;
    bool above = false;
    for (const char *at = letters + strlen(letters); at > letters;) {
        char letter = *--at;
        struct address_field *field = letter == 'R'   ? &map->row_bits
                                      : letter == 'B' ? &map->bank_bits
                                                      : &map->column_bits;
        if (letter == '.')
            continue;
        if (letter == '0') {
            above = true;
            continue;
        }
        if (!strchr("RBCS", letter))
            return "only the letters R, B, C, S, zeros in front and dots may occur";
        if (above)
            return "zeros may stand in front only";
        if (!add_bits(field, bit++, 1))
            return "its letters change too often";
    }
    const char *problem = check_letters(map, bit);
    if (!problem && bit < ADDRESS_BITS && !add_bits(&map->row_bits, bit, ADDRESS_BITS - bit))
        problem = "its letters change too often";
    if (!problem)
        problem = choose_slices(map);
    map->has_places = problem == NULL;
    return problem;
}

/* ---- the platform -----------------------------------------------------------------------------
 */

static bool read_bits(struct address_map *map, struct platform_group *gpu, GError **error)
{
    const char *letters;
    if (!properties_text(gpu, "memory.address_bits", &letters, error))
        return false;
    if (g_str_equal(letters, "none"))
        return true;
    const char *problem = address_map_use_bits(map, letters);
    return !problem ||
           properties_refuse(gpu, "memory.address_bits", error, "\"%s\": %s", letters, problem);
}

bool address_map_read(struct address_map *map, struct platform_group *gpu, uint32_t banks,
                      uint32_t channels, GError **error)
{
    static const char *const hashes[] = {[ADDRESS_HASH_NONE] = "none",
                                         [ADDRESS_HASH_ROTATE] = "rotate",
                                         [ADDRESS_HASH_IPOLY] = "ipoly",
                                         [ADDRESS_HASH_IPOLY_MODULO] = "ipoly_modulo",
                                         NULL};
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
    if ((hash == ADDRESS_HASH_IPOLY || hash == ADDRESS_HASH_IPOLY_MODULO) &&
        bits_for(channels) + bits_for(banks / channels) > IPOLY_MAX_BITS)
        return properties_refuse(gpu, "memory.bank_hash", error,
                                 "%s is for at most %d L2 banks, not %u", hashes[hash],
                                 1 << IPOLY_MAX_BITS, banks);
    address_map_init(map, (uint32_t)piece, banks, channels, hash);
    return read_bits(map, gpu, error);
}
