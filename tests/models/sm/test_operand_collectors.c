/* SPDX-License-Identifier: BSD-3-Clause */
/* Operand collectors, by hand: what an instruction waits for on its way to its unit. */
#include "models/sm/front/operand_collectors.h"
#include "tests/rigs/unit_rig.h"

enum { LATENCY = 10, CYCLE = 100 };

static struct sm_config config;
static struct operand_collectors collectors;

/* Units of one kind, as many banks as no instruction here meets another one in. */
static void begin_with(uint32_t units, uint32_t n, uint32_t reads, uint32_t buses)
{
    config = (struct sm_config){.register_banks = 16, .register_reads = reads};
    config.pipes[PIPE_SP] = units;
    config.collectors.own[PIPE_SP] = n;
    config.collectors.buses = buses;
    operand_collectors_init(&collectors, &config);
}

static void begin(uint32_t n, uint32_t reads)
{
    begin_with(2, n, reads, 0);
}

/* By the short way, where it may be gone, too: with the same result. */
static struct collected_times take(struct collected *what, unsigned warp, uint64_t cycle)
{
    static struct operand_collectors before, after;
    before = collectors;
    const struct collected_times times = operand_collectors_take(&collectors, what, warp, cycle);
    if (collectors.reads == 1 && collectors.any.n == 0 && what->interval == 1 &&
        what->latency <= COLLECTED_FARTHEST) {
        after = collectors;
        collectors = before;
        const struct collected_times quick =
            operand_collectors_quick(&collectors, what, warp, cycle);
        ck_assert_uint_eq(quick.start, times.start);
        ck_assert_uint_eq(quick.room, times.room);
        ck_assert_mem_eq(&collectors, &after, sizeof after);
    }
    return times;
}

/* Issues an instruction that writes register 1 and reads these; returns its start. */
static uint64_t issue_to(unsigned cycle, unsigned warp, unsigned sources, unsigned first,
                         unsigned step, uint16_t latency, uint64_t *room)
{
    struct instruction instruction = {.n_destinations = 1, .n_sources = (uint8_t)sources};
    instruction.registers[0] = 1;
    for (unsigned i = 0; i < sources; i++)
        instruction.registers[1 + i] = (uint16_t)(first + i * step);
    struct collected what = {.registers = register_banks_of(&instruction, 16),
                             .pipe = PIPE_SP,
                             .interval = 1,
                             .latency = latency};
    const struct collected_times times = take(&what, warp, cycle);
    *room = times.room;
    return times.start;
}

static uint64_t issue(unsigned cycle, unsigned warp, unsigned sources, unsigned first,
                      unsigned step)
{
    uint64_t room;
    return issue_to(cycle, warp, sources, first, step, LATENCY, &room);
}

START_TEST(without_conflicts_nothing_is_later)
{
    begin(6, 1);
    ck_assert_uint_eq(issue(CYCLE, 0, 3, 4, 1), CYCLE);
    ck_assert_uint_eq(issue(CYCLE + 20, 0, 3, 4, 0), CYCLE + 20);     /* one register, read once */
    ck_assert_uint_eq(issue(CYCLE + 40, 0, 0, 0, 0), CYCLE + 40 - 1); /* nothing to read */
}
END_TEST

START_TEST(registers_of_a_bank_are_read_one_by_one)
{
    begin(6, 1);
    ck_assert_uint_eq(issue(CYCLE, 0, 3, 2, 16), CYCLE + 2);
    begin(6, 2); /* two a cycle: the third one comes a step, and so a cycle, later */
    ck_assert_uint_eq(issue(CYCLE, 0, 2, 2, 16), CYCLE);
    ck_assert_uint_eq(issue(CYCLE + 20, 0, 3, 2, 16), CYCLE + 20 + 1);
}
END_TEST

/* Warps' registers are shifted, so that the same register of two is in two banks. */
START_TEST(instructions_meet_in_banks)
{
    begin(6, 1);
    ck_assert_uint_eq(issue(CYCLE, 0, 1, 4, 0), CYCLE);
    ck_assert_uint_eq(issue(CYCLE, 1, 1, 4, 0), CYCLE);
    begin(6, 1);
    ck_assert_uint_eq(issue(CYCLE, 0, 1, 4, 0), CYCLE);
    ck_assert_uint_eq(issue(CYCLE, 1, 1, 3, 0), CYCLE + 1);
}
END_TEST

/* The result of warp 0 goes to bank 1 in cycle 110; a read there would be in the same cycle. */
START_TEST(a_write_goes_first)
{
    begin(6, 1);
    ck_assert_uint_eq(issue(CYCLE, 0, 1, 4, 0), CYCLE);
    ck_assert_uint_eq(issue(CYCLE + LATENCY - 2, 0, 1, 17, 0), CYCLE + LATENCY - 2 + 1);
    ck_assert_uint_eq(issue(CYCLE + LATENCY, 0, 1, 17, 0), CYCLE + LATENCY);
}
END_TEST

/* With one collector, the second instruction is given it when the first has gone to its unit: two
 * cycles later, since a register before it holds it meanwhile; that has room for two. */
START_TEST(collectors_and_the_registers_before_them_are_few)
{
    uint64_t room;
    begin(1, 1);
    ck_assert_uint_eq(issue_to(CYCLE, 0, 1, 4, 0, LATENCY, &room), CYCLE);
    ck_assert_uint_le(room, CYCLE);
    ck_assert_uint_eq(issue_to(CYCLE, 1, 1, 4, 0, LATENCY, &room), CYCLE + 2);
    ck_assert_uint_eq(room, CYCLE + 1); /* the first has left that register */
    ck_assert_uint_eq(issue_to(CYCLE + 1, 2, 1, 4, 0, LATENCY, &room), CYCLE + 4);
    ck_assert_uint_eq(room, CYCLE + 3);
}
END_TEST

/* Two results that come in one cycle need two buses. What waits for one keeps the others behind it
 * from the units, although their results come later. */
START_TEST(results_share_buses)
{
    uint64_t room;
    begin(6, 1);
    ck_assert_uint_eq(issue(CYCLE, 0, 1, 4, 0), CYCLE);
    ck_assert_uint_eq(issue_to(CYCLE + 3, 0, 1, 5, 0, LATENCY - 3, &room), CYCLE + 3);
    begin_with(2, 6, 1, 1);
    ck_assert_uint_eq(issue(CYCLE, 0, 1, 4, 0), CYCLE);
    ck_assert_uint_eq(issue_to(CYCLE + 3, 0, 1, 5, 0, LATENCY - 3, &room), CYCLE + 4);
    ck_assert_uint_eq(issue(CYCLE + 3, 1, 1, 7, 0), CYCLE + 4);
}
END_TEST

START_TEST(a_unit_that_works_long_is_waited_for)
{
    struct collected what = {.pipe = PIPE_SP, .interval = 4};
    begin_with(1, 6, 1, 0);
    for (unsigned i = 0; i < 3; i++)
        ck_assert_uint_eq(take(&what, 0, CYCLE).start, CYCLE - 1 + 4 * i);
    what.interval = 32;
    begin_with(1, 6, 1, 0);
    for (unsigned i = 0; i < 3; i++)
        ck_assert_uint_eq(take(&what, 0, CYCLE).start, CYCLE - 1 + 32 * i);
}
END_TEST

/* A load has collectors of its own, which aren't modelled, but the same banks. */
START_TEST(loads_read_registers_too)
{
    const struct instruction load = {.n_sources = 2, .registers = {4, 20}};
    const struct collected what = {.registers = register_banks_of(&load, 16), .pipe = PIPE_LDST};
    begin(6, 1);
    ck_assert_uint_eq(operand_collectors_read(&collectors, &what, 0, CYCLE), CYCLE + 1);
    ck_assert_uint_eq(issue(CYCLE, 0, 1, 36, 0), CYCLE + 2);
}
END_TEST

/* Calendar and rings go round, and a gap is as long as it is: every instruction starts as the first
 * one of a new calendar would. */
START_TEST(time_goes_on)
{
    static const unsigned gaps[] = {1, 40, 63, 64, 65, 300, 511, 512, 5000};
    begin(3, 1);
    for (unsigned cycle = CYCLE, i = 0; i < 200; i++, cycle += gaps[i % G_N_ELEMENTS(gaps)] + 20) {
        ck_assert_uint_eq(issue(cycle, i % WARP_SLOTS, 3, 4, 1), cycle);
        ck_assert_uint_eq(issue(cycle, i % WARP_SLOTS, 3, 2, 16), cycle + 2);
        ck_assert_uint_eq(issue(cycle + 1, i % WARP_SLOTS, 0, 0, 0), cycle + 1 - 1);
    }
}
END_TEST

int main(void)
{
    const TTest *const tests[] = {without_conflicts_nothing_is_later,
                                  registers_of_a_bank_are_read_one_by_one,
                                  instructions_meet_in_banks,
                                  a_write_goes_first,
                                  collectors_and_the_registers_before_them_are_few,
                                  results_share_buses,
                                  a_unit_that_works_long_is_waited_for,
                                  loads_read_registers_too,
                                  time_goes_on};
    return run_suite("operand_collectors", tests, G_N_ELEMENTS(tests));
}
