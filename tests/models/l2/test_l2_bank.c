/* SPDX-License-Identifier: BSD-3-Clause */
/* The L2 bank: values in arrival order, hits, misses, merges, and what blocks it.
 * All times are by hand; l2_bank_rig.h says how long everything takes. */
#include "models/l2/bank_launch.h"
#include "tests/models/l2/l2_bank_rig.h"
#include <check.h>

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
    ck_assert_uint_eq(message_address(probe_received(&rig.sm[0], 2)), line(&rig, 3) + 64);
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

/* ---- waiting -------------------------------------------------------------------------------- */

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

static sim_time warm_line(void *data, const struct unit *unit, sim_time time)
{
    struct rig *rig = data;
    (void)unit;
    (void)time;
    l2_bank_warm(&rig->bank, line(rig, 1), ALL_SECTORS, false);
    return SIM_TIME_NEVER;
}

/* A line comes without a request while the first request waits for an MSHR to fetch it. Then it
 * hits. */
START_TEST(a_waiting_request_finds_a_line_that_was_warmed)
{
    struct rig rig;
    struct l2_bank_config config = small_config();
    config.mshrs = 1;
    rig_init(&rig, SIM_TIME_NEVER, &config, 16);
    send_read(&rig, 0, 0, 0);
    send_read(&rig, 0, 1 * NS, 1);
    rig_start(&rig);
    const struct engine_sampler sampler = {&rig, warm_line};
    engine_sample(rig.engine, &rig.bank.unit, &sampler, 30 * NS);
    ck_assert_int_eq(engine_run_plain(rig.engine), ENGINE_QUIET);
    engine_finish_units(rig.engine, 1000000 * NS);
    ck_assert_uint_eq(rig.bank.counters.stall_cycles[BANK_WAIT_MSHR], 61 - 11);
    ck_assert_uint_eq(rig.bank.counters.misses, 1);
    ck_assert_uint_eq(rig.bank.counters.hits, 1);
    rig_finish(&rig);
}
END_TEST

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
                                  a_set_whose_lines_are_all_on_their_way_blocks,
                                  a_waiting_request_finds_a_line_that_was_warmed,
                                  a_stuck_bank_says_why};
    return run_suite("l2_bank", tests, G_N_ELEMENTS(tests));
}
