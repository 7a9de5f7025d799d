/* SPDX-License-Identifier: BSD-3-Clause */
/* An L2 bank that fetches and answers by the sector. */
#include "tests/models/l2/l2_bank_rig.h"
#include <check.h>

START_TEST(only_missing_sectors_are_fetched)
{
    struct rig rig;
    struct l2_bank_config config = sector_config();
    rig_init(&rig, SIM_TIME_NEVER, &config, 16);
    read_sectors(&rig, 0, 0, 3, 0x2);
    read_sectors(&rig, 0, 100 * NS, 3, 0xb);
    read_sectors(&rig, 0, 200 * NS, 3, 0xb);
    rig_run(&rig);
    /* A packet of a sector has 40 bytes, a flit. */
    check_dram(&rig, 0, MESSAGE_DRAM_READ, line(&rig, 3), 8, 21 * NS);
    ck_assert_uint_eq(dram_sectors(&rig, 0), 0x2);
    ck_assert_uint_eq(dram_sectors(&rig, 1), 0x9);
    ck_assert_uint_eq(rig.dram.requests->len, 2);
    check_reply(&rig, 0, 0, MESSAGE_READ_REPLY, 0, 40, (61 + 1 + 10) * NS);
    check_reply(&rig, 0, 1, MESSAGE_READ_REPLY, 1, 120, (161 + 3 + 10) * NS);
    check_reply(&rig, 0, 2, MESSAGE_READ_REPLY, 2, 120, (210 + 3 + 10) * NS);
    ck_assert_uint_eq(probe_received(&rig.sm[0], 0)->sectors, 0x2);
    ck_assert_uint_eq(probe_received(&rig.sm[0], 1)->sectors, 0xb);
    const struct l2_bank_counters *c = &rig.bank.counters;
    ck_assert_uint_eq(c->misses, 1);
    ck_assert_uint_eq(c->sector_misses, 1);
    ck_assert_uint_eq(c->hits, 1);
    ck_assert_uint_eq(c->accesses, 7);
    ck_assert_uint_eq(c->access_misses, 3);
    ck_assert_uint_eq(c->access_hits, 4);
    ck_assert_uint_eq(c->fill_bytes, 96);
    rig_finish(&rig);
}
END_TEST

START_TEST(a_request_waits_for_all_its_sectors)
{
    struct rig rig;
    struct l2_bank_config config = sector_config();
    rig_init(&rig, SIM_TIME_NEVER, &config, 16);
    read_sectors(&rig, 0, 0, 0, 0x1);
    read_sectors(&rig, 1, 0, 0, 0x3);      /* sector 0 is on its way, 1 isn't */
    read_sectors(&rig, 2, 0, 0, 0x2);      /* served between the two */
    read_sectors(&rig, 0, 5 * NS, 0, 0x1); /* merges with the first */
    rig_run(&rig);
    ck_assert_uint_eq(rig.dram.requests->len, 2);
    ck_assert_uint_eq(dram_sectors(&rig, 0), 0x1);
    ck_assert_uint_eq(dram_sectors(&rig, 1), 0x2);
    /* Served at 10; 11, 12 for two sectors; 13; 15. Sector 0 is back at 61, sector 1 at 62, when
     * sector 0's second request is being answered: it goes in at 63. */
    check_reply(&rig, 0, 0, MESSAGE_READ_REPLY, 0, 40, (61 + 1 + 10) * NS);
    check_reply(&rig, 0, 1, MESSAGE_READ_REPLY, 1, 40, (62 + 1 + 10) * NS);
    check_reply(&rig, 1, 0, MESSAGE_READ_REPLY, 0, 80, (63 + 2 + 10) * NS);
    check_reply(&rig, 2, 0, MESSAGE_READ_REPLY, 0, 40, (65 + 1 + 10) * NS);
    const struct l2_bank_counters *c = &rig.bank.counters;
    ck_assert_uint_eq(c->misses, 1);
    ck_assert_uint_eq(c->sector_misses, 1);
    ck_assert_uint_eq(c->merges, 2);
    ck_assert_uint_eq(c->accesses, 5);
    ck_assert_uint_eq(c->access_misses, 2);
    ck_assert_uint_eq(c->access_merges, 3);
    rig_finish(&rig);
}
END_TEST

START_TEST(a_sector_has_its_own_mshr)
{
    struct rig rig;
    struct l2_bank_config config = sector_config();
    config.mshrs = 4;
    config.mshr_merges = 1;
    rig_init(&rig, SIM_TIME_NEVER, &config, 16);
    read_sectors(&rig, 0, 0, 0, 0x7);
    read_sectors(&rig, 0, 1 * NS, 1, 0x1); /* there at 11, served at 13: the last MSHR */
    read_sectors(&rig, 0, 2 * NS, 2, 0x1); /* stuck from 14 to 61, when three MSHRs are free */
    read_sectors(&rig, 0, 3 * NS, 1, 0x1); /* full: stuck from 62 to 64, when the sector is there */
    rig_run(&rig);
    ck_assert_uint_eq(rig.bank.counters.stall_cycles[BANK_WAIT_MSHR], 61 - 14);
    ck_assert_uint_eq(rig.bank.counters.stall_cycles[BANK_WAIT_MERGE], 64 - 62);
    ck_assert_uint_eq(rig.bank.counters.hits, 1);
    rig_finish(&rig);
}
END_TEST

START_TEST(one_mshr_is_enough_for_a_line)
{
    struct rig rig;
    struct l2_bank_config config = sector_config();
    config.mshrs = 1;
    rig_init(&rig, SIM_TIME_NEVER, &config, 16);
    read_sectors(&rig, 0, 0, 0, 0x1);
    read_sectors(&rig, 0, 1 * NS, 1, 0xf); /* there at 11: stuck until 61 */
    rig_run(&rig);
    ck_assert_uint_eq(rig.bank.counters.stall_cycles[BANK_WAIT_MSHR], 61 - 11);
    check_dram(&rig, 1, MESSAGE_DRAM_READ, line(&rig, 1), 8, (61 + 1 + 10) * NS);
    ck_assert_uint_eq(dram_sectors(&rig, 1), 0xf);
    rig_finish(&rig);
}
END_TEST

START_TEST(sectors_take_their_time)
{
    struct rig rig;
    struct l2_bank_config config = sector_config();
    rig_init(&rig, SIM_TIME_NEVER, &config, 16);
    send_write(&rig, 0, 0, 0, 0, 128, 1);
    send_write(&rig, 0, 50 * NS, 8, 0, 64, 1);
    send_write(&rig, 0, 60 * NS, 16, 0, 32, 1);
    send_write(&rig, 0, 70 * NS, 24, 0, 32, 1);
    read_sectors(&rig, 1, 100 * NS, 0, 0xf);     /* four cycles from 110 on */
    read_sectors(&rig, 2, 101 * NS, 0, 0x1);     /* 114 */
    send_write(&rig, 0, 200 * NS, 32, 0, 96, 1); /* three cycles, and one for what it evicts */
    read_sectors(&rig, 1, 201 * NS, 32, 0x7);
    rig_run(&rig);
    /* An acknowledgement of four sectors is four packets of a flit. */
    check_reply(&rig, 0, 0, MESSAGE_WRITE_ACK, 0, 128, (10 + 4 + 10) * NS);
    check_reply(&rig, 1, 0, MESSAGE_READ_REPLY, 0, 160, (110 + 4 + 10) * NS);
    check_reply(&rig, 2, 0, MESSAGE_READ_REPLY, 0, 40, (114 + 1 + 10) * NS);
    check_dram(&rig, 0, MESSAGE_DRAM_WRITE, line(&rig, 8), 64, (210 + 2 + 10) * NS);
    check_reply(&rig, 1, 1, MESSAGE_READ_REPLY, 1, 120, (214 + 3 + 10) * NS);
    rig_finish(&rig);
}
END_TEST

/* Each request's packets have come over the last cycles, mixed with others': all but the last have
 * been served in the ten cycles before the first request's arrival, as far as these go. */
/* 48 bytes a cycle: a line of 128 takes three cycles, and leaves 16 bytes of them to the next one
 * if that has waited, which leaves 32. So the third takes two. */
START_TEST(lines_share_cycles)
{
    struct rig rig;
    struct l2_bank_config config = small_config();
    config.data_width = 48;
    config.replies.width = 256;
    rig_init(&rig, SIM_TIME_NEVER, &config, 32);
    for (unsigned i = 0; i < 4; i++)
        read_sectors(&rig, 0, i * 50 * NS, i, 0xf);
    for (unsigned i = 0; i < 8; i++) /* after four of them, nothing is left for the fifth */
        read_sectors(&rig, 0, (300 + i + i / 4 * 50) * NS, i % 4, 0xf);
    rig_run(&rig);
    static const unsigned served[] = {310, 313, 316, 318, 364, 367, 370, 372};
    for (unsigned i = 0; i < 8; i++)
        check_reply(&rig, 0, 4 + i, MESSAGE_READ_REPLY, 4 + i, 136, (served[i] + 1 + 10) * NS);
    rig_finish(&rig);
}
END_TEST

START_TEST(mixed_packets_are_served_as_they_come)
{
    static const sim_time served[] = {10, 11, 12, 13, 16, 20};
    struct rig rig;
    struct l2_bank_config config = sector_config();
    config.early = true;
    config.mshrs = 64;
    rig_init(&rig, SIM_TIME_NEVER, &config, 16);
    for (unsigned i = 0; i < G_N_ELEMENTS(served); i++)
        read_sectors(&rig, 1, i * NS, i, 0xf);
    rig_run(&rig);
    for (unsigned i = 0; i < G_N_ELEMENTS(served); i++)
        check_dram(&rig, i, MESSAGE_DRAM_READ, line(&rig, i), 8, (served[i] + 1 + 10) * NS);
    rig_finish(&rig);
}
END_TEST

/* Two requests have waited for the fill at 61, and a third for a place among them: it hits two
 * cycles later. Packets come to the port in this order, and leave it one a cycle from 61 on:
 * 0, 1, 0, 2, 1, 2, 0, 2, 1, 2, 0, a sector that hits, 1. Each is as late as the last one of a
 * reply that leaves as a whole, which what follows does not overtake. */
START_TEST(replies_to_one_fill_mix)
{
    struct rig rig;
    struct l2_bank_config config = sector_config();
    config.mshr_merges = 2;
    config.mixes = true;
    rig_init(&rig, SIM_TIME_NEVER, &config, 32);
    for (unsigned sm = 0; sm < MAX_SMS; sm++)
        read_sectors(&rig, sm, 0, 0, 0xf);
    read_sectors(&rig, 1, 1 * NS, 0, 0x1);
    read_sectors(&rig, 0, 100 * NS, 0, 0xf);
    rig_run(&rig);
    for (unsigned sm = 0; sm < MAX_SMS; sm++)
        for (guint i = 0; i < 3; i++)
            check_reply(&rig, sm, i, MESSAGE_REPLY_PART, 0, 40,
                        probe_received(&rig.sm[sm], i)->arrival);
    ck_assert_uint_eq(probe_received(&rig.sm[0], 0)->arrival, (61 + 1 + 3 + 10) * NS);
    ck_assert_uint_eq(probe_received(&rig.sm[2], 0)->arrival, (64 + 1 + 3 + 10) * NS);
    check_reply(&rig, 2, 3, MESSAGE_READ_REPLY, 0, 40, (70 + 1 + 3 + 10) * NS);
    check_reply(&rig, 0, 3, MESSAGE_READ_REPLY, 0, 40, (71 + 1 + 3 + 10) * NS);
    check_reply(&rig, 1, 3, MESSAGE_READ_REPLY, 1, 40, (71 + 1 + 3 + 10) * NS);
    check_reply(&rig, 1, 4, MESSAGE_READ_REPLY, 0, 40, (73 + 1 + 3 + 10) * NS);
    check_reply(&rig, 0, 4, MESSAGE_READ_REPLY, 1, 160, (110 + 4 + 10) * NS);
    ck_assert_uint_eq(rig.bank.counters.reply_busy_cycles, 3 * 4 + 1 + 4);
    rig_finish(&rig);
}
END_TEST

int main(void)
{
    const TTest *const tests[] = {only_missing_sectors_are_fetched,
                                  a_request_waits_for_all_its_sectors,
                                  a_sector_has_its_own_mshr,
                                  one_mshr_is_enough_for_a_line,
                                  sectors_take_their_time,
                                  lines_share_cycles,
                                  mixed_packets_are_served_as_they_come,
                                  replies_to_one_fill_mix};
    return run_suite("l2_bank_sectors", tests, G_N_ELEMENTS(tests));
}
