/* SPDX-License-Identifier: BSD-3-Clause */
/* What L2's model moves, by hand: two banks of one set of two lines. */
#include "models/l2/untimed/l2_traffic.h"
#include <check.h>
#include <stdlib.h>

enum { SECTOR = 32, PIECE = 256 };

static struct address_map map;
static struct l2_bank_config config;
static struct l2_traffic traffic;

static void set_up(void)
{
    config = (struct l2_bank_config){.sector_bytes = SECTOR, .fetch_bytes = SECTOR};
    bank_shape_init(&config.shape, 2 * LINE_BYTES, 2, BANK_SETS_LINEAR);
    address_map_init(&map, PIECE, 2, 1, ADDRESS_HASH_NONE);
    l2_traffic_init(&traffic, &config, &map, 2);
}

static void tear_down(void)
{
    l2_traffic_finish(&traffic);
}

static void note(enum l2_traffic_access access, uint64_t line, uint8_t sectors, uint64_t bytes)
{
    const uint64_t mask[MASK_WORDS] = {bytes, 0};
    l2_traffic_note(&traffic, access, line, sectors, mask);
}

static void expect(uint64_t read, uint64_t written)
{
    ck_assert_uint_eq(traffic.read_bytes, read * SECTOR);
    ck_assert_uint_eq(traffic.written_bytes, written * SECTOR);
}

START_TEST(reads_sectors_once)
{
    note(L2_TRAFFIC_READ, 0, 3, 0);
    expect(2, 0);
    note(L2_TRAFFIC_READ, 0, 7, 0);
    expect(3, 0);
    note(L2_TRAFFIC_READ, PIECE, 1, 0); /* of the other bank */
    expect(4, 0);
}
END_TEST

/* A store of a whole sector brings nothing; what is written in part is read when it is asked for.
 */
START_TEST(writes_without_reading)
{
    note(L2_TRAFFIC_WRITE, 0, 1, UINT32_MAX);
    note(L2_TRAFFIC_READ, 0, 1, 0);
    expect(0, 0);
    note(L2_TRAFFIC_WRITE, 0, 2, UINT64_C(15) << 32);
    expect(0, 0);
    note(L2_TRAFFIC_READ, 0, 2, 0);
    expect(1, 0);
    note(L2_TRAFFIC_ATOMIC, LINE_BYTES, 1, 15);
    expect(2, 0);
}
END_TEST

/* The line that was used least recently goes, and its dirty sectors with it. */
START_TEST(writes_back)
{
    note(L2_TRAFFIC_WRITE, 0, 1, UINT32_MAX);
    note(L2_TRAFFIC_READ, LINE_BYTES, 1, 0);
    note(L2_TRAFFIC_READ, 2 * PIECE, 1, 0);
    expect(2, 1);
    note(L2_TRAFFIC_READ, 0, 1, 0);
    expect(3, 1);
    note(L2_TRAFFIC_READ, 2 * PIECE, 1, 0);
    expect(3, 1);
}
END_TEST

/* DRAM may move more than a sector at a time. */
START_TEST(moves_whole_units)
{
    config.fetch_bytes = LINE_BYTES;
    config.sector_bytes = 2 * SECTOR;
    note(L2_TRAFFIC_READ, 0, 1, 0);
    expect(4, 0);
    note(L2_TRAFFIC_WRITE, 0, 1, UINT32_MAX);
    note(L2_TRAFFIC_READ, LINE_BYTES, 1, 0);
    note(L2_TRAFFIC_READ, 2 * PIECE, 1, 0);
    expect(12, 2);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("l2_traffic");
    TCase *tcase = tcase_create("l2_traffic");
    tcase_add_checked_fixture(tcase, set_up, tear_down);
    tcase_add_test(tcase, reads_sectors_once);
    tcase_add_test(tcase, writes_without_reading);
    tcase_add_test(tcase, writes_back);
    tcase_add_test(tcase, moves_whole_units);
    suite_add_tcase(suite, tcase);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_ENV);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
