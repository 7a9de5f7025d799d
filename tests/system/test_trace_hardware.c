/* SPDX-License-Identifier: BSD-3-Clause */
/* What the calibration platforms have beside others, each by its property: texture units, wires for
 * fetches and atomics, kernels that lie at one address, an instruction cache of few misses, short
 * blocks ahead, fetches in turn, replies that mix. */
#include "tests/rigs/command.h"
#include "tests/rigs/result.h"
#include "tests/system/small_trace.h"
#include <inttypes.h>
#include <string.h>

static const char cycles[] = "kernels.0.cycles";

START_TEST(textures_have_a_latency_of_their_own)
{
    small_trace_write(
        1, 1,
        (const char *const[]){"ffffffff 1 R1 TEX 1 R2 0 0", "ffffffff 1 R2 TEX 1 R1 0 0",
                              "ffffffff 1 R3 MUFU 1 R2 0 0", "ffffffff 1 R4 IADD 1 R3 0 0", NULL});
    ck_assert_int_eq(small_trace_difference(cycles, "sm.op.texture.latency=510cycles",
                                            "sm.op.texture.latency=410cycles"),
                     2 * 100);
}
END_TEST

/* Each register is the first one so high; warps that began before it was named wait for it, and for
 * nothing else. In the same banks low ones take as long. */
START_TEST(registers_come_to_be_named)
{
    static const char *const low[] = {"ffffffff 1 R2 IADD 1 R1 0 0", "ffffffff 1 R6 MUFU 1 R2 0 0",
                                      "ffffffff 0 ISETP 1 R6 0 0", "ffffffff 1 R3 IADD 1 R6 0 0",
                                      NULL};
    static const char *const high[] = {
        "ffffffff 1 R98 IADD 1 R1 0 0", "ffffffff 1 R230 MUFU 1 R98 0 0",
        "ffffffff 0 ISETP 1 R230 0 0", "ffffffff 1 R3 IADD 1 R230 0 0", NULL};
    small_trace_write(2, 60, low);
    g_autoptr(JsonNode) low_run = small_trace_run_all((const char *const[]){NULL});
    small_trace_write(2, 60, high);
    g_autoptr(JsonNode) high_run = small_trace_run_all((const char *const[]){NULL});
    ck_assert_uint_eq(result_number(low_run, "totals.sm.warp_instructions"), 2 * 60 * 5);
    ck_assert_uint_eq(result_number(high_run, cycles), result_number(low_run, cycles));
    ck_assert_uint_eq(result_number(high_run, "kernels.1.cycles"),
                      result_number(low_run, "kernels.1.cycles"));
}
END_TEST

/* Four instructions in lines of their own, 2,048 bytes apart. A fetch brings two, wherever they
 * lie, so that two lines are asked for. */
enum { JUMP_FETCHES = 2 };
static const char *const jumps[] = {"ffffffff 1 R1 IADD 1 R2 0 0", "ffffffff 1 R1 IADD 1 R2 0 0",
                                    "ffffffff 1 R1 IADD 1 R2 0 0", NULL};

START_TEST(fetches_have_a_wire_of_their_own)
{
    small_trace_write(1, 1, jumps);
    int64_t longer = small_trace_difference(cycles, "xbar.sm_to_port.fetch=65cycles",
                                            "xbar.sm_to_port.fetch=55cycles");
    ck_assert_int_ge(longer, JUMP_FETCHES * 10 - 1); /* edges are rounded */
    ck_assert_int_le(longer, JUMP_FETCHES * 10);
}
END_TEST

/* A fetch brings a branch at 8 and its target at 0x808, which branches back, twice. Each fetch asks
 * for the first one's line, or from the second on for the line behind the branch that issued last.
 */
START_TEST(fetches_may_ask_behind_a_branch)
{
    static const char *const branch = "ffffffff 0 BRA 0 0 0";
    small_trace_write_at(1, 1, (const char *const[]){branch, branch, branch, branch, NULL},
                         (const unsigned[]){0x8, 0x808, 0x8, 0x808, 0x10});
    g_autoptr(JsonNode) follow = small_trace_run("sm.fetch.branches=follow");
    g_autoptr(JsonNode) behind = small_trace_run("sm.fetch.branches=behind");
    ck_assert_uint_eq(result_number(follow, "totals.sm.icache_misses"), 1);
    ck_assert_uint_eq(result_number(behind, "totals.sm.icache_misses"), 2);
    ck_assert_uint_gt(result_number(behind, cycles), result_number(follow, cycles));
}
END_TEST

/* Lines 0 to 3, 20, 21 and 0 again, in a cache that keeps them all. With two lines ahead, the miss
 * of 0 asks for 1 and 2, and the uses of 1, 2 and 3 for 3, 4 and 5; the miss of 20 asks for 21 and
 * 22, and the use of 21 for 23. So 8 lines are asked for ahead, and 1, 2, 3 and 21 are used, the
 * first of them before it is there. */
START_TEST(lines_of_code_are_fetched_ahead)
{
    static const char *const line = "ffffffff 1 R1 MUFU.RCP 1 R1 0 0";
    small_trace_write_at(
        1, 1, (const char *const[]){line, line, line, line, line, line, line, line, NULL},
        (const unsigned[]){0x8, 0x88, 0x108, 0x188, 0xa08, 0xa88, 0x10, 0x18, 0x20});
    static const char *const sets[] = {"sm.l1i.prefetch=0", "sm.l1i.prefetch=2"};
    static const uint64_t expected[][4] = {{6, 0, 0, 0}, {2, 8, 4, 0}};
    static const char *const counters[] = {"totals.sm.icache_misses", "totals.sm.icache_prefetches",
                                           "totals.sm.icache_prefetches_used",
                                           "totals.sm.fetches_sent"};
    uint64_t taken[2];
    for (unsigned i = 0; i < 2; i++) {
        g_autoptr(JsonNode) run = small_trace_run_all((const char *const[]){
            sets[i], "sm.fetch.branches=flush", "sm.l1i.size=16KiB", "sm.l1i.mshrs=64", NULL});
        for (unsigned c = 0; c < 3; c++)
            ck_assert_msg(result_number(run, counters[c]) == expected[i][c],
                          "%s: %" PRIu64 " with %s", counters[c], result_number(run, counters[c]),
                          sets[i]);
        ck_assert_uint_eq(result_number(run, counters[3]), expected[i][0] + expected[i][1]);
        uint64_t late = result_number(run, "totals.sm.icache_prefetches_late");
        ck_assert_uint_ge(late, i);
        ck_assert_uint_le(late, expected[i][2]);
        taken[i] = result_number(run, cycles);
    }
    ck_assert_uint_lt(2 * taken[1], taken[0] + taken[0] / 2);
}
END_TEST

/* One SM has two blocks of a warp; the first one's takes long and fetches first, or second. */
START_TEST(warps_may_fetch_in_turn)
{
    static const char trace[] =
        "-kernel name = k1\n-kernel id = 1\n-grid dim = (2,1,1)\n-block dim = (32,1,1)\n"
        "-shmem = 0\n-nregs = 16\n-binary version = 61\n-cuda stream id = 0\n"
        "-accelsim tracer version = 5\n#traces format\n"
        "#BEGIN_TB\nthread block = 0,0,0\nwarp = 0\ninsts = 3\n"
        "0008 ffffffff 1 R1 MUFU.RCP 1 R1 0 0\n0010 ffffffff 1 R1 MUFU.RCP 1 R1 0 0\n"
        "0018 ffffffff 0 EXIT 0 0 0\n#END_TB\n"
        "#BEGIN_TB\nthread block = 1,0,0\nwarp = 0\ninsts = 1\n"
        "0018 ffffffff 0 EXIT 0 0 0\n#END_TB\n";
    small_trace_write_text(trace);
    g_autoptr(JsonNode) slots =
        small_trace_run_all((const char *const[]){"sm.count=1", "sm.fetch.order=slots", NULL});
    g_autoptr(JsonNode) turns =
        small_trace_run_all((const char *const[]){"sm.count=1", "sm.fetch.order=turns", NULL});
    ck_assert_uint_eq(result_number(turns, cycles), result_number(slots, cycles) + 1);
}
END_TEST

/* Four SMs ask for one line of instructions, of four packets: one after another the replies leave
 * their bank after 4, 8, 12 and 16 cycles, and packet by packet in turn after 13, 14, 15 and 16. */
START_TEST(replies_for_one_line_may_mix)
{
    small_trace_write(1, 4, (const char *const[]){NULL});
    g_autoptr(JsonNode) whole = small_trace_run("l2.merged_replies=whole");
    g_autoptr(JsonNode) mixed = small_trace_run("l2.merged_replies=mixed");
    ck_assert_uint_eq(result_number(mixed, "totals.reply_ports.packets"), 4);
    ck_assert_uint_eq(result_number(mixed, cycles), result_number(whole, cycles));
    ck_assert_uint_eq(result_number(mixed, "totals.sm.active_cycles"),
                      result_number(whole, "totals.sm.active_cycles") + 9 + 6 + 3);
}
END_TEST

/* A line's reply is four packets, and its request one. */
START_TEST(messages_may_enter_with_their_first_packet)
{
    small_trace_write(1, 1,
                      (const char *const[]){"ffffffff 1 R1 LDG.E 1 R2 4 1 0x7f5000000000 4 0",
                                            "ffffffff 1 R3 IADD 1 R1 0 0", NULL});
    uint64_t taken[2];
    for (unsigned i = 0; i < 2; i++) {
        const char *enters = i == 0 ? "xbar.packet.enters=last" : "xbar.packet.enters=first";
        g_autoptr(JsonNode) run =
            small_trace_run_all((const char *const[]){enters, "sm.l1i.size=0B", NULL});
        taken[i] = result_number(run, cycles);
    }
    ck_assert_uint_eq(taken[0] - taken[1], 4 - 1);
}
END_TEST

/* 175 cycles are 231 of DRAM, and a whole number of picoseconds. */
START_TEST(what_passes_l1_by_has_a_wire_of_its_own)
{
    small_trace_write(1, 1,
                      (const char *const[]){
                          "ffffffff 0 RED.E.ADD.STRONG.GPU 2 R2 R3 4 1 0x7f5000000000 0 0", NULL});
    int64_t longer = small_trace_difference(cycles, "xbar.sm_to_port.atomic=237cycles",
                                            "xbar.sm_to_port.atomic=62cycles");
    ck_assert_int_eq(longer, 175);
    ck_assert_int_eq(small_trace_difference(cycles, "xbar.sm_to_port.atomic=0cycles",
                                            "xbar.sm_to_port.atomic=98cycles"),
                     0); /* as the others' */
    small_trace_write(
        1, 1,
        (const char *const[]){"ffffffff 1 R1 LDG.E.STRONG.GPU 1 R2 4 1 0x7f5000000000 4 0",
                              "ffffffff 1 R1 IADD 1 R1 0 0", NULL});
    longer = small_trace_difference(cycles, "xbar.sm_to_port.atomic=237cycles",
                                    "xbar.sm_to_port.atomic=62cycles");
    ck_assert_int_eq(longer, 175);
}
END_TEST

/* In L2: the second kernel is at the next SM. */
START_TEST(kernels_find_each_others_lines)
{
    enum { LINE_BYTES = 128 };
    small_trace_write(2, 1, jumps);
    ck_assert_int_eq(small_trace_difference("totals.dram.read_bytes", "gpu.code.addresses=apart",
                                            "gpu.code.addresses=overlapping"),
                     JUMP_FETCHES * LINE_BYTES);
}
END_TEST

START_TEST(an_instruction_cache_can_be_taken_away)
{
    small_trace_write(1, 1, jumps);
    g_autoptr(JsonNode) none = small_trace_run("sm.l1i.size=0B");
    ck_assert_uint_eq(result_number(none, "totals.sm.icache_misses"), 0);
}
END_TEST

/* Blocks of different lengths of code ask for different lines at a time. */
START_TEST(few_lines_are_on_their_way)
{
    small_trace_write(1, 15 * 8, jumps);
    g_autoptr(JsonNode) one = small_trace_run("sm.l1i.mshrs=1");
    g_autoptr(JsonNode) many = small_trace_run("sm.l1i.mshrs=64");
    ck_assert_uint_ge(result_number(one, cycles), result_number(many, cycles));
}
END_TEST

START_TEST(short_blocks_do_not_wait_for_the_way)
{
    small_trace_write(1, 2000, (const char *const[]){"ffffffff 1 R1 IADD 1 R2 0 0", NULL});
    g_autoptr(JsonNode) one = small_trace_run("front.dispatch.ahead=1");
    g_autoptr(JsonNode) many = small_trace_run("front.dispatch.ahead=64");
    g_autoptr(JsonNode) near = small_trace_run("front.sm.latency=1cycle");
    uint64_t lost = result_number(one, cycles) - result_number(near, cycles);
    uint64_t still = result_number(many, cycles) - result_number(near, cycles);
    ck_assert_uint_lt(2 * still, lost); /* the first blocks and the last ones cost a way */
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("trace_hardware");
    TCase *tests = tcase_create("trace_hardware");
    tcase_add_checked_fixture(tests, small_trace_set_up, small_trace_tear_down);
    tcase_add_test(tests, textures_have_a_latency_of_their_own);
    tcase_add_test(tests, registers_come_to_be_named);
    tcase_add_test(tests, fetches_have_a_wire_of_their_own);
    tcase_add_test(tests, fetches_may_ask_behind_a_branch);
    tcase_add_test(tests, lines_of_code_are_fetched_ahead);
    tcase_add_test(tests, warps_may_fetch_in_turn);
    tcase_add_test(tests, replies_for_one_line_may_mix);
    tcase_add_test(tests, messages_may_enter_with_their_first_packet);
    tcase_add_test(tests, what_passes_l1_by_has_a_wire_of_its_own);
    tcase_add_test(tests, kernels_find_each_others_lines);
    tcase_add_test(tests, an_instruction_cache_can_be_taken_away);
    tcase_add_test(tests, few_lines_are_on_their_way);
    tcase_add_test(tests, short_blocks_do_not_wait_for_the_way);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
