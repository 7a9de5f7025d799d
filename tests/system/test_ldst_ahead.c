/* SPDX-License-Identifier: BSD-3-Clause */
/* Loads of many lines that go through them at once (sm_ldst_ahead.c): a small trace, written here,
 * gives the same statistics where windows of a cycle never let them. */
#include "tests/rigs/command.h"
#include "tests/rigs/folder.h"
#include "tests/rigs/result.h"
#include <inttypes.h>

enum { WARPS = 2, TURNS = 8 };

static char *folder;

static void set_up(void)
{
    folder = folder_new();
}

static void tear_down(void)
{
    folder_remove(folder);
}

static void add_load(GString *text, unsigned pc, unsigned result, const char *op, unsigned bytes,
                     uint64_t address)
{
    g_string_append_printf(text, "%04x ffffffff 1 R%u LDG.E%s 1 R2 %u 1 0x%" PRIx64 " 128 0\n", pc,
                           result, op, bytes, address);
}

/* A block whose warps each walk rows of 128 bytes, a lane a row, by words and by double words: most
 * loads want 32 lines that have come with those before them, and the queue behind them is full. */
static void write_rows(void)
{
    g_autoptr(GString) text = g_string_new(NULL);
    g_string_append_printf(text,
                           "-kernel name = rows\n-kernel id = 1\n-grid dim = (1,1,1)\n"
                           "-block dim = (%u,1,1)\n-shmem = 0\n-nregs = 40\n-binary version = 70\n"
                           "-cuda stream id = 0\n-accelsim tracer version = 5\n#traces format\n"
                           "#BEGIN_TB\nthread block = 0,0,0\n",
                           WARPS * 32);
    for (unsigned w = 0; w < WARPS; w++) {
        g_string_append_printf(text, "warp = %u\ninsts = %u\n", w, 2 * TURNS + 1);
        for (unsigned i = 0; i < TURNS; i++) {
            const uint64_t row = UINT64_C(0x7f5000000000) + w * 32 * 128;
            add_load(text, 0x10, 10, "", 4, row + i * 4);
            add_load(text, 0x20, 14, ".64", 8, row + (1 << 30) + i * 8);
        }
        g_string_append(text, "0030 ffffffff 0 EXIT 0 0 0\n");
    }
    g_string_append(text, "#END_TB\n");
    g_free(folder_write(folder, "kernel-1.traceg", text->str, text->len));
    g_free(folder_write(folder, "kernelslist.g", "kernel-1.traceg\n", 16));
}

/* What counts places of a pipeline before L1D's tags, and those without; lines and sectors; banks.
 */
static const struct {
    const char *platform, *sets[3];
} machines[] = {
    {"platforms/calibration/accelsim-qv100.xml", {NULL}},
    {"platforms/calibration/accelsim-qv100.xml", {"sm.ldst.queue=2", "sm.ldst.pipeline=20"}},
    {"platforms/calibration/accelsim-gtx480.xml", {"sm.ldst.pipeline=0"}},
    {"platforms/volta-titanv.xml", {"sm.l1d.banks=2"}},
    {"platforms/fermi-gtx480.xml", {"sm.l1d.banks=2", "sm.ldst.pipeline=20"}},
};

START_TEST(statistics_are_those_of_a_cycle_at_a_time)
{
    write_rows();
    g_autofree char *path = g_build_filename(folder, "kernelslist.g", NULL);
    char *results[2];
    for (unsigned narrow = 0; narrow < 2; narrow++) {
        g_autoptr(GPtrArray) command = command_new();
        g_ptr_array_add(command, source_path(machines[_i].platform));
        command_add(command, "%s", path);
        command_set_all(command, (const char *const[]){"sm.count=1", NULL});
        command_set_all(command,
                        (const char *const[]){machines[_i].sets[0], machines[_i].sets[1], NULL});
        if (narrow)
            command_set_all(command, (const char *const[]){"engine.lookahead=1", NULL});
        g_autoptr(JsonNode) result = run_for_result(command, EXIT_DONE);
        ck_assert_uint_gt(result_number(result, "totals.sm.l1d_sector_hits"), 0);
        results[narrow] = result_without_host(result);
    }
    assert_same_result(results[0], results[1], machines[_i].platform);
    g_free(results[0]);
    g_free(results[1]);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("ldst_ahead");
    TCase *tests = tcase_create("ldst_ahead");
    tcase_add_checked_fixture(tests, set_up, tear_down);
    tcase_add_loop_test(tests, statistics_are_those_of_a_cycle_at_a_time, 0,
                        G_N_ELEMENTS(machines));
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
