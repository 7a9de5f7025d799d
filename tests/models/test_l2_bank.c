/* SPDX-License-Identifier: BSD-3-Clause */
/* The L2 bank: values in arrival order, hits, misses, merges, write-backs, and what blocks it.
 * All times are by hand; l2_bank_rig.h says how long everything takes. */
#include "tests/models/l2_bank_rig.h"
#include "tests/quiet_check.h"

/* ---- timing --------------------------------------------------------------------------------- */

START_TEST(miss_then_hit)
{
    struct rig rig;
    struct l2_bank_config config = small_config();
    rig_init(&rig, SIM_TIME_NEVER, &config, 16);
    send_read(&rig, 0, 0, 3);
    send_read(&rig, 0, 100 * NS, 3);
    send(&rig, 0, 200 * NS, MESSAGE_FETCH, line(&rig, 3) + 64, 8, NULL);
    rig_run(&rig);
    /* There at 10; the read is at DRAM at 10 + 1 + 10, its data back at 21 + 30 + 10; the reply
     * takes 5 flits. A hit takes 10 + 5 + 10. */
    check_dram(&rig, 0, MESSAGE_DRAM_READ, line(&rig, 3), 8, 21 * NS);
    check_reply(&rig, 0, 0, MESSAGE_READ_REPLY, 0, 136, 76 * NS);
    check_reply(&rig, 0, 1, MESSAGE_READ_REPLY, 1, 136, 125 * NS);
    check_reply(&rig, 0, 2, MESSAGE_FETCH_REPLY, 2, 136, 225 * NS);
    ck_assert_ptr_null(probe_received(&rig.sm[0], 2)->payload);
    ck_assert_uint_eq(probe_received(&rig.sm[0], 2)->address, line(&rig, 3) + 64);
    ck_assert_uint_eq(rig.bank.counters.misses, 1);
    ck_assert_uint_eq(rig.bank.counters.hits, 2);
    ck_assert_uint_eq(rig.bank.counters.reply_busy_cycles, 15);
    ck_assert_uint_eq(rig.bank.counters.dram_busy_cycles, 1);
    rig_finish(&rig);
}
END_TEST

START_TEST(merges_up_to_the_limit)
{
    struct rig rig;
    struct l2_bank_config config = small_config();
    config.mshr_merges = 2;
    rig_init(&rig, SIM_TIME_NEVER, &config, 16);
    send_read(&rig, 0, 0, 0);
    send_read(&rig, 1, 0, 0);
    send_read(&rig, 2, 0, 0);
    rig_run(&rig);
    /* At 61 the first is answered and the third, until then stuck, hits; the fill answers the
     * second at 62. The replies leave one after another. */
    check_reply(&rig, 0, 0, MESSAGE_READ_REPLY, 0, 136, 76 * NS);
    check_reply(&rig, 2, 0, MESSAGE_READ_REPLY, 0, 136, 81 * NS);
    check_reply(&rig, 1, 0, MESSAGE_READ_REPLY, 0, 136, 86 * NS);
    ck_assert_uint_eq(rig.bank.counters.merges, 1);
    ck_assert_uint_eq(rig.bank.counters.hits, 1);
    ck_assert_uint_eq(rig.bank.counters.stall_cycles[BANK_WAIT_MERGE], 61 - 12);
    rig_finish(&rig);
}
END_TEST

/* Of two flits a cycle the five of a line take three cycles, and two if the reply in front of it
 * has left half a cycle; one that comes later finds nothing left. */
START_TEST(a_faster_crossbar_takes_several_flits_a_cycle)
{
    struct rig rig;
    struct l2_bank_config config = small_config();
    config.mshr_merges = 2;
    config.reply_flits = 2;
    rig_init(&rig, SIM_TIME_NEVER, &config, 16);
    for (unsigned sm = 0; sm < MAX_SMS; sm++)
        send_read(&rig, sm, 0, 0);
    send_read(&rig, 0, 100 * NS, 0);
    rig_run(&rig);
    check_reply(&rig, 0, 0, MESSAGE_READ_REPLY, 0, 136, (61 + 3 + 10) * NS);
    check_reply(&rig, 2, 0, MESSAGE_READ_REPLY, 0, 136, (64 + 2 + 10) * NS);
    check_reply(&rig, 1, 0, MESSAGE_READ_REPLY, 0, 136, (66 + 3 + 10) * NS);
    check_reply(&rig, 0, 1, MESSAGE_READ_REPLY, 1, 136, (110 + 3 + 10) * NS);
    ck_assert_uint_eq(rig.bank.counters.reply_busy_cycles, 3 + 2 + 3 + 3);
    rig_finish(&rig);
}
END_TEST

START_TEST(without_mshr_the_first_request_holds_the_others)
{
    struct rig rig;
    struct l2_bank_config config = small_config();
    config.mshrs = 1;
    rig_init(&rig, SIM_TIME_NEVER, &config, 16);
    send_write(&rig, 1, 0, 5, 0, 128, 1); /* there at 10: sm 0's messages come first */
    send_read(&rig, 0, 0, 0);
    send_read(&rig, 0, 1 * NS, 1);
    send_read(&rig, 1, 2 * NS, 5); /* would hit */
    rig_run(&rig);
    check_reply(&rig, 1, 0, MESSAGE_WRITE_ACK, 0, 8, 22 * NS);
    /* Served at 10, 12 (the write at 11 took a cycle): stuck until the register is free at 61, and
     * then the hit can go at 62; the miss' data are back at 61 + 1 + 10 + 30 + 10. */
    check_reply(&rig, 0, 0, MESSAGE_READ_REPLY, 0, 136, 76 * NS);
    check_reply(&rig, 1, 1, MESSAGE_READ_REPLY, 1, 136, 81 * NS);
    check_reply(&rig, 0, 1, MESSAGE_READ_REPLY, 1, 136, (112 + 5 + 10) * NS);
    ck_assert_uint_eq(rig.bank.counters.stall_cycles[BANK_WAIT_MSHR], 61 - 12);
    rig_finish(&rig);
}
END_TEST

START_TEST(atomics_of_one_location_take_turns)
{
    struct rig rig;
    struct l2_bank_config config = small_config();
    rig_init(&rig, SIM_TIME_NEVER, &config, 16);
    static const uint8_t same[] = {4, 4, 4, 8}, apart[] = {0, 4, 8, 12};
    send_read(&rig, 0, 0, 0);
    send_add(&rig, 0, 100 * NS, 0, 4, same, 5);
    send_add(&rig, 0, 101 * NS, 0, 4, apart, 100);
    send_read(&rig, 0, 102 * NS, 0);
    rig_run(&rig);
    /* 3 lanes x 2 cycles from 110 on, then 2 cycles, then the read, at 118. 8 + 4 x 4 bytes. */
    check_reply(&rig, 0, 1, MESSAGE_ATOMIC_REPLY, 1, 24, 121 * NS);
    check_reply(&rig, 0, 2, MESSAGE_ATOMIC_REPLY, 2, 24, 127 * NS);
    check_reply(&rig, 0, 3, MESSAGE_READ_REPLY, 3, 136, 133 * NS);
    const struct payload *first = probe_received(&rig.sm[0], 1)->payload;
    const struct payload *second = probe_received(&rig.sm[0], 2)->payload;
    static const uint64_t old_same[] = {0, 5, 10, 0}, old_apart[] = {0, 15, 5, 0};
    for (unsigned i = 0; i < 4; i++) {
        ck_assert_uint_eq(first->lanes[i].a, old_same[i]);
        ck_assert_uint_eq(second->lanes[i].a, old_apart[i]);
    }
    const uint32_t *words = (const void *)probe_received(&rig.sm[0], 3)->payload->bytes;
    ck_assert_uint_eq(words[0], 100);
    ck_assert_uint_eq(words[1], 115);
    ck_assert_uint_eq(words[2], 105);
    ck_assert_uint_eq(words[3], 100);
    ck_assert_uint_eq(rig.bank.counters.atomic_cycles, 8);
    uint32_t set = bank_lines_set(&rig.bank.lines, address_map_in_bank(&rig.map, rig.buffer));
    struct bank_place place = bank_lines_find(&rig.bank.lines, set, rig.buffer);
    ck_assert_uint_eq(bank_lines_at(&rig.bank.lines, place).dirty, 1);
    rig_finish(&rig);
}
END_TEST

/* ---- values ---------------------------------------------------------------------------------- */

START_TEST(values_are_those_of_the_arrival)
{
    struct rig rig;
    struct l2_bank_config config = small_config();
    rig_init(&rig, SIM_TIME_NEVER, &config, 16);
    rig.dram.delay = 500 * NS;
    memset(device_memory_at(rig.memory, line(&rig, 0)), 0x11, LINE_BYTES);
    send_read(&rig, 0, 0, 0);                    /* waits 500 ns, sees nothing of the write */
    send_write(&rig, 1, 1 * NS, 0, 62, 4, 0x22); /* across both words of the mask */
    send_read(&rig, 2, 2 * NS, 0);
    rig_run(&rig);
    uint8_t before[LINE_BYTES], after[LINE_BYTES];
    memset(before, 0x11, LINE_BYTES);
    memset(after, 0x11, LINE_BYTES);
    memset(after + 62, 0x22, 4);
    ck_assert_mem_eq(probe_received(&rig.sm[0], 0)->payload->bytes, before, LINE_BYTES);
    ck_assert_mem_eq(probe_received(&rig.sm[2], 0)->payload->bytes, after, LINE_BYTES);
    ck_assert_mem_eq(device_memory_at(rig.memory, line(&rig, 0)), after, LINE_BYTES);
    /* The write to the line on its way is acknowledged at once. */
    check_reply(&rig, 1, 0, MESSAGE_WRITE_ACK, 0, 8, (11 + 1 + 10) * NS);
    ck_assert_ptr_null(probe_received(&rig.sm[1], 0)->payload);
    rig_finish(&rig);
}
END_TEST

START_TEST(lines_outside_device_memory_have_no_values)
{
    struct rig rig;
    struct l2_bank_config config = small_config();
    rig_init(&rig, SIM_TIME_NEVER, &config, 16);
    send(&rig, 0, 0, MESSAGE_READ, 0x400000000, 8, NULL);
    send(&rig, 0, 100 * NS, MESSAGE_WRITE, 0x400000200, 8 + 128, NULL);
    send(&rig, 0, 200 * NS, MESSAGE_READ, 0x400000200, 8, NULL); /* all written: hits */
    send_sectors(&rig, 0, 300 * NS, MESSAGE_WRITE, 0x400000400, 1, 8 + 32, NULL);
    send(&rig, 0, 400 * NS, MESSAGE_READ, 0x400000400, 8, NULL); /* one sector of four */
    rig_run(&rig);
    for (guint i = 0; i < 5; i++)
        ck_assert_ptr_null(probe_received(&rig.sm[0], i)->payload);
    ck_assert_uint_eq(rig.bank.counters.hits, 1);
    ck_assert_uint_eq(rig.bank.counters.sector_misses, 1);
    rig_finish(&rig);
}
END_TEST

/* ---- writes ---------------------------------------------------------------------------------- */

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

START_TEST(a_set_whose_lines_are_all_on_their_way_blocks)
{
    struct rig rig;
    struct l2_bank_config config = small_config();
    rig_init(&rig, SIM_TIME_NEVER, &config, 16);
    for (unsigned i = 0; i < 5; i++)
        send_read(&rig, 0, i * NS, 8 * i);
    rig_run(&rig);
    ck_assert_uint_eq(rig.bank.counters.misses, 5);
    ck_assert_uint_eq(rig.bank.counters.stall_cycles[BANK_WAIT_VICTIM], 61 - 14);
    check_dram(&rig, 4, MESSAGE_DRAM_READ, line(&rig, 32), 8, (61 + 1 + 10) * NS);
    rig_finish(&rig);
}
END_TEST

/* ---- sectors ----------------------------------------------------------------------------------
 */

static void read_sectors(struct rig *rig, unsigned sm, sim_time time, unsigned n, uint8_t sectors)
{
    send_sectors(rig, sm, time, MESSAGE_READ, line(rig, n), sectors, 8, NULL);
}

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

/* ---- waiting -----------------------------------------------------------------------------------
 */

START_TEST(a_stuck_bank_says_why)
{
    struct rig rig;
    struct l2_bank_config config = small_config();
    config.mshrs = 2;
    rig_init(&rig, SIM_TIME_NEVER, &config, 8);
    rig.engine->options.limit = 1000 * NS;
    rig.dram.delay = 5000 * NS;
    for (unsigned i = 0; i < 4; i++)
        send_read(&rig, 2, 0, i);
    rig_start(&rig);
    ck_assert_int_eq(engine_run_plain(rig.engine), ENGINE_LIMIT);
    g_autofree char *text = engine_describe_waits(rig.engine);
    ck_assert_str_eq(text, "l2-0: 2 requests queued, head READ 0x1000000200 of SM 2 waits for a "
                           "free MSHR\n"
                           "l2-0: 2 lines are on their way from dram-0\n");
    engine_finish_units(rig.engine, 100 * NS);
    ck_assert_uint_eq(rig.bank.counters.stall_cycles[BANK_WAIT_MSHR], 100 - 12);
    rig_release(&rig);
}
END_TEST

int main(void)
{
    const TTest *const tests[] = {miss_then_hit,
                                  merges_up_to_the_limit,
                                  a_faster_crossbar_takes_several_flits_a_cycle,
                                  without_mshr_the_first_request_holds_the_others,
                                  atomics_of_one_location_take_turns,
                                  values_are_those_of_the_arrival,
                                  lines_outside_device_memory_have_no_values,
                                  whole_sectors_need_no_fill_and_parts_do,
                                  writes_that_miss_go_on_and_read_the_line,
                                  victims_are_written_back,
                                  atomics_wait_for_what_they_change,
                                  sectors_without_bytes_are_written_back,
                                  a_set_whose_lines_are_all_on_their_way_blocks,
                                  only_missing_sectors_are_fetched,
                                  a_request_waits_for_all_its_sectors,
                                  a_sector_has_its_own_mshr,
                                  one_mshr_is_enough_for_a_line,
                                  mixed_packets_are_served_as_they_come,
                                  replies_to_one_fill_mix,
                                  sectors_take_their_time,
                                  a_sector_written_in_part_is_fetched_when_read,
                                  a_stuck_bank_says_why};
    return run_suite("l2_bank", tests, G_N_ELEMENTS(tests));
}
