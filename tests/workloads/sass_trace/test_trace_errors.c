/* SPDX-License-Identifier: BSD-3-Clause */
/* What is wrong with a trace is said with file, line, what was expected and what was found. */
#include "tests/workloads/sass_trace/trace_maker.h"
#include "tests/workloads/sass_trace/trace_player.h"

#include <check.h>
#include <glib/gstdio.h>

#define HEADER                                                                                     \
    "-kernel name = k\n-kernel id = 1\n-grid dim = (2,1,1)\n-block dim = (48,1,1)\n-shmem = 0\n"   \
    "-nregs = 16\n-binary version = 70\n-cuda stream id = 0\n-accelsim tracer version = 5\n"       \
    "#traces format\n"
/* Lines 11 to 21, and 22 to 32. */
#define BLOCK(x)                                                                                   \
    "#BEGIN_TB\nthread block = " x ",0,0\nwarp = 0\ninsts = 2\n0000 ffffffff 1 R1 FADD 1 R2 0 0\n" \
    "0010 ffffffff 0 EXIT 0 0 0\nwarp = 1\ninsts = 2\n0000 0000ffff 1 R1 FADD 1 R2 0 0\n"          \
    "0010 0000ffff 0 EXIT 0 0 0\n#END_TB\n"
/* With another line in place of the first instruction of block 0, line 15. */
#define FIRST(line)                                                                                \
    HEADER "#BEGIN_TB\nthread block = 0,0,0\nwarp = 0\ninsts = 2\n" line "\n0010 ffffffff 0 EXIT " \
           "0 0 0\n" SECOND_WARP BLOCK("1")
#define SECOND_WARP                                                                                \
    "warp = 1\ninsts = 2\n0000 0000ffff 1 R1 FADD 1 R2 0 0\n0010 0000ffff 0 EXIT 0 0 0\n#END_TB\n"
/* The two warps of block 0, from line 13 on. */
#define WARPS(lines) HEADER "#BEGIN_TB\nthread block = 0,0,0\n" lines "#END_TB\n" BLOCK("1")
#define FADD_1       "warp = 1\ninsts = 1\n0010 0000ffff 0 EXIT 0 0 0\n"

static const struct {
    const char *text, *error; /* NULL: there is none */
} cases[] = {
    {HEADER BLOCK("0") BLOCK("1"), NULL},
    {HEADER BLOCK("0") "#BEGIN_TB\nthread block = 1,0,0\nwarp = 0\ninsts = 1\n"
                       "0010 ffffffff 0 EXIT 0 0 0\n" FADD_1,
     NULL}, /* made by hand, without its end */
    {HEADER BLOCK("0") "#BEGIN_TB\nthread block = 1,0,0\nwarp = 0\ninsts = 1\n"
                       "0010 ffffffff 0 EXIT 0 0 0\n",
     ":27: expected \"warp = ...\" or \"#END_TB\", found the end of the file: it is truncated"},
    /* Header. */
    {"-kernel name = k\n-grid dim = (1,1)\n", ":2: -grid dim: expected (x,y,z)"},
    {"-grid dim = (0,1,1)\n", ":1: -grid dim: expected (x,y,z), each at least 1"},
    {"-nregs = many\n", ":1: -nregs: expected a number, found \"many\""},
    {"-enable lineinfo = 2\n", ":1: -enable lineinfo: expected 0 or 1, found \"2\""},
    {"-shmem base_addr = here\n", ":1: -shmem base_addr: expected a hexadecimal address"},
    {"-nonsense\n", ":1: expected -name = value, found \"-nonsense\""},
    {"nonsense\n", ":1: expected a header line \"-name = value\" or \"#...\" at its end, found "
                   "\"nonsense\""},
    {"-kernel name = k\n", ":2: expected a line \"#...\" at the end of the header, found the end "
                           "of the file"},
    {"-kernel name = k\n#\n", ":2: expected a line -grid dim = ... before this one"},
    {"-kernel name = k\n-grid dim = (1,1,1)\n-block dim = (2048,1,1)\n-shmem = 0\n-nregs = 1\n"
     "-binary version = 70\n#\n",
     "-block dim: expected at most 1024 threads, found (2048,1,1)"},
    {"-kernel name = k\n-grid dim = (1,1,1)\n-block dim = (1,1,1)\n-shmem = 0\n-nregs = 1\n"
     "-binary version = 70\n-accelsim tracer version = 7\n#\n",
     "-accelsim tracer version: expected at most 6, found 7"},
    /* Blocks. */
    {HEADER, ":11: expected 2 thread blocks, because the grid is (2,1,1); found the end of the "
             "file after 0"},
    {HEADER BLOCK("0"), ":22: expected 2 thread blocks"},
    {HEADER BLOCK("0") BLOCK("2"), ":23: expected a thread block in the grid of (2,1,1), found "
                                   "(2,0,0)"},
    {HEADER BLOCK("0") BLOCK("0"), ":33: expected each thread block once, but block (0,0,0)"},
    {HEADER BLOCK("0") BLOCK("1") BLOCK("1"), ":33: expected the end of the file after 2 thread "
                                              "blocks, found \"#BEGIN_TB\""},
    {HEADER "thread block = 0,0,0\n",
     ":11: expected \"#BEGIN_TB\", found \"thread block = 0,0,0\""},
    {HEADER "#BEGIN_TB\nblock = 0\n",
     ":12: expected \"thread block = x,y,z\", found \"block = 0\""},
    {HEADER "#BEGIN_TB\nthread block = 0,0,0\nwarp : 0\n", ":13: expected \"warp = <number>\", "
                                                           "found \"warp : 0\""},
    /* Warps. */
    {WARPS("warp = 0\ninsts = 1\n0010 ffffffff 0 EXIT 0 0 0\n"),
     ":16: expected 2 warps in block (0,0,0), since it has 48 threads; found 1"},
    {WARPS("warp = 2\ninsts = 1\n0010 ffffffff 0 EXIT 0 0 0\n"),
     ":13: expected each of warps 0 to 1 of the block once, found warp 2"},
    {WARPS("warp = 0\ninsts = 1\n0010 ffffffff 0 EXIT 0 0 0\nwarp = 0\n"),
     ":16: expected each of warps 0 to 1 of the block once, found warp 0 again"},
    {WARPS("warp = 0\ninsts = 0\n"),
     ":14: expected at least one instruction in warp 0, found none"},
    {WARPS("warp = 0\ninsts = 3\n0010 ffffffff 0 EXIT 0 0 0\n" FADD_1),
     ":16: expected 3 instructions of warp 0, found 1"},
    {WARPS("warp = 0\ninsts = 1\n0000 ffffffff 0 NOP 0 0 0\n0010 ffffffff 0 EXIT 0 0 0\n" FADD_1),
     ":15: expected an EXIT of all lanes of warp 0, found that lanes ffffffff never exit"},
    {WARPS("warp = 0\ninsts = 1\n0010 fffffff0 0 EXIT 0 0 0\n" FADD_1),
     ":15: expected an EXIT of all lanes of warp 0, found that lanes 0000000f never exit"},
    {WARPS("warp = 0\ninsts = 1\n0010 ffffffff 0 EXIT 0 0 0\nwarp = 1\ninsts = 1\n"
           "0010 0001ffff 0 EXIT 0 0 0\n"),
     ":18: expected a mask within the lanes 0000ffff of warp 1, found 0001ffff"},
    /* Lines. */
    {FIRST("00g0 ffffffff 1 R1 FADD 1 R2 0 0"), ":15: expected a pc, hexadecimal, found \"00g0\""},
    {FIRST("fffffff0 ffffffff 1 R1 FADD 1 R2 0 0"), ":15: expected a pc within the first"},
    {FIRST("0000 fffffff 1 R1 FADD 1 R2 0 0"), ":15: expected a mask of eight hexadecimal digits, "
                                               "found \"fffffff\""},
    {FIRST("0000 fffffffg 1 R1 FADD 1 R2 0 0"), ":15: expected a mask of eight hexadecimal digits, "
                                                "found \"fffffffg\""},
    {FIRST("0000 ffffffff x R1 FADD 1 R2 0 0"),
     ":15: expected the number of destination registers, "
     "found \"x\""},
    {FIRST("0000 ffffffff 2 R1 FADD 1 R2 0 0"), ":15: expected a register R0 to R255, found "
                                                "\"FADD\""},
    {FIRST("0000 ffffffff 1 R256 FADD 1 R2 0 0"), ":15: expected a register R0 to R255, found "
                                                  "\"R256\""},
    {FIRST("0000 ffffffff 0 7FADD 1 R2 0 0"), ":15: expected an opcode, found \"7FADD\""},
    {FIRST("0000 ffffffff 1 R1 FADD 2 R2 0 0"), ":15: expected a register R0 to R255, found \"0\""},
    {FIRST("0000 ffffffff 1 R1 FADD 1 R2"),
     ":15: expected the width of a memory access, or 0, found "
     "\"the end of the line\""},
    {FIRST("0000 ffffffff 1 R1 FADD 1 R2 0 0 0"),
     ":15: expected an immediate or the end of the line "
     "after width 0"},
    {FIRST("0000 ffffffff 1 R1 LDG 1 R2 4 3 0x1000 4 0"),
     ":15: expected an address mode, 0 (list), "
     "1 (base and stride) or 2 (base and "
     "deltas), found \"3\""},
    {FIRST("0000 ffffffff 1 R1 LDG 1 R2 4"), ":15: expected an address mode"},
    {FIRST("0000 ffffffff 1 R1 LDG 1 R2 4 1 here 4 0"),
     ":15: expected a hexadecimal address after the address mode"},
    {FIRST("0000 ffffffff 1 R1 LDG 1 R2 4 1 0x1000"), ":15: expected a decimal stride of 32 bits"},
    {FIRST("0000 ffffffff 1 R1 LDG 1 R2 4 1 0x1000 4 4 4"),
     ":15: expected base, stride and an immediate, found 2 words after the stride"},
    {FIRST("0000 0000000f 1 R1 LDG 1 R2 4 2 0x1000 4 4 4 4 0"),
     ":15: expected 3 deltas for the 4 active lanes of the mask and perhaps an immediate, found 5 "
     "words"},
    {FIRST("0000 0000000f 1 R1 LDG 1 R2 4 2 0x1000 4 4"),
     ":15: expected 3 deltas for the 4 active lanes of the mask and perhaps an immediate, found 2 "
     "words"},
    {FIRST("0000 00000003 1 R1 LDG 1 R2 4 0 0x1000 0"),
     ":15: expected 2 addresses for the 2 active lanes of the mask and perhaps an immediate, found "
     "2 words"},
    {FIRST("0000 00000003 1 R1 LDG 1 R2 4 0 0x1000 0x2000 0x3000 0"), ":15: expected 2 addresses"},
    /* Once lines have had an immediate, one that lacks is a delta too few. */
    {WARPS("warp = 0\ninsts = 3\n0000 ffffffff 1 R1 FADD 1 R2 0 0\n"
           "0010 0000000f 1 R1 LDG 1 R2 4 2 0x1000 4 4 0\n0020 ffffffff 0 EXIT 0 0 0\n"),
     ":16: expected 3 deltas for the 4 active lanes of the mask and an immediate, found 3 words"},
    /* Barriers. */
    {WARPS("warp = 0\ninsts = 2\n0000 ffffffff 0 BAR.SYNC 0 0 0\n0010 ffffffff 0 EXIT 0 0 "
           "0\n" FADD_1),
     ":20: expected all warps of block (0,0,0) to come to the barrier of line 15 (pc 0000, the "
     "block's barrier number 1), found that warp 1 never does and exits after it, at pc 0010"},
    {WARPS("warp = 0\ninsts = 2\n0020 ffffffff 0 BAR.SYNC 0 0 0\n0030 ffffffff 0 EXIT 0 0 "
           "0\n" FADD_1),
     NULL}, /* warp 1 has left before */
    {WARPS("warp = 0\ninsts = 3\n0000 0000ffff 0 BAR.SYNC 0 0 0\n0010 ffffffff 0 NOP 0 0 0\n"
           "0020 ffffffff 0 EXIT 0 0 0\n" FADD_1),
     ":16: expected lanes ffff0000 of warp 0 at the barrier of line 15, where lanes 0000ffff wait; "
     "found an instruction of lanes that wait"},
    /* The end. */
    {HEADER "#BEGIN_TB\nthread block = 0,0,0\nwarp = 0\ninsts = 2\n",
     ":15: expected an instruction, found the end of the file: it is truncated"},
    {HEADER "#BEGIN_TB\nthread block = 0,0,0\nwarp = 0\ninsts = 2\n0000 ffff",
     ":15: expected the end of the line, found the end of the file: it is truncated"},
};

static char *folder;

static void set_up(void)
{
    folder = trace_folder_new();
}

static void tear_down(void)
{
    trace_folder_remove(folder);
    g_free(folder);
}

START_TEST(error_of)
{
    g_autofree char *path = trace_file(folder, "kernel-1.traceg", cases[_i].text);
    g_autofree char *error = trace_player_error(path);
    g_autofree char *place = g_strdup_printf("%s:", path);
    if (cases[_i].error == NULL) {
        ck_assert_msg(error == NULL, "%s", error);
        return;
    }
    ck_assert_msg(error != NULL, "no error instead of %s", cases[_i].error);
    ck_assert_msg(g_str_has_prefix(error, place), "%s", error);
    ck_assert_msg(strstr(error, cases[_i].error) != NULL, "case %d: %s\nhas no %s", _i, error,
                  cases[_i].error);
}
END_TEST

/* A packed file that ends too early, and one that is something else. */
START_TEST(packed_files)
{
    static const char *const names[] = {"kernel-1.traceg.xz", "kernel-1.traceg.zst"};
    for (unsigned i = 0; i < G_N_ELEMENTS(names); i++) {
        g_autofree char *path = trace_file(folder, names[i], HEADER BLOCK("0") BLOCK("1"));
        g_autofree char *contents = NULL;
        gsize length;
        ck_assert(g_file_get_contents(path, &contents, &length, NULL));
        ck_assert(g_file_set_contents(path, contents, (gssize)length / 2, NULL));
        g_autofree char *error = trace_player_error(path);
        ck_assert_msg(error && strstr(error, "truncated"), "%s", error);
        ck_assert(g_file_set_contents(path, "-kernel name = k\n", -1, NULL));
        g_autofree char *other = trace_player_error(path);
        ck_assert_msg(other && strstr(other, "cannot be unpacked"), "%s", other);
    }
}
END_TEST

START_TEST(missing_file)
{
    g_autofree char *error = trace_player_error("/nonexistent/kernel-1.traceg");
    ck_assert_str_eq(error, "/nonexistent/kernel-1.traceg: cannot be opened: No such file or "
                            "directory");
}
END_TEST

/* Any prefix of a good trace is an error, not a crash, unless only the last block's end is missing;
 * so is one with a byte changed, or it is good. */
START_TEST(damaged_traces)
{
    static const char good[] = HEADER BLOCK("0") BLOCK("1");
    GRand *random = g_rand_new_with_seed(1);
    for (size_t length = 0; length < sizeof good - 1; length++) {
        g_autofree char *text = g_strndup(good, length);
        g_autofree char *path = trace_file(folder, "kernel-1.traceg", text);
        g_autofree char *error = trace_player_error(path);
        bool all_warps = strcmp(good + length, "#END_TB\n") == 0;
        ck_assert((error == NULL) == all_warps);
        g_autofree char *changed = g_strdup(good);
        changed[length] = (char)g_rand_int_range(random, 1, 127);
        g_autofree char *changed_path = trace_file(folder, "kernel-2.traceg", changed);
        g_free(trace_player_error(changed_path));
    }
    g_rand_free(random);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("trace errors");
    TCase *tests = tcase_create("errors");
    tcase_add_checked_fixture(tests, set_up, tear_down);
    tcase_add_loop_test(tests, error_of, 0, G_N_ELEMENTS(cases));
    tcase_add_test(tests, packed_files);
    tcase_add_test(tests, missing_file);
    tcase_add_test(tests, damaged_traces);
    suite_add_tcase(suite, tests);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed != 0;
}
