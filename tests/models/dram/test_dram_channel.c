/* SPDX-License-Identifier: BSD-3-Clause */
/* DRAM: the banks' timing rules, the scheduler's choices, and the channel around them.
 * All times are by hand; dram_rig.h says how long everything takes. */
#include "tests/models/dram/dram_rig.h"

/* ---- timing rules --------------------------------------------------------------------- */

START_TEST(activate_and_what_may_follow)
{
    struct dram_banks banks = {0};
    dram_banks_init(&banks, &gtx480);
    ck_assert_uint_eq(earliest_cycle(&banks, DRAM_ACTIVATE, 0), 0);
    issue_allowed(&banks, DRAM_ACTIVATE, 0, 7, 0);
    ck_assert_uint_eq(banks.bank[0].row, 7);
    ck_assert_uint_eq(earliest_cycle(&banks, DRAM_READ, 0), 12);      /* tRCD */
    ck_assert_uint_eq(earliest_cycle(&banks, DRAM_WRITE, 0), 12);     /* tRCD */
    ck_assert_uint_eq(earliest_cycle(&banks, DRAM_PRECHARGE, 0), 28); /* tRAS */
    ck_assert_uint_eq(earliest_cycle(&banks, DRAM_ACTIVATE, 1), 6);   /* tRRD */
    issue_allowed(&banks, DRAM_ACTIVATE, 1, 0, 6);
    ck_assert_uint_eq(earliest_cycle(&banks, DRAM_ACTIVATE, 9), 12); /* tRRD again */
    issue_allowed(&banks, DRAM_PRECHARGE, 0, 0, 28);
    ck_assert_uint_eq(banks.bank[0].row, DRAM_NO_ROW);
    ck_assert_uint_eq(earliest_cycle(&banks, DRAM_ACTIVATE, 0), 40); /* tRP = tRC - tRAS */
}
END_TEST

START_TEST(columns_wait_for_their_group)
{
    struct dram_banks banks = {0};
    dram_banks_init(&banks, &gtx480);
    issue_allowed(&banks, DRAM_ACTIVATE, 0, 0, 0);
    issue_allowed(&banks, DRAM_ACTIVATE, 4, 0, 6);
    issue_allowed(&banks, DRAM_ACTIVATE, 1, 0, 12);
    issue_allowed(&banks, DRAM_READ, 0, 0, 30);
    ck_assert_uint_eq(earliest_cycle(&banks, DRAM_READ, 0), 33); /* tCCDL */
    ck_assert_uint_eq(earliest_cycle(&banks, DRAM_READ, 4), 33); /* same group */
    ck_assert_uint_eq(earliest_cycle(&banks, DRAM_READ, 1), 32); /* tCCD */
    ck_assert_uint_eq(dram_data_end(&gtx480, DRAM_READ, 30), 44);
}
END_TEST

START_TEST(a_row_conflict)
{
    struct dram_banks banks = {0};
    dram_banks_init(&banks, &gtx480);
    issue_allowed(&banks, DRAM_ACTIVATE, 3, 1, 0);
    issue_allowed(&banks, DRAM_READ, 3, 0, 27);
    ck_assert_uint_eq(earliest_cycle(&banks, DRAM_PRECHARGE, 3), 29); /* tRTP after tRAS */
    issue_allowed(&banks, DRAM_PRECHARGE, 3, 0, 29);
    ck_assert_uint_eq(earliest_cycle(&banks, DRAM_ACTIVATE, 3), 41); /* tRP after tRC */
    issue_allowed(&banks, DRAM_ACTIVATE, 3, 2, 41);
    ck_assert_uint_eq(earliest_cycle(&banks, DRAM_READ, 3), 53);
}
END_TEST

START_TEST(the_bus_turns_round)
{
    struct dram_banks banks = {0};
    dram_banks_init(&banks, &gtx480);
    issue_allowed(&banks, DRAM_ACTIVATE, 0, 0, 0);
    issue_allowed(&banks, DRAM_ACTIVATE, 1, 0, 6);
    issue_allowed(&banks, DRAM_WRITE, 0, 0, 20);
    ck_assert_uint_eq(earliest_cycle(&banks, DRAM_WRITE, 1), 22);
    ck_assert_uint_eq(earliest_cycle(&banks, DRAM_WRITE, 0), 23);
    ck_assert_uint_eq(earliest_cycle(&banks, DRAM_READ, 1), 31);      /* 20 + tWL 4 + 2 + tWTR 5 */
    ck_assert_uint_eq(earliest_cycle(&banks, DRAM_PRECHARGE, 0), 38); /* 20 + 4 + 2 + tWR 12 */
    issue_allowed(&banks, DRAM_READ, 1, 0, 31);
    ck_assert_uint_eq(earliest_cycle(&banks, DRAM_WRITE, 0), 43); /* tRTW */
}
END_TEST

START_TEST(without_rtw_the_bus_itself_is_the_limit)
{
    struct dram_timing timing = gtx480;
    timing.rtw = 1;
    timing.ccd = 1;
    struct dram_banks banks = {0};
    dram_banks_init(&banks, &timing);
    issue_allowed(&banks, DRAM_ACTIVATE, 0, 0, 0);
    issue_allowed(&banks, DRAM_READ, 0, 0, 12);
    ck_assert_uint_eq(earliest_cycle(&banks, DRAM_READ, 1), 14);  /* a burst later */
    ck_assert_uint_eq(earliest_cycle(&banks, DRAM_WRITE, 1), 22); /* data from 26 on, as they end */
}
END_TEST

/* ---- the channel ------------------------------------------------------------------------------
 */

START_TEST(places)
{
    struct dram_config config = plain_config();
    static const struct {
        uint64_t address, row;
        uint32_t bank;
    } rows[] = {
        {0, 0, 0},          {127, 0, 0},        {128, 0, 1},        {3 * 128, 0, 3},
        {4 * 128, 0, 0},    {STRIPE - 1, 0, 3}, {STRIPE, 0, 4},     {3 * STRIPE + 128, 0, 13},
        {4 * STRIPE, 1, 4}, {7 * STRIPE, 1, 0}, {8 * STRIPE, 2, 8}, {10 * STRIPE, 2, 0},
    };
    for (size_t i = 0; i < G_N_ELEMENTS(rows); i++) {
        struct dram_place place = dram_place_of(&config.geometry, rows[i].address);
        ck_assert_uint_eq(place.bank, rows[i].bank);
        ck_assert_uint_eq(place.row, rows[i].row);
    }
}
END_TEST

START_TEST(closed_open_and_other_row)
{
    struct rig rig;
    struct dram_config config = plain_config();
    rig_init(&rig, SIM_TIME_NEVER, &config, 8, 8);
    send_read(&rig, 0, 0, 0);
    send_read(&rig, 0, 100 * NS, 4 * 128);
    send_read(&rig, 1, 200 * NS, 7 * STRIPE);
    rig_run(&rig);
    /* There at 10: ACTIVATE 10, READ 22 and 25, data until 39, sent until 43. */
    check_data(&rig, 0, 0, 0, 53 * NS);
    /* READ 110 and 113, data until 127, sent until 131. */
    check_data(&rig, 0, 1, 1, 141 * NS);
    /* PRECHARGE 210, ACTIVATE 222, READ 234 and 237, data until 251, sent until 255. */
    check_data(&rig, 1, 0, 0, 265 * NS);
    ck_assert_uint_eq(rig.channel.counters.row_misses, 1);
    ck_assert_uint_eq(rig.channel.counters.row_hits, 1);
    ck_assert_uint_eq(rig.channel.counters.row_conflicts, 1);
    ck_assert_uint_eq(rig.channel.counters.activates, 2);
    ck_assert_uint_eq(rig.channel.counters.precharges, 1);
    ck_assert_uint_eq(rig.channel.counters.bus_cycles, 12);
    ck_assert_uint_eq(rig.channel.counters.queue_cycles, 15 + 3 + 27);
    ck_assert_uint_eq(rig.channel.counters.reply_busy_cycles, 12);
    rig_finish(&rig);
}
END_TEST

START_TEST(different_groups_fill_the_bus)
{
    struct rig rig;
    struct dram_config config = plain_config();
    rig_init(&rig, SIM_TIME_NEVER, &config, 8, 8);
    send_read(&rig, 0, 0, 0); /* open two rows */
    send_read(&rig, 0, 0, 128);
    send_read(&rig, 0, 100 * NS, 4 * 128);
    send_read(&rig, 0, 100 * NS, 5 * 128);
    rig_run(&rig);
    /* 110: a0; 112: b0 (a's group is busy until 113); 114: a1; 116: b1. Data until 128 and 130;
     * the port sends from 128 to 132 and on to 136. */
    check_data(&rig, 0, 2, 2, 142 * NS);
    check_data(&rig, 0, 3, 3, 146 * NS);
    rig_finish(&rig);
}
END_TEST

START_TEST(row_hits_go_first_up_to_the_cap)
{
    struct rig rig;
    struct dram_config config = plain_config();
    config.row_hit_cap = 2;
    rig_init(&rig, SIM_TIME_NEVER, &config, 8, 8);
    send_read(&rig, 0, 0, 0);
    send_read(&rig, 0, 0, 7 * STRIPE); /* bank 0, another row */
    for (uint64_t i = 1; i <= 4; i++)
        send_read(&rig, 0, 0, i * 4 * 128); /* bank 0, the open row */
    rig_run(&rig);
    static const uint32_t tags[] = {0, 2, 3, 1, 4, 5};
    for (guint i = 0; i < 6; i++)
        ck_assert_uint_eq(message_miss(probe_received(&rig.bank[0], i)), tags[i]);
    ck_assert_uint_eq(rig.channel.counters.row_hits, 3);
    ck_assert_uint_eq(rig.channel.counters.row_conflicts, 2);
    ck_assert_uint_eq(rig.channel.counters.row_misses, 1);
    rig_finish(&rig);
}
END_TEST

START_TEST(reads_pass_writes_until_writes_fill_the_queue)
{
    struct rig rig;
    struct dram_config config = plain_config();
    config.queue = 16;
    rig_init(&rig, SIM_TIME_NEVER, &config, 32, 32);
    /* One read opens the row; then 5 writes of two bursts, below 3/4 of 16, and a read, which goes
     * first. */
    send_read(&rig, 0, 0, 0);
    for (uint64_t i = 1; i <= 5; i++)
        send(&rig, 0, 20 * NS, MESSAGE_DRAM_WRITE, i * 512 + 32, 96);
    send_read(&rig, 0, 20 * NS, 6 * 512);
    rig_run(&rig);
    /* The first read's bursts are at 22 and 25; the rest is there at 30. Were the writes first, the
     * read would come at 30 + 5 x 6 + 6 or later. READ 30 and 33, data until 47, sent until 51. */
    check_data(&rig, 0, 1, 6, 61 * NS);
    ck_assert_uint_eq(rig.channel.counters.writes, 5);
    ck_assert_uint_eq(rig.channel.counters.write_bytes, 5 * 96);
    /* 96 bytes from 32 on are in two bursts. */
    ck_assert_uint_eq(rig.channel.counters.bus_cycles, 7 * 4);
    rig_finish(&rig);

    config.queue = 8;
    rig_init(&rig, SIM_TIME_NEVER, &config, 32, 32);
    send_read(&rig, 0, 0, 0);
    for (uint64_t i = 1; i <= 6; i++)
        send(&rig, 0, 20 * NS, MESSAGE_DRAM_WRITE, i * 512, 64);
    send_read(&rig, 0, 20 * NS, 7 * 512);
    rig_run(&rig);
    /* Now 6 writes make 3/4: WRITEs of one burst each from 25 + tRTW = 37 on, 3 apart, until 2 are
     * left: 37, 40, 43, 46. READ at 46 + 4 + 2 + 5 = 57 and 60, data until 74, sent until 78. */
    check_data(&rig, 0, 1, 7, 88 * NS);
    rig_finish(&rig);
}
END_TEST

START_TEST(a_full_queue_keeps_slots)
{
    struct rig rig;
    struct dram_config config = plain_config();
    config.queue = 1;
    rig_init(&rig, SIM_TIME_NEVER, &config, 1, 1);
    send_read(&rig, 0, 0, 0);
    send_read(&rig, 1, 0, 128);
    send_read(&rig, 0, 0, 512); /* there at 30, for the slot of the first is free at 10 */
    rig_run(&rig);
    /* The second may enter when the first's data leave at 39: ACTIVATE 39, READ 51 and 54, data
     * until 68, sent from 68 to 72. The third enters at 68: READ 68 and 71, data until 85. */
    check_data(&rig, 0, 0, 0, 53 * NS);
    check_data(&rig, 1, 0, 0, 82 * NS);
    check_data(&rig, 0, 1, 1, 99 * NS);
    ck_assert_uint_eq(rig.channel.counters.queue_full_cycles, (39 - 10) + (68 - 39));
    rig_finish(&rig);
}
END_TEST

START_TEST(a_stuck_channel_says_why)
{
    struct rig rig;
    struct dram_config config = plain_config();
    config.queue = 2;
    rig_init(&rig, SIM_TIME_NEVER, &config, 8, 1);
    rig.bank[0].hold_until = SIM_TIME_NEVER - 100 * NS;
    rig.engine->options.limit = 2000 * NS;
    for (uint64_t i = 0; i < 6; i++)
        send_read(&rig, 0, 0, i * 128);
    rig_start(&rig);
    ck_assert_int_eq(engine_run_plain(rig.engine), ENGINE_LIMIT);
    g_autofree char *text = engine_describe_waits(rig.engine);
    ck_assert_str_eq(text,
                     "dram-0: data of 2 reads, the first wait for a slot at l2-0\n"
                     "dram-0: 3 requests wait to enter the queue, which holds 0 of 2 bursts\n");
    rig_release(&rig);
}
END_TEST

/* ---- many requests -------------------------------------------------------------------------- */

/* Both clocks as on the GTX 480, and a port back that is not slower than the data bus. */
static struct dram_config real_clocks(void)
{
    struct dram_config config = plain_config();
    clock_init(&config.clock, 924000000);
    clock_init(&config.l2_clock, 700000000);
    config.l2_width = 64;
    return config;
}

START_TEST(a_stream_gets_the_bandwidth)
{
    enum { LINES = 8192 };
    struct rig rig;
    struct dram_config config = real_clocks();
    rig_init(&rig, SIM_TIME_NEVER, &config, 64, 64);
    for (uint64_t i = 0; i < LINES; i++)
        send_read(&rig, i / 2 % 2, 0, UINT64_C(0x1000000000) + i * 128);
    rig_run(&rig);
    sim_time end = 0;
    for (unsigned b = 0; b < BANKS; b++)
        end = MAX(end, probe_received(&rig.bank[b], LINES / 2 - 1)->arrival);
    ck_assert_uint_eq(rig.channel.counters.bus_cycles, 4 * LINES);
    uint64_t cycles = clock_cycle_at_or_after(&config.clock, end);
    ck_assert_uint_ge(rig.channel.counters.bus_cycles * 100, 95 * cycles);
    /* 16 KiB in a row of four banks: 64 openings of four. */
    ck_assert_uint_eq(rig.channel.counters.activates, LINES * 128 / 4096);
    rig_finish(&rig);
}
END_TEST

START_TEST(strides_of_a_row_use_all_banks)
{
    struct dram_config config = plain_config();
    for (uint64_t stride = STRIPE; stride <= 4 * STRIPE; stride *= 2) {
        uint32_t seen = 0;
        for (uint64_t i = 0; i < 16; i++)
            seen |= 1u << dram_place_of(&config.geometry, i * stride).bank;
        ck_assert_uint_eq(seen, 0x1111);
    }
}
END_TEST

static void storm(sim_time window, uint32_t queue, uint32_t slots, GString *text)
{
    struct rig rig;
    struct dram_config config = real_clocks();
    config.queue = queue;
    config.row_hit_cap = 4;
    rig_init(&rig, window, &config, slots, slots);
    rig.bank[0].hold = 3 * NS;
    uint32_t state = 4711;
    for (unsigned i = 0; i < 1500; i++) {
        state = state * 1664525 + 1013904223; /* Numerical Recipes */
        uint64_t address = (state >> 8 & 3) * 7 * STRIPE + (state >> 12 & 255) * 128;
        sim_time time = i * 3000 + (state >> 20 & 2047) + (i > 700 ? 500 * NS : 0);
        if (state >> 28 < 6)
            send(&rig, state >> 11 & 1, time, MESSAGE_DRAM_WRITE, address + 32, 64);
        else
            send_read(&rig, state >> 11 & 1, time, address);
    }
    rig_run(&rig);
    for (unsigned i = 0; i < BANKS; i++)
        probe_write(&rig.bank[i], text);
    counters_write(dram_counter_table, &rig.channel.counters, text);
    rig_finish(&rig);
}

static void wide_storm(sim_time window, GString *text)
{
    storm(window, 64, 32, text);
}

static void narrow_storm(sim_time window, GString *text)
{
    storm(window, 1, 1, text);
}

START_TEST(windows_do_not_matter)
{
    check_windows(wide_storm, 1082);
}
END_TEST

START_TEST(windows_do_not_matter_with_one_credit)
{
    check_windows(narrow_storm, 1082);
}
END_TEST

int main(void)
{
    const TTest *const tests[] = {activate_and_what_may_follow,
                                  columns_wait_for_their_group,
                                  a_row_conflict,
                                  the_bus_turns_round,
                                  without_rtw_the_bus_itself_is_the_limit,
                                  places,
                                  closed_open_and_other_row,
                                  different_groups_fill_the_bus,
                                  row_hits_go_first_up_to_the_cap,
                                  reads_pass_writes_until_writes_fill_the_queue,
                                  a_full_queue_keeps_slots,
                                  a_stuck_channel_says_why,
                                  a_stream_gets_the_bandwidth,
                                  strides_of_a_row_use_all_banks,
                                  windows_do_not_matter,
                                  windows_do_not_matter_with_one_credit};
    return run_suite("dram_channel", tests, G_N_ELEMENTS(tests));
}
