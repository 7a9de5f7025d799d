/* SPDX-License-Identifier: BSD-3-Clause */
/* What the calibration platforms have beside others, each by its property: texture units, wires for
 * fetches and atomics, kernels that lie at one address, an instruction cache of few misses, short
 * blocks ahead, narrow segments, atomics by sector, local memory that is written back and lies word
 * by word, fences, constants as operands, banks that see first words, MSHRs that answer one access
 * a cycle, fetches in turn, replies that mix, lines from the highest down. Small traces, written
 * here, on GTX480's platform. */
#include "tests/system/command.h"
#include "tests/system/folder.h"
#include "tests/system/result.h"
#include <string.h>

static char *folder;

static void set_up(void)
{
    folder = folder_new();
}

static void tear_down(void)
{
    folder_remove(folder);
}

/* Kernels of so many blocks of one warp, each the lines, up to a NULL, and an EXIT; at these
 * addresses, NULL: 2,048 bytes apart. */
static void write_kernels_at(unsigned kernels, unsigned blocks, const char *const *lines,
                             const unsigned *places)
{
    g_autoptr(GString) list = g_string_new(NULL);
    for (unsigned k = 1; k <= kernels; k++) {
        g_autoptr(GString) text = g_string_new(NULL);
        g_autofree char *name = g_strdup_printf("kernel-%u.traceg", k);
        g_string_append_printf(text,
                               "-kernel name = k%u\n-kernel id = %u\n-grid dim = (%u,1,1)\n"
                               "-block dim = (32,1,1)\n-shmem = 0\n-nregs = 16\n"
                               "-binary version = 61\n-cuda stream id = 0\n"
                               "-accelsim tracer version = 5\n#traces format\n",
                               k, k, blocks);
        for (unsigned b = 0; b < blocks; b++) {
            unsigned n = g_strv_length((char **)lines);
            g_string_append_printf(text, "#BEGIN_TB\nthread block = %u,0,0\nwarp = 0\ninsts = %u\n",
                                   b, n + 1);
            for (unsigned i = 0; i < n; i++)
                g_string_append_printf(text, "%04x %s\n", places ? places[i] : 8 + 0x800 * i,
                                       lines[i]);
            g_string_append_printf(text, "%04x ffffffff 0 EXIT 0 0 0\n#END_TB\n",
                                   places ? places[n] : 8 + 0x800 * n);
        }
        g_free(folder_write(folder, name, text->str, text->len));
        g_string_append_printf(list, "%s\n", name);
    }
    g_free(folder_write(folder, "kernelslist.g", list->str, list->len));
}

static void write_kernels(unsigned kernels, unsigned blocks, const char *const *lines)
{
    write_kernels_at(kernels, blocks, lines, NULL);
}

static JsonNode *run_with_all(const char *const *sets)
{
    g_autofree char *path = g_build_filename(folder, "kernelslist.g", NULL);
    g_autoptr(GPtrArray) command = command_new();
    g_ptr_array_add(command, source_path("platforms/calibration/accelsim-gtx480.xml"));
    command_add(command, "%s", path);
    command_set_all(command, sets);
    return run_for_result(command, EXIT_DONE);
}

static JsonNode *run_with(const char *set)
{
    return run_with_all((const char *const[]){set, NULL});
}

/* The number in a run with the one value, less that with the other. */
static int64_t difference(const char *number, const char *with, const char *without)
{
    g_autoptr(JsonNode) a = run_with(with);
    g_autoptr(JsonNode) b = run_with(without);
    return (int64_t)result_number(a, number) - (int64_t)result_number(b, number);
}

static const char cycles[] = "kernels.0.cycles";

START_TEST(textures_have_a_latency_of_their_own)
{
    write_kernels(1, 1,
                  (const char *const[]){"ffffffff 1 R1 TEX 1 R2 0 0", "ffffffff 1 R2 TEX 1 R1 0 0",
                                        "ffffffff 1 R3 MUFU 1 R2 0 0",
                                        "ffffffff 1 R4 IADD 1 R3 0 0", NULL});
    ck_assert_int_eq(
        difference(cycles, "sm.op.texture.latency=510cycles", "sm.op.texture.latency=410cycles"),
        2 * 100);
}
END_TEST

/* Four instructions in lines of their own, 2,048 bytes apart. A fetch brings two, wherever they
 * lie, so that two lines are asked for. */
enum { JUMP_FETCHES = 2 };
static const char *const jumps[] = {"ffffffff 1 R1 IADD 1 R2 0 0", "ffffffff 1 R1 IADD 1 R2 0 0",
                                    "ffffffff 1 R1 IADD 1 R2 0 0", NULL};

START_TEST(fetches_have_a_wire_of_their_own)
{
    write_kernels(1, 1, jumps);
    int64_t longer =
        difference(cycles, "xbar.sm_to_port.fetch=65cycles", "xbar.sm_to_port.fetch=55cycles");
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
    write_kernels_at(1, 1, (const char *const[]){branch, branch, branch, branch, NULL},
                     (const unsigned[]){0x8, 0x808, 0x8, 0x808, 0x10});
    g_autoptr(JsonNode) follow = run_with("sm.fetch.branches=follow");
    g_autoptr(JsonNode) behind = run_with("sm.fetch.branches=behind");
    ck_assert_uint_eq(result_number(follow, "totals.sm.icache_misses"), 1);
    ck_assert_uint_eq(result_number(behind, "totals.sm.icache_misses"), 2);
    ck_assert_uint_gt(result_number(behind, cycles), result_number(follow, cycles));
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
    g_free(folder_write(folder, "kernel-1.traceg", trace, strlen(trace)));
    g_free(folder_write(folder, "kernelslist.g", "kernel-1.traceg\n", 16));
    g_autoptr(JsonNode) slots =
        run_with_all((const char *const[]){"sm.count=1", "sm.fetch.order=slots", NULL});
    g_autoptr(JsonNode) turns =
        run_with_all((const char *const[]){"sm.count=1", "sm.fetch.order=turns", NULL});
    ck_assert_uint_eq(result_number(turns, cycles), result_number(slots, cycles) + 1);
}
END_TEST

/* Four SMs ask for one line of instructions, of four packets: one after another the replies leave
 * their bank after 4, 8, 12 and 16 cycles, and packet by packet in turn after 13, 14, 15 and 16. */
START_TEST(replies_for_one_line_may_mix)
{
    write_kernels(1, 4, (const char *const[]){NULL});
    g_autoptr(JsonNode) whole = run_with("l2.merged_replies=whole");
    g_autoptr(JsonNode) mixed = run_with("l2.merged_replies=mixed");
    ck_assert_uint_eq(result_number(mixed, "totals.reply_ports.packets"), 4);
    ck_assert_uint_eq(result_number(mixed, cycles), result_number(whole, cycles));
    ck_assert_uint_eq(result_number(mixed, "totals.sm.active_cycles"),
                      result_number(whole, "totals.sm.active_cycles") + 9 + 6 + 3);
}
END_TEST

/* 175 cycles are 231 of DRAM, and a whole number of picoseconds. */
START_TEST(what_passes_l1_by_has_a_wire_of_its_own)
{
    write_kernels(1, 1,
                  (const char *const[]){
                      "ffffffff 0 RED.E.ADD.STRONG.GPU 2 R2 R3 4 1 0x7f5000000000 0 0", NULL});
    int64_t longer =
        difference(cycles, "xbar.sm_to_port.atomic=237cycles", "xbar.sm_to_port.atomic=62cycles");
    ck_assert_int_eq(longer, 175);
    ck_assert_int_eq(
        difference(cycles, "xbar.sm_to_port.atomic=0cycles", "xbar.sm_to_port.atomic=97cycles"),
        0); /* as the others' */
    write_kernels(
        1, 1,
        (const char *const[]){"ffffffff 1 R1 LDG.E.STRONG.GPU 1 R2 4 1 0x7f5000000000 4 0",
                              "ffffffff 1 R1 IADD 1 R1 0 0", NULL});
    longer =
        difference(cycles, "xbar.sm_to_port.atomic=237cycles", "xbar.sm_to_port.atomic=62cycles");
    ck_assert_int_eq(longer, 175);
}
END_TEST

/* In L2: the second kernel is at the next SM. */
START_TEST(kernels_find_each_others_lines)
{
    enum { LINE_BYTES = 128 };
    write_kernels(2, 1, jumps);
    ck_assert_int_eq(difference("totals.dram.read_bytes", "gpu.code.addresses=apart",
                                "gpu.code.addresses=overlapping"),
                     JUMP_FETCHES * LINE_BYTES);
}
END_TEST

START_TEST(an_instruction_cache_can_be_taken_away)
{
    write_kernels(1, 1, jumps);
    g_autoptr(JsonNode) none = run_with("sm.l1i.size=0B");
    ck_assert_uint_eq(result_number(none, "totals.sm.icache_misses"), 0);
}
END_TEST

/* Blocks of different lengths of code ask for different lines at a time. */
START_TEST(few_lines_are_on_their_way)
{
    write_kernels(1, 15 * 8, jumps);
    g_autoptr(JsonNode) one = run_with("sm.l1i.mshrs=1");
    g_autoptr(JsonNode) many = run_with("sm.l1i.mshrs=64");
    ck_assert_uint_ge(result_number(one, cycles), result_number(many, cycles));
}
END_TEST

START_TEST(short_blocks_do_not_wait_for_the_way)
{
    write_kernels(1, 2000, (const char *const[]){"ffffffff 1 R1 IADD 1 R2 0 0", NULL});
    g_autoptr(JsonNode) one = run_with("front.dispatch.ahead=1");
    g_autoptr(JsonNode) many = run_with("front.dispatch.ahead=64");
    g_autoptr(JsonNode) near = run_with("front.sm.latency=1cycle");
    uint64_t lost = result_number(one, cycles) - result_number(near, cycles);
    uint64_t still = result_number(many, cycles) - result_number(near, cycles);
    ck_assert_uint_lt(2 * still, lost); /* the first blocks and the last ones cost a way */
}
END_TEST

/* Five lines for a set of four: the fifth lane's is the last to come, and stays, or the first, and
 * goes. */
START_TEST(lines_may_go_from_the_highest_down)
{
    write_kernels(1, 1,
                  (const char *const[]){"0000001f 1 R1 LDG.E 1 R2 4 1 0x7f5000000000 4096 0",
                                        "00000001 1 R3 LDG.E 1 R1 4 1 0x7f5000004000 0 0", NULL});
    uint64_t misses[2];
    for (unsigned i = 0; i < 2; i++) {
        const char *order = i == 0 ? "sm.coalesce.order=lanes" : "sm.coalesce.order=falling";
        g_autoptr(JsonNode) run =
            run_with_all((const char *const[]){order, "sm.l1d.set_index=linear", NULL});
        misses[i] = result_number(run, "totals.sm.l1d_sector_misses");
    }
    ck_assert_uint_eq(misses[0], 5);
    ck_assert_uint_eq(misses[1], 5 + 1);
}
END_TEST

START_TEST(bytes_are_loaded_in_segments)
{
    write_kernels(
        1, 1, (const char *const[]){"ffffffff 1 R1 LDG.E.U8 1 R2 1 1 0x7f5000000000 4 0", NULL});
    ck_assert_int_eq(difference("totals.sm.l1d_loads", "sm.coalesce.narrow=segments",
                                "sm.coalesce.narrow=lines"),
                     3);
}
END_TEST

/* Two words of each of 16 lines, in different halves. */
START_TEST(stores_go_in_halves)
{
    write_kernels(1, 1,
                  (const char *const[]){"ffffffff 0 STG.E 2 R2 R1 4 1 0x7f5000000000 64 0", NULL});
    ck_assert_int_eq(difference("totals.l2.access_writes", "sm.coalesce.writes=halves",
                                "sm.coalesce.writes=sectors"),
                     16 * (4 - 2));
}
END_TEST

/* 32 lanes at one place, and 32 side by side, which are four sectors. */
START_TEST(atomics_ask_by_sector_and_place)
{
    write_kernels(1, 1,
                  (const char *const[]){"ffffffff 0 RED.E.ADD 2 R1 R2 4 1 0x7f5000000000 0 0",
                                        "ffffffff 0 RED.E.ADD 2 R1 R2 4 1 0x7f5000001000 4 0",
                                        NULL});
    ck_assert_int_eq(
        difference("totals.l2.atomics", "sm.coalesce.atomics=sectors", "sm.coalesce.atomics=lines"),
        32 + 4 - 2);
    ck_assert_int_gt(difference(cycles, "sm.l1d.mshrs_uncached=1", "sm.l1d.mshrs_uncached=2048"),
                     0);
}
END_TEST

START_TEST(a_warp_waits_for_its_atomic)
{
    write_kernels(1, 1,
                  (const char *const[]){"ffffffff 0 RED.E.ADD 2 R1 R2 4 1 0x7f5000000000 0 0",
                                        "ffffffff 0 RED.E.ADD 2 R1 R2 4 1 0x7f5000000000 0 0",
                                        NULL});
    ck_assert_int_gt(difference(cycles, "sm.op.atomic.waits=yes", "sm.op.atomic.waits=no"), 100);
}
END_TEST

/* The first store misses, the load brings the line, the second store stays in it. */
START_TEST(local_memory_is_written_back)
{
    write_kernels(1, 1,
                  (const char *const[]){"ffffffff 0 STL 2 R1 R2 4 1 0x40 0 0",
                                        "ffffffff 1 R2 LDL 1 R1 4 1 0x40 0 0",
                                        "ffffffff 0 STL 2 R1 R2 4 1 0x40 0 0", NULL});
    ck_assert_int_eq(
        difference("totals.sm.writes_sent", "sm.l1d.write_local=same", "sm.l1d.write_local=back"),
        1);
}
END_TEST

/* No instruction is waited for. */
static uint64_t cycles_with_code(const char *set)
{
    g_autoptr(JsonNode) run = run_with_all((const char *const[]){set, "sm.l1i.size=0B", NULL});
    return result_number(run, cycles);
}

START_TEST(a_fence_may_wait_for_loads_alone)
{
    write_kernels(1, 1,
                  (const char *const[]){"ffffffff 0 STG.E 2 R1 R2 4 1 0x7f5000000000 4 0",
                                        "ffffffff 0 MEMBAR.SC.GPU 0 0 0",
                                        "ffffffff 1 R1 LDG.E 1 R2 4 1 0x7f5000001000 4 0",
                                        "ffffffff 1 R1 IADD 1 R1 0 0", NULL});
    ck_assert_uint_gt(cycles_with_code("sm.op.fence.waits=all"),
                      cycles_with_code("sm.op.fence.waits=loads") + 100);
    write_kernels(1, 1,
                  (const char *const[]){"ffffffff 1 R1 LDG.E 1 R2 4 1 0x7f5000000000 4 0",
                                        "ffffffff 0 MEMBAR.SC.GPU 0 0 0",
                                        "ffffffff 1 R1 LDG.E 1 R2 4 1 0x7f5000001000 4 0", NULL});
    ck_assert_uint_eq(cycles_with_code("sm.op.fence.waits=all"),
                      cycles_with_code("sm.op.fence.waits=loads"));
}
END_TEST

START_TEST(a_fence_may_empty_l1)
{
    write_kernels(1, 1,
                  (const char *const[]){"ffffffff 1 R1 LDG.E 1 R2 4 1 0x7f5000000000 4 0",
                                        "ffffffff 0 MEMBAR.SC.GPU 0 0 0",
                                        "ffffffff 1 R1 LDG.E 1 R2 4 1 0x7f5000000000 4 0", NULL});
    ck_assert_int_eq(difference("totals.sm.l1d_sector_misses", "sm.op.fence.invalidates=yes",
                                "sm.op.fence.invalidates=no"),
                     1);
}
END_TEST

/* A constant cache serves the lanes' words one after another; as operands they are there. */
START_TEST(loads_of_constants_may_be_operands)
{
    write_kernels(1, 1,
                  (const char *const[]){"ffffffff 1 R1 LDC 1 R2 4 1 0x200 4 0",
                                        "ffffffff 1 R2 LDC 1 R1 4 1 0x200 4 0", NULL});
    ck_assert_int_gt(difference(cycles, "sm.constant.traced=cache", "sm.constant.traced=operand"),
                     32);
    g_autoptr(JsonNode) operand = run_with("sm.constant.traced=operand");
    ck_assert_uint_eq(result_number(operand, "totals.sm.constant_accesses"), 0);
}
END_TEST

/* One misses, seven join it: the last one is answered seven cycles after the first. */
START_TEST(mshrs_answer_one_access_a_cycle)
{
#define LOAD_TO(register) "ffffffff 1 " register " LDG.E 1 R20 4 1 0x7f5000000000 4 0"
    write_kernels(1, 1,
                  (const char *const[]){LOAD_TO("R1"), LOAD_TO("R2"), LOAD_TO("R3"), LOAD_TO("R4"),
                                        LOAD_TO("R5"), LOAD_TO("R6"), LOAD_TO("R7"), LOAD_TO("R8"),
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
    write_kernels(1, 1,
                  (const char *const[]){"ffffffff 1 R4 LDL.128 1 R1 16 1 0x40 0 0",
                                        "ffffffff 1 R2 LDL.64 1 R1 8 1 0x48 0 0",
                                        "ffffffff 1 R1 LDL 1 R1 4 1 0x44 0 0", NULL});
    g_autoptr(JsonNode) words = run_with("sm.local.layout=words");
    ck_assert_uint_eq(result_number(words, "totals.sm.l1d_loads"), 4 + 2 + 1);
    ck_assert_uint_eq(result_number(words, "totals.sm.l1d_sector_misses"), 4);
}
END_TEST

/* One place for all lanes, in 16 and in 8 bytes; 16 bytes apart, every eighth lane meets in a bank.
 */
START_TEST(banks_may_see_first_words_alone)
{
    write_kernels(1, 1,
                  (const char *const[]){"ffffffff 1 R4 LDS.128 1 R1 16 1 0x40 0 0",
                                        "ffffffff 1 R4 LDS.64 1 R1 8 1 0x40 0 0",
                                        "ffffffff 1 R4 LDS.128 1 R1 16 1 0x40 16 0", NULL});
    g_autoptr(JsonNode) all = run_with("sm.shared.wide=all");
    g_autoptr(JsonNode) first = run_with("sm.shared.wide=first");
    ck_assert_uint_eq(result_number(all, "totals.sm.shared_conflict_cycles"), 3 + 1 + 3);
    ck_assert_uint_eq(result_number(first, "totals.sm.shared_conflict_cycles"), 0 + 0 + 3);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("trace_hardware");
    TCase *tests = tcase_create("trace_hardware");
    tcase_add_checked_fixture(tests, set_up, tear_down);
    tcase_add_test(tests, textures_have_a_latency_of_their_own);
    tcase_add_test(tests, fetches_have_a_wire_of_their_own);
    tcase_add_test(tests, fetches_may_ask_behind_a_branch);
    tcase_add_test(tests, warps_may_fetch_in_turn);
    tcase_add_test(tests, replies_for_one_line_may_mix);
    tcase_add_test(tests, what_passes_l1_by_has_a_wire_of_its_own);
    tcase_add_test(tests, kernels_find_each_others_lines);
    tcase_add_test(tests, an_instruction_cache_can_be_taken_away);
    tcase_add_test(tests, banks_may_see_first_words_alone);
    tcase_add_test(tests, few_lines_are_on_their_way);
    tcase_add_test(tests, short_blocks_do_not_wait_for_the_way);
    tcase_add_test(tests, lines_may_go_from_the_highest_down);
    tcase_add_test(tests, bytes_are_loaded_in_segments);
    tcase_add_test(tests, stores_go_in_halves);
    tcase_add_test(tests, atomics_ask_by_sector_and_place);
    tcase_add_test(tests, a_warp_waits_for_its_atomic);
    tcase_add_test(tests, local_memory_is_written_back);
    tcase_add_test(tests, a_fence_may_wait_for_loads_alone);
    tcase_add_test(tests, a_fence_may_empty_l1);
    tcase_add_test(tests, loads_of_constants_may_be_operands);
    tcase_add_test(tests, mshrs_answer_one_access_a_cycle);
    tcase_add_test(tests, wide_accesses_are_to_local_words);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
