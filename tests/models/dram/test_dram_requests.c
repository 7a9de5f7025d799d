/* SPDX-License-Identifier: BSD-3-Clause */
/* DRAM: sectors and bursts, two command buses, mixed reads and writes, and that the pieces of time
 * in which a channel is advanced do not matter. */
#include "tests/models/dram/dram_rig.h"

/* ---- bursts ------------------------------------------------------------------------------ */

START_TEST(sectors_make_bursts)
{
    static const struct {
        uint32_t bytes, sectors, shared, unshared, filled;
    } rows[] = {{64, 0x1, 1, 1, 1}, {64, 0x3, 1, 2, 1},  {64, 0x6, 2, 2, 1},  {64, 0x7, 2, 3, 2},
                {64, 0xf, 2, 4, 2}, {64, 0xc, 1, 2, 1},  {64, 0x9, 2, 2, 1},  {64, 0xd, 2, 3, 2},
                {32, 0x5, 2, 2, 2}, {128, 0xf, 1, 4, 1}, {128, 0x8, 1, 1, 1}, {32, 0xf, 4, 4, 4},
                {16, 0x1, 2, 2, 2}, {16, 0x7, 6, 6, 6}};
    for (size_t i = 0; i < G_N_ELEMENTS(rows); i++) {
        struct dram_config config;
        uint32_t sectors = rows[i].sectors;
        dram_config_set_bursts(&config, rows[i].bytes, DRAM_BURST_SHARED);
        ck_assert_uint_eq(config.bursts[DRAM_READS][sectors], rows[i].shared);
        ck_assert_uint_eq(config.bursts[DRAM_WRITES][sectors], rows[i].shared);
        dram_config_set_bursts(&config, rows[i].bytes, DRAM_BURST_UNSHARED);
        ck_assert_uint_eq(config.bursts[DRAM_READS][sectors], rows[i].unshared);
        ck_assert_uint_eq(config.bursts[DRAM_WRITES][sectors], rows[i].unshared);
        dram_config_set_bursts(&config, rows[i].bytes, DRAM_BURST_WRITES_FILL);
        ck_assert_uint_eq(config.bursts[DRAM_READS][sectors], rows[i].unshared);
        ck_assert_uint_eq(config.bursts[DRAM_WRITES][sectors], rows[i].filled);
    }
}
END_TEST

START_TEST(one_answer_for_all_sectors)
{
    struct rig rig;
    struct dram_config config = plain_config();
    dram_config_set_bursts(&config, 64, DRAM_BURST_UNSHARED);
    rig_init(&rig, SIM_TIME_NEVER, &config, 8, 8);
    send_sectors(&rig, 0, 0, MESSAGE_DRAM_READ, 0, 0x7);
    send_sectors(&rig, 0, 100 * NS, MESSAGE_DRAM_READ, 4 * 128, 0x8);
    rig_run(&rig);
    /* There at 10: ACTIVATE 10, READ 22, 25, 28, data until 42, 96 bytes sent until 45. */
    check_sectors(&rig, 0, 0, 0, 3, 55 * NS);
    /* READ 110, data until 124, 32 bytes sent until 125. */
    check_sectors(&rig, 0, 1, 1, 1, 135 * NS);
    ck_assert_uint_eq(rig.channel.counters.bus_cycles, 8);
    ck_assert_uint_eq(rig.channel.counters.read_bytes, 128);
    rig_finish(&rig);
}
END_TEST

START_TEST(the_queue_counts_bursts)
{
    struct rig rig;
    struct dram_config config = plain_config();
    config.queue = 4;
    rig_init(&rig, SIM_TIME_NEVER, &config, 8, 8);
    for (uint64_t i = 0; i < 3; i++) /* one bank, one row, two bursts each */
        send_sectors(&rig, 0, 0, MESSAGE_DRAM_READ, i * 512, 0xf);
    rig_run(&rig);
    /* READ 22 and 25; only then are there two free places for the third. */
    ck_assert_uint_eq(rig.channel.counters.queue_full_cycles, 15);
    rig_finish(&rig);
}
END_TEST

START_TEST(a_request_larger_than_the_queue_enters_it_alone)
{
    struct rig rig;
    struct dram_config config = plain_config();
    dram_config_set_bursts(&config, 64, DRAM_BURST_UNSHARED);
    config.queue = 3;
    rig_init(&rig, SIM_TIME_NEVER, &config, 8, 8);
    send_sectors(&rig, 0, 0, MESSAGE_DRAM_READ, 0, 0xf);
    send_sectors(&rig, 0, 0, MESSAGE_DRAM_READ, 512, 0xf);
    rig_run(&rig);
    /* READ 22, 25, 28, 31, and for the second, which enters at 31, from 34 to 43. */
    check_data(&rig, 0, 0, 0, (31 + 14 + 4 + 10) * NS);
    check_data(&rig, 0, 1, 1, (43 + 14 + 4 + 10) * NS);
    rig_finish(&rig);
}
END_TEST

START_TEST(wires_take_turns)
{
    struct rig rig;
    struct dram_config config = plain_config();
    config.queue = 3; /* room for one request, and for the data of three */
    rig_init(&rig, SIM_TIME_NEVER, &config, 8, 8);
    for (uint64_t i = 0; i < 3; i++)
        send_read(&rig, 0, 0, i * 512);
    for (uint64_t i = 0; i < 3; i++)
        send_read(&rig, 1, 0, (3 + i) * 512);
    rig_run(&rig);
    /* One request of two bursts is in the queue, and its bursts are 3 cycles apart: READs from 22
     * on, data 14 later, 4 to send and 10 on the wire. */
    for (guint i = 0; i < 3; i++) {
        check_data(&rig, 0, i, i, (25 + 12 * i + 28) * NS);
        check_data(&rig, 1, i, i, (31 + 12 * i + 28) * NS);
    }
    rig_finish(&rig);
}
END_TEST

/* ---- two buses ------------------------------------------------------------------------------- */

/* Row hits to one bank in every free cycle of the column bus, and a closed bank beside them. */
static sim_time closed_bank_beside_hits(bool dual)
{
    struct rig rig;
    struct dram_config config = plain_config();
    config.timing.burst = config.timing.ccd = config.timing.ccdl = 1;
    config.timing.dual_bus = dual;
    rig_init(&rig, SIM_TIME_NEVER, &config, 32, 32);
    send_sectors(&rig, 0, 0, MESSAGE_DRAM_READ, 0, 0x1);
    for (uint64_t i = 1; i <= 8; i++)
        send_sectors(&rig, 0, 50 * NS, MESSAGE_DRAM_READ, i * 512, 0x1);
    send_sectors(&rig, 1, 50 * NS, MESSAGE_DRAM_READ, 128, 0x1);
    rig_run(&rig);
    sim_time arrival = probe_received(&rig.bank[1], 0)->arrival;
    rig_finish(&rig);
    return arrival;
}

START_TEST(row_commands_have_a_bus)
{
    /* ACTIVATE 60 beside the first hit, READ 72, data until 85, sent until 86. */
    ck_assert_uint_eq(closed_bank_beside_hits(true), 96 * NS);
    /* ACTIVATE 68 after eight hits. */
    ck_assert_uint_eq(closed_bank_beside_hits(false), 104 * NS);
}
END_TEST

/* ---- mixed reads and writes --------------------------------------------------------------------
 */

START_TEST(mixed_requests_keep_the_direction)
{
    struct rig rig;
    struct dram_config config = plain_config();
    config.drained = false;
    rig_init(&rig, SIM_TIME_NEVER, &config, 32, 32);
    /* Rows 0 of banks 0 and 1, open; then a write to one and reads to the other. */
    send_sectors(&rig, 0, 0, MESSAGE_DRAM_READ, 0, 0x1);
    send_sectors(&rig, 0, 0, MESSAGE_DRAM_READ, 128, 0x1);
    send_sectors(&rig, 0, 50 * NS, MESSAGE_DRAM_READ, 512, 0x1);
    send_sectors(&rig, 0, 50 * NS, MESSAGE_DRAM_WRITE, 512 + 128, 0x1);
    send_sectors(&rig, 0, 50 * NS, MESSAGE_DRAM_READ, 1024, 0x1);
    send_sectors(&rig, 0, 68 * NS, MESSAGE_DRAM_READ, 1536, 0x1);
    rig_run(&rig);
    /* READ 60, and as WRITE must wait for tRTW, READ 63; then WRITE 75, and READ not before
     * 75 + 4 + 2 + 5 = 86, so that its data are there at 100. */
    check_sectors(&rig, 0, 2, 2, 1, (74 + 1 + 10) * NS);
    check_sectors(&rig, 0, 3, 4, 1, (77 + 1 + 10) * NS);
    check_sectors(&rig, 0, 4, 5, 1, (100 + 1 + 10) * NS);
    ck_assert_uint_eq(rig.channel.counters.writes, 1);
    ck_assert_uint_eq(rig.channel.counters.write_bytes, 32);
    rig_finish(&rig);
}
END_TEST

/* ---- rates ----------------------------------------------------------------------------------- */

static struct dram_config imitation(const struct dram_timing *timing, uint32_t burst_bytes)
{
    struct dram_config config = plain_config();
    dram_config_set_bursts(&config, burst_bytes, DRAM_BURST_WRITES_FILL);
    config.timing = *timing;
    config.timing.dual_bus = true;
    config.drained = false;
    config.queue = 64;
    config.row_hit_cap = 1000000;
    config.l2_width = 128;
    return config;
}

static uint64_t random_next(uint64_t *state)
{
    *state = *state * UINT64_C(6364136223846793005) + 1442695040888963407; /* Knuth, MMIX */
    return *state >> 33;
}

/* From when on the channel as a whole allows every command: its buses are free by then. */
static uint64_t after_last_command(const struct dram_channel *channel)
{
    uint32_t last = 0;
    for (unsigned command = 0; command < DRAM_COMMANDS; command++)
        last = MAX(last, channel->banks.channel[command]);
    return channel->banks.base + last;
}

START_TEST(random_lines_are_bound_by_activates)
{
    enum { LINES = 8000 };
    struct rig rig;
    struct dram_config config = imitation(&qv100, 32);
    rig_init(&rig, SIM_TIME_NEVER, &config, 64, 4096);
    ck_assert_ptr_null(address_map_use_bits(&rig.map, "RBBBCCCBCCCSSSSS"));
    uint64_t state = 1;
    for (unsigned i = 0; i < LINES; i++) {
        uint64_t line = random_next(&state) % (64 * 1024 * 1024 / 32 / 128);
        send_sectors(&rig, line >> 1 & 1, 0, MESSAGE_DRAM_READ, line * 128, 0x3);
    }
    rig_run(&rig);
    /* A cycle-driven restatement of GPGPU-Sim's rules gets 0.612 sectors a cycle, tRRD allows
     * 2 / 3 without row hits. */
    uint64_t cycles = after_last_command(&rig.channel);
    ck_assert_uint_eq(rig.channel.counters.bus_cycles, 2 * LINES);
    ck_assert_uint_ge(2 * LINES * 1000, 590 * cycles);
    ck_assert_uint_le(2 * LINES * 1000, 640 * cycles);
    rig_finish(&rig);
}
END_TEST

START_TEST(mixed_streams_fill_the_bus)
{
    enum { LINES = 9000 };
    struct rig rig;
    struct dram_timing timing = gtx480;
    timing.rcdw = 7;
    struct dram_config config = imitation(&timing, 64);
    rig_init(&rig, SIM_TIME_NEVER, &config, 64, 4096);
    ck_assert_ptr_null(address_map_use_bits(&rig.map, "RBBBCCCCBCCSSSSSS"));
    for (uint64_t i = 0; i < LINES; i++) { /* c = a + b */
        uint64_t address = i / 3 * 128 + i % 3 * (44739242 & ~127);
        enum message_kind kind = i % 3 == 2 ? MESSAGE_DRAM_WRITE : MESSAGE_DRAM_READ;
        send_sectors(&rig, address >> 8 & 1, 0, kind, address, 0xf);
    }
    rig_run(&rig);
    /* Four bursts of two cycles a line read, two a line written. */
    ck_assert_uint_eq(rig.channel.counters.bus_cycles, LINES / 3 * (8 + 8 + 4));
    ck_assert_uint_ge(rig.channel.counters.bus_cycles * 100, 96 * after_last_command(&rig.channel));
    rig_finish(&rig);
}
END_TEST

/* ---- pieces of time ----------------------------------------------------------------------------
 */

static sim_time (*advance)(struct unit *unit, sim_time until);
static uint64_t pieces;

/* Advances to some times before `until` first. */
static sim_time advance_in_pieces(struct unit *unit, sim_time until)
{
    sim_time from = unit->engine->clock;
    for (unsigned i = 0; i < 4 && until != SIM_TIME_NEVER && from < until; i++) {
        from += random_next(&pieces) % (until - from + 1);
        advance(unit, from);
    }
    return advance(unit, until);
}

static void storm(uint64_t seed, bool dual, bool drained, GString *text)
{
    struct rig rig;
    struct dram_config config = imitation(&gtx480, 64);
    clock_init(&config.clock, 924000000);
    clock_init(&config.l2_clock, 700000000);
    config.timing.dual_bus = dual;
    config.drained = drained;
    config.queue = 12;
    config.l2_width = 32;
    rig_init(&rig, 64 * NS, &config, 4, 3);
    rig.bank[0].hold = 3 * NS;
    struct unit_ops ops = *rig.channel.unit.ops;
    advance = ops.advance;
    pieces = seed;
    ops.advance = seed ? advance_in_pieces : ops.advance;
    rig.channel.unit.ops = &ops;
    uint64_t state = 99;
    for (unsigned i = 0; i < 1200; i++) {
        uint64_t address = random_next(&state) % 4096 * 128;
        enum message_kind kind =
            random_next(&state) % 3 == 0 ? MESSAGE_DRAM_WRITE : MESSAGE_DRAM_READ;
        send_sectors(&rig, random_next(&state) & 1, i * 6000, kind, address,
                     (uint8_t)(1 + random_next(&state) % 15));
    }
    rig_run(&rig);
    for (unsigned i = 0; i < BANKS; i++)
        probe_write(&rig.bank[i], text);
    counters_write(dram_counter_table, &rig.channel.counters, text);
    rig_finish(&rig);
}

START_TEST(pieces_of_time_do_not_matter)
{
    for (unsigned kind = 0; kind < 4; kind++) {
        g_autoptr(GString) expected = g_string_new(NULL);
        storm(0, kind & 1, kind & 2, expected);
        for (uint64_t seed = 1; seed <= 5; seed++) {
            g_autoptr(GString) text = g_string_new(NULL);
            storm(seed, kind & 1, kind & 2, text);
            check_same_text(text->str, expected->str);
        }
    }
}
END_TEST

int main(void)
{
    const TTest *const tests[] = {sectors_make_bursts,
                                  one_answer_for_all_sectors,
                                  the_queue_counts_bursts,
                                  a_request_larger_than_the_queue_enters_it_alone,
                                  wires_take_turns,
                                  row_commands_have_a_bus,
                                  mixed_requests_keep_the_direction,
                                  random_lines_are_bound_by_activates,
                                  mixed_streams_fill_the_bus,
                                  pieces_of_time_do_not_matter};
    return run_suite("dram_requests", tests, G_N_ELEMENTS(tests));
}
