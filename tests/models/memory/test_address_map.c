/* SPDX-License-Identifier: BSD-3-Clause */
/* Where addresses go: banks and channels, hashes, and the bits that name places in DRAM. Expected
 * values are worked out by hand or by another way of computing them. */
#include "models/memory/address_map.h"
#include "tests/rigs/unit_rig.h"
#include <check.h>

/* ---- no hash, rotation -------------------------------------------------------------------------
 */

START_TEST(pieces_go_round_the_banks)
{
    struct address_map map;
    address_map_init(&map, 256, 12, 6, ADDRESS_HASH_NONE);
    ck_assert_uint_eq(address_map_bank(&map, 255), 0);
    ck_assert_uint_eq(address_map_bank(&map, 256), 1);
    ck_assert_uint_eq(address_map_bank(&map, 11 * 256), 11);
    ck_assert_uint_eq(address_map_bank(&map, 12 * 256), 0);
    ck_assert_uint_eq(address_map_channel_of_bank(&map, 7), 1);
    ck_assert_uint_eq(address_map_in_bank(&map, 12 * 256 + 130), 256 + 130);
    ck_assert_uint_eq(address_map_in_channel(&map, 6 * 256 + 5), 256 + 5); /* bank 6, channel 0 */
    ck_assert_uint_eq(address_map_in_channel(&map, 13 * 256), 2 * 256);    /* bank 1, row 1 */
}
END_TEST

/* Every bank gets as many pieces, each at a place of its own, in the bank and in the channel. */
static void check_nothing_is_lost(enum address_hash hash, uint32_t banks, uint32_t channels)
{
    enum { ROWS = 256 };
    struct address_map map;
    address_map_init(&map, 256, banks, channels, hash);
    g_autofree uint8_t *in_bank = g_malloc0(banks * ROWS);
    g_autofree uint8_t *in_channel = g_malloc0(banks * ROWS);
    for (uint64_t piece = 0; piece < banks * ROWS; piece++) {
        uint64_t address = piece * 256 + 128;
        uint32_t bank = address_map_bank(&map, address);
        uint64_t place = address_map_in_bank(&map, address) / 256;
        uint64_t channel_place = address_map_in_channel(&map, address) / 256;
        uint32_t channel = address_map_channel_of_bank(&map, bank);
        ck_assert_uint_lt(bank, banks);
        ck_assert_uint_lt(place, ROWS);
        ck_assert_uint_lt(channel_place, ROWS * banks / channels);
        in_bank[bank * ROWS + place]++;
        in_channel[channel * (ROWS * banks / channels) + channel_place]++;
    }
    for (uint32_t i = 0; i < banks * ROWS; i++) {
        ck_assert_uint_eq(in_bank[i], 1);
        ck_assert_uint_eq(in_channel[i], 1);
    }
}

START_TEST(maps_lose_nothing)
{
    check_nothing_is_lost(ADDRESS_HASH_NONE, 12, 6);
    check_nothing_is_lost(ADDRESS_HASH_ROTATE, 12, 6);
    check_nothing_is_lost(ADDRESS_HASH_ROTATE, 80, 40);
    check_nothing_is_lost(ADDRESS_HASH_NONE, 9, 3);
    check_nothing_is_lost(ADDRESS_HASH_IPOLY, 64, 32);
    check_nothing_is_lost(ADDRESS_HASH_IPOLY, 16, 16);
    check_nothing_is_lost(ADDRESS_HASH_IPOLY, 8, 2);
    check_nothing_is_lost(ADDRESS_HASH_IPOLY, 1, 1);
    check_nothing_is_lost(ADDRESS_HASH_IPOLY_MODULO, 80, 40);
    check_nothing_is_lost(ADDRESS_HASH_IPOLY_MODULO, 96, 48);
    check_nothing_is_lost(ADDRESS_HASH_IPOLY_MODULO, 64, 32);
    check_nothing_is_lost(ADDRESS_HASH_IPOLY_MODULO, 9, 9);
}
END_TEST

static void check_stride(enum address_hash hash, uint32_t banks, uint32_t channels, uint64_t stride,
                         unsigned least, unsigned most)
{
    struct address_map map;
    address_map_init(&map, 256, banks, channels, hash);
    g_autofree unsigned *used = g_new0(unsigned, banks);
    for (uint64_t i = 0; i < 100 * banks; i++)
        used[address_map_bank(&map, i * stride)]++;
    for (unsigned bank = 0; bank < banks; bank++) {
        ck_assert_uint_ge(used[bank], least);
        ck_assert_uint_le(used[bank], most);
    }
}

START_TEST(hashes_spread_strides_of_all_banks)
{
    check_stride(ADDRESS_HASH_ROTATE, 12, 6, UINT64_C(12) * 256, 50, 150);
    /* A power of two is spread evenly, but for the last, incomplete round. */
    check_stride(ADDRESS_HASH_IPOLY, 64, 32, UINT64_C(64) * 256, 96, 104);
    check_stride(ADDRESS_HASH_IPOLY, 64, 32, UINT64_C(1024) * 256, 90, 110);
    /* 48 banks, by a hash over 64 places: 16 of them get twice as much. */
    check_stride(ADDRESS_HASH_IPOLY, 48, 24, UINT64_C(48) * 256, 50, 170);
    /* In groups of 16, a stride of all banks stays in its group and uses each bank of it. */
    check_stride(ADDRESS_HASH_IPOLY_MODULO, 80, 40, UINT64_C(1) * 256, 100, 100);
    check_stride(ADDRESS_HASH_IPOLY_MODULO, 80, 40, UINT64_C(32) * 256, 90, 110);
}
END_TEST

/* ---- ipoly
 * --------------------------------------------------------------------------------------- */

static unsigned parity(uint64_t bits)
{
    return (unsigned)__builtin_parityll(bits);
}

/* The rows of GPGPU-Sim's matrices: which of the bits above the index each bit of the place
 * takes in. */
static const uint32_t rows16[4] = {0xf59, 0x11eb, 0x3d6, 0x7ac};
static const uint32_t rows32[5] = {0x3e69, 0x7cd2, 0x47cd, 0xf9a, 0x1f34};
static const uint32_t rows64[6] = {0x79461, 0xbca3, 0x17946, 0x2f28c, 0x5e518, 0x3ca30};

static void check_rows(uint32_t bits, const uint32_t *rows)
{
    struct ipoly ipoly;
    ipoly_init(&ipoly, bits);
    uint64_t state = 12345;
    for (unsigned i = 0; i < 2000; i++) {
        state = state * UINT64_C(6364136223846793005) + 1442695040888963407; /* Knuth, MMIX */
        uint64_t number = state >> 16, high = number >> bits;
        uint32_t place = 0;
        for (uint32_t bit = 0; bit < bits; bit++)
            place |= (parity(high & rows[bit]) ^ (uint32_t)(number >> bit & 1)) << bit;
        ck_assert_uint_eq(ipoly_place(&ipoly, number), place);
    }
}

START_TEST(ipoly_is_that_of_gpgpu_sim)
{
    check_rows(4, rows16);
    check_rows(5, rows32);
    check_rows(6, rows64);
}
END_TEST

START_TEST(ipoly_permutes_the_low_bits)
{
    for (uint32_t bits = 0; bits <= IPOLY_MAX_BITS; bits++) {
        struct ipoly ipoly;
        ipoly_init(&ipoly, bits);
        for (uint64_t high = 0; high < 50; high++) {
            uint8_t seen[1 << IPOLY_MAX_BITS] = {0};
            for (uint64_t low = 0; low < UINT64_C(1) << bits; low++)
                seen[ipoly_place(&ipoly, high << bits | low)]++;
            for (uint32_t i = 0; i < 1u << bits; i++)
                ck_assert_uint_eq(seen[i], 1);
        }
    }
}
END_TEST

/* ---- the maps of GPGPU-Sim's two configurations
 * ---------------------------------------------------- */

static uint64_t bits(uint64_t address, unsigned from, unsigned count)
{
    return address >> from & ((UINT64_C(1) << count) - 1);
}

static const uint64_t addresses[] = {0,          0x80,       0x100,       0x2000,     0x12345680,
                                     0xdeadbe80, 0x1fffff80, 0x7f1234500, 0x40000000, 0x98765400};

/* 32 channels of two slices; the channel is bits 8 to 12, and the letters fill the others. */
START_TEST(qv100_goes_where_gpgpu_sim_puts_it)
{
    struct address_map map;
    address_map_init(&map, 256, 64, 32, ADDRESS_HASH_IPOLY);
    ck_assert_ptr_null(address_map_use_bits(&map, "0000RRRR.RRRRRRRR.RBBBCCCB.CCCSSSSS"));
    ck_assert_uint_eq(map.bank_bits.bits, 4);
    ck_assert_uint_eq(map.column_bits.bits, 11);
    for (size_t i = 0; i < G_N_ELEMENTS(addresses); i++) {
        uint64_t a = addresses[i];
        uint32_t slice = 0;
        uint32_t index = (uint32_t)(bits(a, 8, 5) << 1 | bits(a, 13, 1));
        for (uint32_t bit = 0; bit < 6; bit++)
            slice |= (parity((a >> 14) & rows64[bit]) ^ (index >> bit & 1)) << bit;
        uint32_t bank = address_map_bank(&map, a);
        ck_assert_uint_eq(address_map_channel_of_bank(&map, bank), slice / 2);
        ck_assert_uint_eq(bank / 32, slice % 2);
        ck_assert_uint_eq(address_map_in_bank(&map, a), a >> 14 << 8 | bits(a, 0, 8));
        struct address_place place = address_map_place(&map, a);
        ck_assert_uint_eq(place.bank, bits(a, 17, 3) << 1 | bits(a, 13, 1));
        ck_assert_uint_eq(place.column, bits(a, 14, 3) << 8 | bits(a, 0, 8));
        ck_assert_uint_eq(place.row, a >> 20);
    }
}
END_TEST

/* Six channels of two slices: the channel is a remainder, and the letters are for the quotient. */
START_TEST(gtx480_goes_where_gpgpu_sim_puts_it)
{
    struct address_map map;
    address_map_init(&map, 256, 12, 6, ADDRESS_HASH_NONE);
    ck_assert_ptr_null(address_map_use_bits(&map, "0000RRRR.RRRRRRRR.BBBCCCCB.CCSSSSSS"));
    for (size_t i = 0; i < G_N_ELEMENTS(addresses); i++) {
        uint64_t a = addresses[i];
        uint64_t rest = a / 256 / 6 * 256 + a % 256;
        uint32_t bank = address_map_bank(&map, a);
        ck_assert_uint_eq(address_map_channel_of_bank(&map, bank), a / 256 % 6);
        ck_assert_uint_eq(bank / 6, bits(rest, 8, 1));
        struct address_place place = address_map_place(&map, a);
        ck_assert_uint_eq(place.bank, bits(rest, 13, 3) << 1 | bits(rest, 8, 1));
        ck_assert_uint_eq(place.column, bits(rest, 9, 4) << 8 | bits(rest, 0, 8));
        ck_assert_uint_eq(place.row, rest >> 16);
    }
}
END_TEST

/* ---- slices by bits anywhere
 * ------------------------------------------------------------------ */

static const char ampere[] = "0000RRRR.RRRRRRRR.RBBBCCCC.BCCSSSSS";

/* The banks of a channel begin with bit 7, below the channel's bits; its other bits are 12 to 14 of
 * what is left without the channel. */
static void check_ampere(uint32_t channels, uint32_t slices)
{
    struct address_map map;
    address_map_init(&map, 256, channels * slices, channels, ADDRESS_HASH_NONE);
    ck_assert_ptr_null(address_map_use_bits(&map, ampere));
    for (size_t i = 0; i < G_N_ELEMENTS(addresses); i++) {
        uint64_t a = addresses[i], rest = a / 256 / channels * 256 + a % 256;
        uint32_t bank = address_map_bank(&map, a);
        uint64_t dram_bank = bits(rest, 12, 3) << 1 | bits(rest, 7, 1);
        ck_assert_uint_eq(address_map_channel_of_bank(&map, bank), a / 256 % channels);
        ck_assert_uint_eq(bank / channels, dram_bank % slices);
        uint64_t left = slices == 1   ? rest
                        : slices == 2 ? rest >> 8 << 7 | bits(rest, 0, 7)
                                      : rest >> 13 << 11 | bits(rest, 8, 4) << 7 | bits(rest, 0, 7);
        ck_assert_uint_eq(address_map_in_bank(&map, a), left);
        struct address_place place = address_map_place(&map, a);
        ck_assert_uint_eq(place.bank, dram_bank);
        ck_assert_uint_eq(place.column, bits(rest, 8, 4) << 7 | bits(rest, 0, 7));
        ck_assert_uint_eq(place.row, rest >> 15);
    }
}

START_TEST(ampere_goes_where_gpgpu_sim_puts_it)
{
    static const uint32_t channels[] = {12, 16, 40};
    for (size_t i = 0; i < G_N_ELEMENTS(channels); i++)
        for (uint32_t slices = 1; slices <= 4; slices *= 2)
            check_ampere(channels[i], slices);
}
END_TEST

/* RTX 3070: 16 channels of two slices. The hash's high bits begin with bit 13, as if bit 12 chose
 * the slice. */
START_TEST(rtx3070_goes_where_gpgpu_sim_puts_it)
{
    struct address_map map;
    address_map_init(&map, 256, 32, 16, ADDRESS_HASH_IPOLY);
    ck_assert_ptr_null(address_map_use_bits(&map, ampere));
    for (size_t i = 0; i < G_N_ELEMENTS(addresses); i++) {
        uint64_t a = addresses[i];
        uint32_t slice = 0, index = (uint32_t)(bits(a, 8, 4) << 1 | bits(a, 7, 1));
        for (uint32_t bit = 0; bit < 5; bit++)
            slice |= (parity((a >> 13) & rows32[bit]) ^ (index >> bit & 1)) << bit;
        uint32_t bank = address_map_bank(&map, a);
        ck_assert_uint_eq(address_map_channel_of_bank(&map, bank), slice / 2);
        ck_assert_uint_eq(bank / 16, slice % 2);
    }
}
END_TEST

/* H100: 40 channels of two slices are five groups of sixteen. In each the hash is that of sixteen
 * places, and all that lies above a row of pieces takes part. */
START_TEST(h100_has_groups_of_sixteen)
{
    struct address_map map;
    address_map_init(&map, 256, 80, 40, ADDRESS_HASH_IPOLY_MODULO);
    ck_assert_ptr_null(address_map_use_bits(&map, ampere));
    for (size_t i = 0; i < G_N_ELEMENTS(addresses); i++) {
        uint64_t a = addresses[i], row = a / 256 / 40;
        uint32_t index = (uint32_t)(a / 256 % 40 * 2 + bits(a, 7, 1)), slice = 0;
        for (uint32_t bit = 0; bit < 4; bit++)
            slice |= (parity(row & rows16[bit]) ^ (index >> bit & 1)) << bit;
        slice += index / 16 * 16;
        uint32_t bank = address_map_bank(&map, a);
        ck_assert_uint_eq(address_map_channel_of_bank(&map, bank), slice / 2);
        ck_assert_uint_eq(bank / 40, slice % 2);
    }
}
END_TEST

/* Every bank gets as many lines, each at a place of its own, where bits choose the slice. */
static void check_lines(enum address_hash hash, uint32_t channels, uint32_t slices,
                        const char *letters)
{
    enum { ROWS = 512, LINES = 2 * ROWS }; /* of a channel: pieces, and lines */
    struct address_map map;
    address_map_init(&map, 256, channels * slices, channels, hash);
    ck_assert_ptr_null(address_map_use_bits(&map, letters));
    g_autofree uint8_t *seen = g_malloc0(channels * LINES);
    for (uint64_t line = 0; line < channels * LINES; line++) {
        uint32_t bank = address_map_bank(&map, line * 128);
        uint64_t place = address_map_in_bank(&map, line * 128) / 128;
        ck_assert_uint_lt(bank, channels * slices);
        ck_assert_uint_lt(place, LINES / slices);
        seen[bank * (LINES / slices) + place]++;
    }
    for (uint32_t i = 0; i < channels * LINES; i++)
        ck_assert_uint_eq(seen[i], 1);
}

START_TEST(slices_by_bits_lose_nothing)
{
    check_lines(ADDRESS_HASH_NONE, 40, 2, ampere);
    check_lines(ADDRESS_HASH_NONE, 12, 4, ampere);
    check_lines(ADDRESS_HASH_ROTATE, 40, 4, ampere);
    check_lines(ADDRESS_HASH_ROTATE, 12, 2, "RRRBBCBCCCSSSSSS");
    check_lines(ADDRESS_HASH_IPOLY_MODULO, 40, 2, ampere);
    check_lines(ADDRESS_HASH_IPOLY, 16, 2, ampere);
}
END_TEST

START_TEST(letters_must_make_sense)
{
    static const struct {
        const char *letters, *problem;
    } cases[] = {
        {"RRXBCC", "only the letters R, B, C, S, zeros in front and dots may occur"},
        {"RR0BCCSSSSSSS", "zeros may stand in front only"},
        {"RRCCSSSSSSSS", "the letters R, B and C must occur"},
        {"RRBCCSSSSSSS", "there are too few letters B to choose a slice"},
        {"RRBBCBCSSSSS",
         "the lowest bank bits choose the slice, and a line of 128 bytes is in one slice"},
        {"CBCBCBCBCBCBCBCBCBCBCBCBCBCBCBCBCBCBSSSSSSSSR", "its letters change too often"},
    };
    for (size_t i = 0; i < G_N_ELEMENTS(cases); i++) {
        struct address_map map;
        address_map_init(&map, 256, 16, 4, ADDRESS_HASH_NONE);
        ck_assert_str_eq(address_map_use_bits(&map, cases[i].letters), cases[i].problem);
        ck_assert(!map.has_places);
    }
    struct address_map map;
    address_map_init(&map, 256, 12, 4, ADDRESS_HASH_NONE);
    ck_assert_str_eq(
        address_map_use_bits(&map, "RRBBCCSSSSSS"),
        "the slices of a channel must be a power of two, because bank bits choose them");
}
END_TEST

int main(void)
{
    const TTest *const tests[] = {pieces_go_round_the_banks,
                                  maps_lose_nothing,
                                  hashes_spread_strides_of_all_banks,
                                  ipoly_is_that_of_gpgpu_sim,
                                  ipoly_permutes_the_low_bits,
                                  qv100_goes_where_gpgpu_sim_puts_it,
                                  gtx480_goes_where_gpgpu_sim_puts_it,
                                  ampere_goes_where_gpgpu_sim_puts_it,
                                  rtx3070_goes_where_gpgpu_sim_puts_it,
                                  h100_has_groups_of_sixteen,
                                  slices_by_bits_lose_nothing,
                                  letters_must_make_sense};
    return run_suite("address_map", tests, G_N_ELEMENTS(tests));
}
