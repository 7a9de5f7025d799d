/* SPDX-License-Identifier: BSD-3-Clause */
/* Stores and atomics at an L2 bank: what is there, what is dirty, and what goes to DRAM. */
#include "tests/models/l2/l2_bank_rig.h"
#include <check.h>

START_TEST(whole_sectors_need_no_fill_and_parts_do)
{
    struct rig rig;
    struct l2_bank_config config = small_config();
    rig_init(&rig, SIM_TIME_NEVER, &config, 16);
    send_write(&rig, 0, 0, 0, 0, 64, 1);
    send_write(&rig, 0, 10 * NS, 0, 64, 64, 2); /* now all of the line */
    send_read(&rig, 0, 100 * NS, 0);
    send_write(&rig, 0, 200 * NS, 1, 0, 96, 3);
    send_write(&rig, 0, 210 * NS, 1, 96, 31, 3); /* all but a byte */
    send_read(&rig, 0, 300 * NS, 1);
    rig_run(&rig);
    check_reply(&rig, 0, 2, MESSAGE_READ_REPLY, 2, 136, 125 * NS);
    check_reply(&rig, 0, 5, MESSAGE_READ_REPLY, 5, 136, 376 * NS);
    ck_assert_uint_eq(rig.bank.counters.write_allocations, 2);
    ck_assert_uint_eq(rig.bank.counters.write_hits, 2);
    ck_assert_uint_eq(rig.bank.counters.hits, 1);
    ck_assert_uint_eq(rig.bank.counters.sector_misses, 1);
    rig_finish(&rig);
}
END_TEST

/* write_miss=read_line: what a write doesn't find goes on to DRAM, and its line is read once. */
START_TEST(writes_that_miss_go_on_and_read_the_line)
{
    struct rig rig;
    struct l2_bank_config config = small_config();
    config.write_reads = true;
    rig_init(&rig, SIM_TIME_NEVER, &config, 16);
    send_write(&rig, 0, 0, 0, 0, 40, 1);        /* two sectors of a line that isn't there */
    send_write(&rig, 0, 15 * NS, 0, 64, 4, 2);  /* on its way */
    send_write(&rig, 0, 200 * NS, 0, 64, 4, 3); /* there by now */
    send_read(&rig, 0, 300 * NS, 0);
    rig_run(&rig);
    check_dram(&rig, 0, MESSAGE_DRAM_WRITE, line(&rig, 0), 64, (10 + 2 + 10) * NS);
    check_dram(&rig, 1, MESSAGE_DRAM_READ, line(&rig, 0), 8, (10 + 2 + 1 + 10) * NS);
    check_dram(&rig, 2, MESSAGE_DRAM_WRITE, line(&rig, 0), 32, (25 + 1 + 10) * NS);
    ck_assert_uint_eq(rig.dram.requests->len, 3);
    ck_assert_int_eq(probe_received(&rig.sm[0], 0)->kind, MESSAGE_WRITE_ACK);
    check_reply(&rig, 0, 3, MESSAGE_READ_REPLY, 3, 136, 325 * NS);
    ck_assert_uint_eq(rig.bank.counters.write_allocations, 1);
    ck_assert_uint_eq(rig.bank.counters.write_hits, 2);
    ck_assert_uint_eq(rig.bank.counters.access_misses, 2);
    ck_assert_uint_eq(rig.bank.counters.access_merges, 1);
    ck_assert_uint_eq(rig.bank.counters.hits, 1);
    rig_finish(&rig);
}
END_TEST

START_TEST(victims_are_written_back)
{
    struct rig rig;
    struct l2_bank_config config = small_config();
    rig_init(&rig, SIM_TIME_NEVER, &config, 16);
    /* Lines 2, 10, 18, 26, 34 share set 2 of 8, which has 4 ways; line 10 is touched again. */
    send_write(&rig, 0, 0, 10, 0, 4, 1);
    send_write(&rig, 0, 100 * NS, 2, 40, 60, 1); /* sectors 1 to 3 */
    send_read(&rig, 0, 200 * NS, 18);
    send_read(&rig, 0, 300 * NS, 26);
    send_read(&rig, 0, 400 * NS, 10); /* sector miss */
    send_read(&rig, 0, 500 * NS, 34); /* evicts line 2 */
    send_read(&rig, 0, 600 * NS, 42); /* evicts line 18, clean */
    rig_run(&rig);
    check_dram(&rig, 0, MESSAGE_DRAM_READ, line(&rig, 18), 8, 221 * NS);
    check_dram(&rig, 1, MESSAGE_DRAM_READ, line(&rig, 26), 8, 321 * NS);
    check_dram(&rig, 2, MESSAGE_DRAM_READ, line(&rig, 10), 8, 421 * NS);
    check_dram(&rig, 3, MESSAGE_DRAM_WRITE, line(&rig, 2), 96, (510 + 3 + 10) * NS);
    ck_assert_uint_eq(dram_sectors(&rig, 3), 0xe);
    check_dram(&rig, 4, MESSAGE_DRAM_READ, line(&rig, 34), 8, (510 + 3 + 1 + 10) * NS);
    check_dram(&rig, 5, MESSAGE_DRAM_READ, line(&rig, 42), 8, 621 * NS);
    ck_assert_uint_eq(rig.dram.requests->len, 6);
    ck_assert_uint_eq(rig.bank.counters.write_backs, 1);
    rig_finish(&rig);
}
END_TEST

/* What an atomic leaves follows from what was there: all bytes of a sector are written, and those
 * who want it wait for DRAM nevertheless. */
START_TEST(atomics_wait_for_what_they_change)
{
    struct rig rig;
    struct l2_bank_config config = small_config();
    static const uint8_t words[] = {0, 4, 8, 12, 16, 20, 24, 28};
    rig_init(&rig, SIM_TIME_NEVER, &config, 16);
    send_add(&rig, 0, 0, 0, G_N_ELEMENTS(words), words, 1);
    send_add(&rig, 1, 1 * NS, 0, G_N_ELEMENTS(words), words, 1);
    send_add(&rig, 2, 200 * NS, 0, G_N_ELEMENTS(words), words, 1);
    rig_run(&rig);
    ck_assert_uint_eq(rig.bank.counters.misses, 1);
    ck_assert_uint_eq(rig.bank.counters.merges, 1);
    ck_assert_uint_eq(rig.bank.counters.hits, 1);
    ck_assert_uint_gt(probe_received(&rig.sm[1], 0)->arrival,
                      probe_received(&rig.sm[0], 0)->arrival);
    rig_finish(&rig);
}
END_TEST

/* Stores that go in halves of a line: a sector without bytes is written back, but not valid. */
START_TEST(sectors_without_bytes_are_written_back)
{
    struct rig rig;
    struct l2_bank_config config = small_config();
    config.fetch_bytes = LINE_SECTOR_BYTES;
    rig_init(&rig, SIM_TIME_NEVER, &config, 16);
    send_write_of(&rig, 0, 0, 2, 0, 32, 1, 0xf); /* all of sector 0 */
    for (unsigned i = 0; i < 4; i++)
        send_read(&rig, 0, (100 + 100 * i) * NS, 10 + 8 * i);
    rig_run(&rig);
    check_dram(&rig, 3, MESSAGE_DRAM_WRITE, line(&rig, 2), 128, (410 + 4 + 10) * NS);
    ck_assert_uint_eq(dram_sectors(&rig, 3), 0xf);
    rig_finish(&rig);
    rig_init(&rig, SIM_TIME_NEVER, &config, 16);
    send_write_of(&rig, 0, 0, 2, 0, 32, 1, 0xf);
    send_read(&rig, 0, 100 * NS, 2);
    rig_run(&rig);
    check_dram(&rig, 0, MESSAGE_DRAM_READ, line(&rig, 2), 8, 121 * NS);
    ck_assert_uint_eq(dram_sectors(&rig, 0), 0xe);
    rig_finish(&rig);
}
END_TEST

START_TEST(a_sector_written_in_part_is_fetched_when_read)
{
    struct rig rig;
    struct l2_bank_config config = sector_config();
    rig_init(&rig, SIM_TIME_NEVER, &config, 16);
    send_write(&rig, 0, 0, 0, 0, 40, 1);       /* all of sector 0, 8 bytes of sector 1 */
    send_write(&rig, 0, 50 * NS, 0, 36, 2, 1); /* a hit, for a write */
    read_sectors(&rig, 0, 100 * NS, 0, 0x1);
    read_sectors(&rig, 0, 200 * NS, 0, 0x3);
    send_write(&rig, 0, 215 * NS, 0, 32, 4, 2); /* to a sector on its way */
    rig_run(&rig);
    ck_assert_uint_eq(rig.dram.requests->len, 1);
    ck_assert_uint_eq(dram_sectors(&rig, 0), 0x2);
    const struct l2_bank_counters *c = &rig.bank.counters;
    ck_assert_uint_eq(c->accesses, 2 + 1 + 1 + 2 + 1);
    ck_assert_uint_eq(c->access_misses, 2 + 1);
    ck_assert_uint_eq(c->access_hits, 1 + 1 + 1 + 1);
    ck_assert_uint_eq(c->access_merges, 0);
    ck_assert_uint_eq(c->access_writes, 2 + 1 + 1);
    ck_assert_uint_eq(c->access_write_misses, 2);
    rig_finish(&rig);
}
END_TEST

int main(void)
{
    const TTest *const tests[] = {whole_sectors_need_no_fill_and_parts_do,
                                  writes_that_miss_go_on_and_read_the_line,
                                  victims_are_written_back,
                                  atomics_wait_for_what_they_change,
                                  sectors_without_bytes_are_written_back,
                                  a_sector_written_in_part_is_fetched_when_read};
    return run_suite("l2_bank_writes", tests, G_N_ELEMENTS(tests));
}
