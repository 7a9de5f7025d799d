/* SPDX-License-Identifier: BSD-3-Clause */
/* What the calibration platforms have beside others in their memory, each by its property: lines
 * from the highest down, narrow segments, stores by half lines and of lines on their way, atomics
 * by sector, local memory that is written back and lies word by word, fences, constants as
 * operands, banks that see first words, MSHRs that answer one access a cycle. */
#include "tests/rigs/command.h"
#include "tests/rigs/result.h"
#include "tests/system/small_trace.h"

static const char cycles[] = "kernels.0.cycles";

/* Five lines for a set of four: the fifth lane's is the last to come, and stays, or the first, and
 * goes. */
START_TEST(lines_may_go_from_the_highest_down)
{
    small_trace_write(1, 1,
                      (const char *const[]){"0000001f 1 R1 LDG.E 1 R2 4 1 0x7f5000000000 4096 0",
                                            "00000001 1 R3 LDG.E 1 R1 4 1 0x7f5000004000 0 0",
                                            NULL});
    uint64_t misses[2];
    for (unsigned i = 0; i < 2; i++) {
        const char *order = i == 0 ? "sm.coalesce.order=lanes" : "sm.coalesce.order=falling";
        g_autoptr(JsonNode) run =
            small_trace_run_all((const char *const[]){order, "sm.l1d.set_index=linear", NULL});
        misses[i] = result_number(run, "totals.sm.l1d_sector_misses");
    }
    ck_assert_uint_eq(misses[0], 5);
    ck_assert_uint_eq(misses[1], 5 + 1);
}
END_TEST

START_TEST(bytes_are_loaded_in_segments)
{
    small_trace_write(
        1, 1, (const char *const[]){"ffffffff 1 R1 LDG.E.U8 1 R2 1 1 0x7f5000000000 4 0", NULL});
    ck_assert_int_eq(small_trace_difference("totals.sm.l1d_loads", "sm.coalesce.narrow=segments",
                                            "sm.coalesce.narrow=lines"),
                     3);
}
END_TEST

/* Two words of each of 16 lines, in different halves. */
START_TEST(stores_go_in_halves)
{
    small_trace_write(
        1, 1, (const char *const[]){"ffffffff 0 STG.E 2 R2 R1 4 1 0x7f5000000000 64 0", NULL});
    ck_assert_int_eq(small_trace_difference("totals.l2.access_writes", "sm.coalesce.writes=halves",
                                            "sm.coalesce.writes=sectors"),
                     16 * (4 - 2));
}
END_TEST

/* 32 lanes at one place, and 32 side by side, which are four sectors. */
START_TEST(atomics_ask_by_sector_and_place)
{
    small_trace_write(1, 1,
                      (const char *const[]){"ffffffff 0 RED.E.ADD 2 R1 R2 4 1 0x7f5000000000 0 0",
                                            "ffffffff 0 RED.E.ADD 2 R1 R2 4 1 0x7f5000001000 4 0",
                                            NULL});
    ck_assert_int_eq(small_trace_difference("totals.l2.atomics", "sm.coalesce.atomics=sectors",
                                            "sm.coalesce.atomics=lines"),
                     32 + 4 - 2);
    ck_assert_int_gt(
        small_trace_difference(cycles, "sm.l1d.mshrs_uncached=1", "sm.l1d.mshrs_uncached=2048"), 0);
}
END_TEST

START_TEST(a_warp_waits_for_its_atomic)
{
    small_trace_write(1, 1,
                      (const char *const[]){"ffffffff 0 RED.E.ADD 2 R1 R2 4 1 0x7f5000000000 0 0",
                                            "ffffffff 0 RED.E.ADD 2 R1 R2 4 1 0x7f5000000000 0 0",
                                            NULL});
    ck_assert_int_gt(
        small_trace_difference(cycles, "sm.op.atomic.waits=yes", "sm.op.atomic.waits=no"), 100);
}
END_TEST

/* Two copies, of 16 sectors each; the second one asks to go past L1. */
START_TEST(copies_may_all_go_through_l1)
{
    small_trace_write_text(
        "-kernel name = k\n-kernel id = 1\n-grid dim = (1,1,1)\n-block dim = (32,1,1)\n"
        "-shmem = 1024\n-nregs = 16\n-binary version = 80\n-cuda stream id = 0\n"
        "-shmem base_addr = 0x00007fa000000000\n-local mem base_addr = 0x00007fa001000000\n"
        "-nvbit version = 1.5.5\n-accelsim tracer version = 5\n-enable lineinfo = 0\n\n"
        "#BEGIN_TB\n\nthread block = 0,0,0\n\nwarp = 0\ninsts = 4\n"
        "0000 ffffffff 0 LDGSTS.E.128 2 R1 R2 16 1 0x7f5000000000 16 0\n"
        "0010 ffffffff 0 LDGSTS.E.BYPASS.128 2 R1 R2 16 1 0x7f5000001000 16 0\n"
        "0020 ffffffff 0 LDGDEPBAR 0 0 0\n0030 ffffffff 0 EXIT 0 0 0\n\n#END_TB\n");
    ck_assert_int_eq(small_trace_difference("totals.sm.async_past_l1_sectors",
                                            "sm.async.bypass=yes", "sm.async.bypass=no"),
                     16);
}
END_TEST

/* The first store misses, the load brings the line, the second store stays in it. */
START_TEST(local_memory_is_written_back)
{
    small_trace_write(1, 1,
                      (const char *const[]){"ffffffff 0 STL 2 R1 R2 4 1 0x40 0 0",
                                            "ffffffff 1 R2 LDL 1 R1 4 1 0x40 0 0",
                                            "ffffffff 0 STL 2 R1 R2 4 1 0x40 0 0", NULL});
    ck_assert_int_eq(small_trace_difference("totals.sm.writes_sent", "sm.l1d.write_local=same",
                                            "sm.l1d.write_local=back"),
                     1);
}
END_TEST

static uint64_t sectors_of(const char *load)
{
    small_trace_write(1, 1, (const char *const[]){load, NULL});
    g_autoptr(JsonNode) run = small_trace_run("sm.l1i.size=0B");
    return result_number(run, "totals.l2.accesses");
}

/* What L1 does not keep is asked for by the sector where its lines are filled whole, too. */
START_TEST(strong_loads_ask_for_sectors)
{
    ck_assert_uint_eq(sectors_of("00000001 1 R1 LDG.E 1 R2 4 1 0x7f5000000000 0 0"), 4);
    ck_assert_uint_eq(sectors_of("00000001 1 R1 LDG.E.STRONG.GPU 1 R2 4 1 0x7f5000000000 0 0"), 1);
}
END_TEST

START_TEST(strong_loads_are_requests_by_sector)
{
    small_trace_write(
        1, 1,
        (const char *const[]){"ffffffff 1 R1 LDG.E.STRONG.GPU 1 R2 4 1 0x7f5000000000 4 0", NULL});
    ck_assert_int_eq(small_trace_difference("totals.sm.fetches_sent", "sm.coalesce.atomics=sectors",
                                            "sm.coalesce.atomics=lines"),
                     4 - 1);
}
END_TEST

/* The second load joins the first, or asks again. All instructions are in one line. */
START_TEST(stores_leave_lines_on_their_way)
{
    small_trace_write_at(1, 1,
                         (const char *const[]){"ffffffff 1 R1 LDG.E 1 R2 4 1 0x7f5000000000 4 0",
                                               "ffffffff 0 STG.E 2 R4 R3 4 1 0x7f5000000000 4 0",
                                               "ffffffff 1 R5 LDG.E 1 R2 4 1 0x7f5000000000 4 0",
                                               NULL},
                         (const unsigned[]){0x8, 0x10, 0x18, 0x20});
    ck_assert_int_eq(small_trace_difference("totals.sm.l1d_sector_misses",
                                            "sm.l1d.write_pending=cut",
                                            "sm.l1d.write_pending=left"),
                     1);
}
END_TEST

/* No instruction is waited for. */
static uint64_t cycles_with_code(const char *set)
{
    g_autoptr(JsonNode) run =
        small_trace_run_all((const char *const[]){set, "sm.l1i.size=0B", NULL});
    return result_number(run, cycles);
}

START_TEST(a_fence_may_wait_for_loads_alone)
{
    small_trace_write(1, 1,
                      (const char *const[]){"ffffffff 0 STG.E 2 R1 R2 4 1 0x7f5000000000 4 0",
                                            "ffffffff 0 MEMBAR.SC.GPU 0 0 0",
                                            "ffffffff 1 R1 LDG.E 1 R2 4 1 0x7f5000001000 4 0",
                                            "ffffffff 1 R1 IADD 1 R1 0 0", NULL});
    ck_assert_uint_gt(cycles_with_code("sm.op.fence.waits=all"),
                      cycles_with_code("sm.op.fence.waits=loads") + 100);
    small_trace_write(1, 1,
                      (const char *const[]){"ffffffff 1 R1 LDG.E 1 R2 4 1 0x7f5000000000 4 0",
                                            "ffffffff 0 MEMBAR.SC.GPU 0 0 0",
                                            "ffffffff 1 R1 LDG.E 1 R2 4 1 0x7f5000001000 4 0",
                                            NULL});
    ck_assert_uint_eq(cycles_with_code("sm.op.fence.waits=all"),
                      cycles_with_code("sm.op.fence.waits=loads"));
}
END_TEST

START_TEST(a_fence_may_empty_l1)
{
    small_trace_write(1, 1,
                      (const char *const[]){"ffffffff 1 R1 LDG.E 1 R2 4 1 0x7f5000000000 4 0",
                                            "ffffffff 0 MEMBAR.SC.GPU 0 0 0",
                                            "ffffffff 1 R1 LDG.E 1 R2 4 1 0x7f5000000000 4 0",
                                            NULL});
    ck_assert_int_eq(small_trace_difference("totals.sm.l1d_sector_misses",
                                            "sm.op.fence.invalidates=yes",
                                            "sm.op.fence.invalidates=no"),
                     1);
}
END_TEST

/* A constant cache serves the lanes' words one after another; as operands they are there. */
START_TEST(loads_of_constants_may_be_operands)
{
    small_trace_write(1, 1,
                      (const char *const[]){"ffffffff 1 R1 LDC 1 R2 4 1 0x200 4 0",
                                            "ffffffff 1 R2 LDC 1 R1 4 1 0x200 4 0", NULL});
    ck_assert_int_gt(
        small_trace_difference(cycles, "sm.constant.traced=cache", "sm.constant.traced=operand"),
        32);
    g_autoptr(JsonNode) operand = small_trace_run("sm.constant.traced=operand");
    ck_assert_uint_eq(result_number(operand, "totals.sm.constant_accesses"), 0);
}
END_TEST

/* One misses, seven join it: the last one is answered seven cycles after the first. */
START_TEST(mshrs_answer_one_access_a_cycle)
{
#define LOAD_TO(register) "ffffffff 1 " register " LDG.E 1 R20 4 1 0x7f5000000000 4 0"
    small_trace_write(1, 1,
                      (const char *const[]){LOAD_TO("R1"), LOAD_TO("R2"), LOAD_TO("R3"),
                                            LOAD_TO("R4"), LOAD_TO("R5"), LOAD_TO("R6"),
                                            LOAD_TO("R7"), LOAD_TO("R8"),
                                            "ffffffff 1 R9 IADD 1 R8 0 0", NULL});
#undef LOAD_TO
    const uint64_t at_once = cycles_with_code("sm.l1d.mshr_replies=0");
    ck_assert_uint_eq(cycles_with_code("sm.l1d.mshr_replies=1"), at_once + 7);
    ck_assert_uint_eq(cycles_with_code("sm.l1d.mshr_replies=4"), at_once + 1);
}
END_TEST

/* Whatever the width, a word of local memory has one place. */
START_TEST(wide_accesses_are_to_local_words)
{
    small_trace_write(1, 1,
                      (const char *const[]){"ffffffff 1 R4 LDL.128 1 R1 16 1 0x40 0 0",
                                            "ffffffff 1 R2 LDL.64 1 R1 8 1 0x48 0 0",
                                            "ffffffff 1 R1 LDL 1 R1 4 1 0x44 0 0", NULL});
    g_autoptr(JsonNode) words = small_trace_run("sm.local.layout=words");
    ck_assert_uint_eq(result_number(words, "totals.sm.l1d_loads"), 4 + 2 + 1);
    ck_assert_uint_eq(result_number(words, "totals.sm.l1d_sector_misses"), 4);
}
END_TEST

/* One place for all lanes, in 16 and in 8 bytes; 16 bytes apart, every eighth lane meets in a bank.
 */
START_TEST(banks_may_see_first_words_alone)
{
    small_trace_write(1, 1,
                      (const char *const[]){"ffffffff 1 R4 LDS.128 1 R1 16 1 0x40 0 0",
                                            "ffffffff 1 R4 LDS.64 1 R1 8 1 0x40 0 0",
                                            "ffffffff 1 R4 LDS.128 1 R1 16 1 0x40 16 0", NULL});
    g_autoptr(JsonNode) all = small_trace_run("sm.shared.wide=all");
    g_autoptr(JsonNode) first = small_trace_run("sm.shared.wide=first");
    ck_assert_uint_eq(result_number(all, "totals.sm.shared_conflict_cycles"), 3 + 1 + 3);
    ck_assert_uint_eq(result_number(first, "totals.sm.shared_conflict_cycles"), 0 + 0 + 3);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("trace_memory");
    TCase *tests = tcase_create("trace_memory");
    tcase_add_checked_fixture(tests, small_trace_set_up, small_trace_tear_down);
    tcase_add_test(tests, lines_may_go_from_the_highest_down);
    tcase_add_test(tests, bytes_are_loaded_in_segments);
    tcase_add_test(tests, stores_go_in_halves);
    tcase_add_test(tests, atomics_ask_by_sector_and_place);
    tcase_add_test(tests, a_warp_waits_for_its_atomic);
    tcase_add_test(tests, copies_may_all_go_through_l1);
    tcase_add_test(tests, local_memory_is_written_back);
    tcase_add_test(tests, strong_loads_ask_for_sectors);
    tcase_add_test(tests, strong_loads_are_requests_by_sector);
    tcase_add_test(tests, stores_leave_lines_on_their_way);
    tcase_add_test(tests, a_fence_may_wait_for_loads_alone);
    tcase_add_test(tests, a_fence_may_empty_l1);
    tcase_add_test(tests, loads_of_constants_may_be_operands);
    tcase_add_test(tests, mshrs_answer_one_access_a_cycle);
    tcase_add_test(tests, wide_accesses_are_to_local_words);
    tcase_add_test(tests, banks_may_see_first_words_alone);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
