/* SPDX-License-Identifier: BSD-3-Clause */
/* Version 6 of the format: immediates and values behind lines, marks around spin loops, bulk
 * copies, clusters; and all versions side by side. */
#include "tests/workloads/sass_trace/trace_maker.h"
#include "tests/workloads/sass_trace/trace_player.h"
#include "workloads/tensor_form.h"

#include <check.h>

static char *folder;
static struct trace_player player;

static void set_up(void)
{
    folder = trace_folder_new();
}

static void tear_down(void)
{
    trace_folder_remove(folder);
    g_free(folder);
}

static const struct trace_shape hopper = {.version = 6, .binary_version = 90, .shared_bytes = 1024};

static void play(const struct trace_shape *shape, const char *lines)
{
    GError *error = NULL;
    g_autofree char *text = trace_one_warp(shape, lines);
    g_autofree char *path = trace_file(folder, "kernel-1.traceg", text);
    ck_assert_msg(trace_player_open(&player, path, &error), "%s", error ? error->message : "");
    trace_player_start(&player, 0, 0);
}

/* Issues the next line. */
static const struct instruction *expect(uint32_t pc, lane_mask active)
{
    ck_assert(trace_player_step(&player));
    ck_assert_uint_eq(player.pc, pc);
    ck_assert_uint_eq(player.issued.active, active);
    return trace_player_facts(&player);
}

static void expect_exit(uint32_t pc, lane_mask active)
{
    ck_assert(!trace_player_step(&player));
    ck_assert_uint_eq(player.pc, pc);
    ck_assert_uint_eq(player.issued.active, active);
    ck_assert_uint_eq(trace_player_facts(&player)->op_class, OP_EXIT);
    trace_player_close(&player);
}

#define SIXTEEN " 0x0 0x1 0x2 0x3 0x4 0x5 0x6 0x7 0x8 0x9 0xa 0xb 0xc 0xd 0xe 0xf"

/* Values come and go behind the same instruction; wide immediates; nothing waits for predicates and
 * uniform registers. */
START_TEST(immediates_and_values)
{
    play(&hopper, "0000 ffffffff 1 R6 FFMA 4 R4 UR5 P0 UP1 0 0 0 NoVal\n"
                  "0010 0000ffff 1 R6 IADD3 2 R4 R255 0 18446744073709551615 7 NoVal\n"
                  "0020 ffffffff 1 R6 MOV 1 R7 0 0 0 Val 1 0xdead 1 0xbeef\n"
                  "0020 ffffffff 1 R6 MOV 1 R7 0 0 0 Val 32" SIXTEEN SIXTEEN " 1 ffff\n"
                  "0030 ffffffff 0 DEPBAR.LE 0 0 2 0 NoVal\n"
                  "0020 ffffffff 1 R6 MOV 1 R7 0 0 0 Val 1 0x1 1 0x2 \n"
                  "0040 ffffffff 1 R6 MOV 1 R7 0 3 NoVal\n");
    const struct instruction *facts = expect(0, UINT32_MAX);
    ck_assert_uint_eq(facts->n_sources, 1);
    ck_assert_uint_eq(facts->registers[1], 5);
    ck_assert_uint_eq(expect(1, 0xffff)->op_class, OP_INT);
    expect(2, UINT32_MAX);
    expect(2, UINT32_MAX);
    ck_assert_uint_eq(expect(3, UINT32_MAX)->op_class, OP_FENCE);
    ck_assert_uint_eq(player.issued.async_groups, 2);
    expect(2, UINT32_MAX);
    expect(4, UINT32_MAX);
    expect_exit(0xff, UINT32_MAX);
}
END_TEST

static void expect_addresses(const uint64_t *expected, unsigned n)
{
    unsigned i = 0;
    for (lane_mask left = player.issued.active; left; left &= left - 1, i++)
        ck_assert_uint_eq(player.issued.address[__builtin_ctz(left)], expected[i]);
    ck_assert_uint_eq(i, n);
}

/* Of each form, twice with the same text and once with values. */
START_TEST(addresses)
{
    GString *lines = g_string_new(NULL);
    static const char *const forms[] = {"1 0x1000 64", "2 0x1000 64 64", "0 0x1000 0x1040 0x1080"};
    static const char *const ends[] = {"0 0 NoVal", "0 0 NoVal", "0 0 Val 1 0x1 1 0x2",
                                       "0 0 Val 1 0x3 1 0x4"};
    for (unsigned i = 0; i < G_N_ELEMENTS(forms); i++)
        for (unsigned j = 0; j < G_N_ELEMENTS(ends); j++)
            g_string_append_printf(lines, "00%x0 00000700 1 R4 LDG.E 1 R2 4 %s %s\n", i, forms[i],
                                   ends[j]);
    play(&hopper, lines->str);
    for (unsigned i = 0; i < G_N_ELEMENTS(forms) * G_N_ELEMENTS(ends); i++) {
        ck_assert_uint_eq(expect(i / (unsigned)G_N_ELEMENTS(ends), 0x700)->op_class, OP_LOAD);
        expect_addresses((const uint64_t[]){0x1000, 0x1040, 0x1080}, 3);
    }
    expect_exit(0xff, UINT32_MAX);
    g_string_free(lines, TRUE);
}
END_TEST

/* Both forms of what they move, with and without several receivers, and with lanes that don't. */
START_TEST(bulk_copies)
{
    play(&hopper, "0000 00000001 0 UTMALDG.2D 2 UR4 UR8 16 0x400 0 4096 0 4 0x7f0000000000 3 128 "
                  "-128 0 0 NoVal\n"
                  "0010 00000001 0 UBLKCP 1 UR4 1 0x408 1 0xf 2048 16 3 2 0x1000 0x1080 0 0 NoVal\n"
                  "0020 00000000 0 UTMASTG.2D 1 UR4 0 0x0 0 0 0 4 0x0 0 0 0 NoVal\n"
                  "0000 00000001 0 UTMALDG.2D 2 UR4 UR8 16 0x400 0 4096 0 3 0 0 0 Val 1 0x1 1 0x2\n"
                  "0030 ffffffff 1 R1 MOV 0 0 0 0 NoVal\n");
    expect(0, 1);
    expect(1, 1);
    expect(2, 0);
    expect(0, 1);
    ck_assert_uint_eq(player.issued.space, SPACE_NONE);
    expect(3, UINT32_MAX);
    expect_exit(0xff, UINT32_MAX);
    /* Before version 6 what stands before the mode isn't there. */
    play(&(const struct trace_shape){.version = 5, .binary_version = 90},
         "0000 00000001 0 UTMALDG.2D 0 16 4 0x1000 3 128 128 0\n"
         "0010 00000001 0 UBLKCP 0 16 3 2 0x1000 0x2000 0\n");
    expect(0, 1);
    expect(1, 1);
    expect_exit(0xff, UINT32_MAX);
}
END_TEST

static void expect_product(uint32_t pc, unsigned columns)
{
    const struct instruction *facts = expect(pc, UINT32_MAX);
    ck_assert_uint_eq(facts->op_class, OP_TENSOR);
    ck_assert_str_eq(tensor_form_name(facts->tensor_form), "hgmma.16.f32.bf16");
    ck_assert_uint_eq(facts->flags, INSTRUCTION_GROUP);
    ck_assert_uint_eq(facts->tensor_columns, columns);
}

static void expect_step(uint32_t pc, enum group_step step, unsigned allowed)
{
    const struct instruction *facts = expect(pc, UINT32_MAX);
    ck_assert_uint_eq(facts->op_class, OP_INT);
    ck_assert_uint_eq(facts->flags, INSTRUCTION_GROUP);
    ck_assert_uint_eq(facts->group_step, step);
    ck_assert_uint_eq(facts->group_allowed, allowed);
}

/* A column more, in this version only: a product ends a group. Before, each does. */
START_TEST(products_of_warp_groups)
{
    play(&hopper, "0000 ffffffff 0 WARPGROUP.ARRIVE 0 0 0 0 NoVal\n"
                  "0010 ffffffff 1 R24 HGMMA.64x128x16.F32.BF16 1 R24 0 0 0 0 NoVal\n"
                  "0020 ffffffff 1 R24 HGMMA.64x256x16.F32.BF16 1 R24 1 0 0 0 NoVal\n"
                  "0030 ffffffff 0 WARPGROUP.DEPBAR.LE 0 0 1 0 NoVal\n");
    expect_step(0, GROUP_FENCE, 0);
    expect_product(1, 16);
    expect_product(2, 32 | TENSOR_ENDS_GROUP);
    expect_step(3, GROUP_WAIT, 1);
    expect_exit(0xff, UINT32_MAX);
    play(&(const struct trace_shape){.version = 5, .binary_version = 90},
         "0000 ffffffff 1 R24 HGMMA.64x128x16.F32.BF16 1 R24 0 0\n"
         "0010 ffffffff 1 R24 HGMMA.64x8x16.F32.BF16.OPEN 1 R24 0 0\n"
         "0020 ffffffff 0 WARPGROUP.COMMIT 0 0 0\n");
    expect_product(0, 16 | TENSOR_ENDS_GROUP);
    expect_product(1, 1);
    expect_step(2, GROUP_COMMIT, 0);
    expect_exit(0xff, UINT32_MAX);
}
END_TEST

/* Marks take no time and no place: lines in between are run as often as they were traced. */
START_TEST(spin_loops)
{
    play(&hopper, "0000 ffffffff 1 R1 MOV 0 0 0 0 NoVal\n"
                  "0010 ffffffff 0 REPLAY_START 0 0 0 0 NoVal\n"
                  "0010 ffffffff 0 SYNCS.PHASECHK.TRANS64.TRYWAIT 2 UR4 R2 8 1 0x400 0 0 0 NoVal\n"
                  "0020 ffffffff 0 BRA 0 0 0 0 NoVal\n"
                  "0010 ffffffff 0 SYNCS.PHASECHK.TRANS64.TRYWAIT 2 UR4 R2 8 1 0x400 0 0 0 NoVal\n"
                  "0020 00000000 0 BRA 0 0 0 0 NoVal\n"
                  "0020 ffffffff 0 REPLAY_END 0 0 0 0 NoVal\n"
                  "0030 ffffffff 1 R1 MOV 0 0 0 0 NoVal\n");
    static const uint32_t pcs[] = {0, 1, 2, 1, 2, 3};
    ck_assert_uint_eq(trace_launch_block(player.trace, 0)->warps[0].count, 7);
    for (unsigned i = 0; i < G_N_ELEMENTS(pcs); i++)
        expect(pcs[i], i == 4 ? 0 : UINT32_MAX);
    expect_exit(0xff, UINT32_MAX);
}
END_TEST

/* A loop that never ends in the trace: an exit that is its last line is one of all lanes. */
START_TEST(exit_in_a_spin_loop)
{
    static const char text[] = "0000 ffffffff 0 REPLAY_START 0 0 0 0 NoVal\n"
                               "0000 ffffffff 1 R1 MOV 0 0 0 0 NoVal\n"
                               "0010 000000f0 0 EXIT 0 0 0 0 NoVal\n";
    GString *trace = g_string_new(NULL);
    GError *error = NULL;
    trace_header_append(trace, &hopper);
    trace_block_begin(trace, 0, 0, 0);
    trace_warp_append(trace, 0, text);
    trace_block_end(trace);
    g_autofree char *path = trace_file(folder, "kernel-1.traceg", trace->str);
    g_string_free(trace, TRUE);
    ck_assert_msg(trace_player_open(&player, path, &error), "%s", error ? error->message : "");
    trace_player_start(&player, 0, 0);
    expect(0, UINT32_MAX);
    expect_exit(1, UINT32_MAX);
}
END_TEST

/* The same kernel in each version is the same. */
START_TEST(versions_side_by_side)
{
    struct vecadd_shape shape = {.trace = {.grid = {3}, .block = {64}, .binary_version = 80},
                                 .rounds = 20,
                                 .bytes_apart = 1 << 20};
    static const char *const ends[] = {[3] = "", [4] = "", [5] = " 0", [6] = " 0 0 NoVal"};
    g_autofree char *expected = NULL;
    for (unsigned version = 3; version <= 6; version++) {
        shape.trace.version = version;
        shape.immediate = ends[version];
        g_autofree char *text = trace_vecadd(&shape);
        g_autofree char *path = trace_file(folder, "kernel-1.traceg", text);
        g_autofree char *transcript = trace_player_transcript(path);
        if (expected)
            ck_assert_str_eq(transcript, expected);
        else
            expected = g_steal_pointer(&transcript);
    }
}
END_TEST

/* Where a block lies in its cluster is passed over. */
START_TEST(clusters)
{
    GString *trace = g_string_new(NULL);
    trace_header_append(trace, &hopper);
    trace_block_begin(trace, 0, 0, 0);
    g_string_append(trace, "cluster id = 0,0,0\ncluster cta = 1,0,0\ncluster rank = 1\n");
    trace_warp_append(trace, 0, "0000 ffffffff 0 EXIT 0 0 0 0 NoVal\n");
    trace_block_end(trace);
    g_autofree char *path = trace_file(folder, "kernel-1.traceg", trace->str);
    g_string_free(trace, TRUE);
    g_autofree char *transcript = trace_player_transcript(path);
    ck_assert_str_eq(transcript, "0 ffffffff 0\n");
}
END_TEST

#define COPY "0000 00000001 0 UTMALDG 1 UR4 16 "

static const struct {
    const char *line, *error;
} bad_lines[] = {
    {"0000 ffffffff 1 R1 MOV 0 0 0 0 Maybe", "after width 0, which means no memory access, found"},
    {"0000 ffffffff 1 R1 MOV 0 0 1 2 3 NoVal", "after width 0, which means no memory access"},
    {"0000 ffffffff 1 R1 MOV 0 0 0 0 Val 1", "expected values of 1 registers behind Val"},
    {"0000 ffffffff 1 R1 MOV 0 0 0 0 Val 2 0x1 0x2", "each 1 and a value or 32"},
    {"0000 ffffffff 1 R1 MOV 0 0 0 0 Val 32" SIXTEEN, "each 1 and a value or 32"},
    {"0000 ffffffff 1 R1 MOV 0 0 0 0 Val 1 0x1 1 0x2", "expected values of 1 registers"},
    {"0000 ffffffff 1 Q1 MOV 0 0 0 0 NoVal", "expected a register R0 to R255, UR0, P0 or UP0"},
    {"0000 ffffffff 1 R1 LDG 1 R2 4 1 0x1000 4 0 0",
     "expected base, stride and immediates, then Val or NoVal, found 2 words after the stride"},
    {"0000 0000000f 1 R1 LDG 1 R2 4 2 0x1000 4 4 0 0 NoVal",
     "expected 3 deltas for the 4 active lanes of the mask and immediates, then Val or NoVal"},
    {"0000 ffffffff 1 R1 HGMMA 0 x 0 0 0 NoVal", "whether a group of products ends here"},
    {COPY "here 0 1 0 3 0 0 0 NoVal", "expected the mbarrier's address of a bulk copy"},
    {COPY "0x0 1 x 1 0 3 0 0 0 NoVal", "expected a mask of blocks of a bulk copy, found \"x\""},
    {COPY "0x0 0 x 0 3 0 0 0 NoVal", "expected the number of bytes of a bulk copy"},
    {COPY "0x0 0 1 0 1 0x0 0 0 NoVal", "expected the address mode 3 (count and list) or 4"},
    {COPY "0x0 0 1 0 3 3 0x1 0x2", "expected as many addresses as it says"},
    {COPY "0x0 0 1 0 4 0x1 3 8", "expected as many deltas as it says of a bulk copy, found \"the "
                                 "end of the line\""},
    {COPY "0x0 0 1 0 4 0x1 2 8 0 NoVal x", "expected immediates and the end of the line"},
};

START_TEST(errors)
{
    g_autofree char *lines =
        g_strconcat("0ff0 ffffffff 1 R1 MOV 0 0 0 0 NoVal\n", bad_lines[_i].line, "\n", NULL);
    g_autofree char *text = trace_one_warp(&hopper, lines);
    g_autofree char *path = trace_file(folder, "kernel-1.traceg", text);
    g_autofree char *error = trace_player_error(path);
    g_autofree char *place = g_strdup_printf("%s:24: ", path);
    ck_assert_msg(error && g_str_has_prefix(error, place), "%s", error);
    ck_assert_msg(strstr(error, bad_lines[_i].error) != NULL, "%s", error);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("trace version 6");
    TCase *tests = tcase_create("version 6");
    tcase_add_checked_fixture(tests, set_up, tear_down);
    tcase_add_test(tests, immediates_and_values);
    tcase_add_test(tests, addresses);
    tcase_add_test(tests, bulk_copies);
    tcase_add_test(tests, products_of_warp_groups);
    tcase_add_test(tests, spin_loops);
    tcase_add_test(tests, exit_in_a_spin_loop);
    tcase_add_test(tests, versions_side_by_side);
    tcase_add_test(tests, clusters);
    tcase_add_loop_test(tests, errors, 0, G_N_ELEMENTS(bad_lines));
    suite_add_tcase(suite, tests);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed != 0;
}
