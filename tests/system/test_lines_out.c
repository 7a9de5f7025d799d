/* SPDX-License-Identifier: BSD-3-Clause */
/* What blocks read is recorded in one run and used in others: block schedulers that work from it,
 * on a matrix product whose sharing is known. */
#include "tests/rigs/folder.h"
#include "tests/rigs/result.h"
#include <string.h>

static char *folder, *lines;

static GPtrArray *product_with(const char *policy)
{
    GPtrArray *command = command_for("workloads/examples/matmul/matmul.json");
    command_set_all(command, (const char *const[]){"scalars.n=64", "sm.count=3", NULL});
    command_add(command, "--policy");
    command_add(command, "block_scheduler=%s", policy);
    return command;
}

/* 16 blocks, of which those in a row read 32 lines of a each, and those in two neighbouring columns
 * 64 lines of b. */
static void set_up(void)
{
    folder = folder_new();
    lines = g_build_filename(folder, "lines", NULL);
    g_autoptr(GPtrArray) command = product_with("round_robin");
    command_add(command, "--lines-out");
    command_add(command, "%s", lines);
    g_autoptr(JsonNode) result = run_for_result(command, EXIT_DONE);
    ck_assert(!json_object_has_member(json_node_get_object(result), "policy"));
}

static void tear_down(void)
{
    g_free(lines);
    folder_remove(folder);
}

static uint64_t told(JsonNode *root, const char *name)
{
    g_autofree char *path = g_strdup_printf("policy.0.block_scheduler.%s", name);
    return result_number(root, path);
}

static void check_sharing(JsonNode *root)
{
    ck_assert_uint_eq(told(root, "source"), 2);
    ck_assert_uint_eq(told(root, "pairs"), 4 * 6 + 2 * 28 - 4 * 2);
    ck_assert_uint_eq(told(root, "sharing_blocks"), 16);
    ck_assert_uint_eq(told(root, "shared_lines"), 4 * 6 * 32 + 2 * 28 * 64);
    ck_assert_uint_ge(told(root, "shared_in_group"), told(root, "shared_together"));
    ck_assert_uint_eq(told(root, "thinned_lines"), 0);
    ck_assert_uint_eq(told(root, "matrix.1.0"), 32 + 64); /* blocks 1 and 0 */
    ck_assert_uint_eq(told(root, "matrix.4.0"), 64);
    ck_assert_uint_eq(told(root, "matrix.6.0"), 0);
}

static const char *const schedulers[] = {"mst_ts", "kway_ts", "rb_ts"};

START_TEST(recorded_lines_are_used)
{
    g_autofree char *set = g_strdup_printf("block_scheduler.lines=%s", lines);
    g_autoptr(GPtrArray) command = product_with(schedulers[_i]);
    command_set_all(command, (const char *const[]){set, NULL});
    g_autoptr(JsonNode) root = run_for_result(command, EXIT_DONE);
    ck_assert_uint_eq(result_number(root, "totals.sm.blocks"), 16);
    check_sharing(root);
    command_set_all(command, (const char *const[]){"engine.lookahead=1", NULL});
    g_autoptr(JsonNode) slow = run_for_result(command, EXIT_DONE);
    g_autofree char *expected = result_without_host(root), *actual = result_without_host(slow);
    assert_same_result(expected, actual, schedulers[_i]);
}
END_TEST

/* Without a file the front end tells, in the unit that is wanted. Of elements, 16 x 64 are shared
 * by each two blocks of a row, and of a column. */
START_TEST(units_of_sharing)
{
    g_autoptr(GPtrArray) command = product_with("mst_ts");
    g_autoptr(JsonNode) root = run_for_result(command, EXIT_DONE);
    ck_assert_uint_eq(told(root, "source"), 1);
    ck_assert_uint_eq(told(root, "pairs"), 4 * 6 + 2 * 28 - 4 * 2);
    command_set_all(command, (const char *const[]){"block_scheduler.unit=element", NULL});
    g_autoptr(JsonNode) fine = run_for_result(command, EXIT_DONE);
    ck_assert_uint_eq(told(fine, "pairs"), 2 * 4 * 6);
    ck_assert_uint_eq(told(fine, "shared_lines"), 2 * 4 * 6 * 16 * 64);
}
END_TEST

/* Blocks that share nothing go out as with round robin. */
START_TEST(nothing_to_keep_together)
{
    g_autofree char *text = NULL;
    ck_assert(g_file_get_contents(lines, &text, NULL, NULL));
    const char *rows = strstr(text, "\nblock 0");
    ck_assert_ptr_nonnull(rows);
    g_autofree char *path = folder_write(folder, "none", text, (size_t)(rows + 1 - text));
    g_autofree char *set = g_strdup_printf("block_scheduler.lines=%s", path);
    g_autoptr(GPtrArray) plain = product_with("round_robin");
    g_autoptr(JsonNode) expected = run_for_result(plain, EXIT_DONE);
    g_autoptr(GPtrArray) command = product_with(schedulers[_i]);
    command_set_all(command, (const char *const[]){set, NULL});
    g_autoptr(JsonNode) actual = run_for_result(command, EXIT_DONE);
    ck_assert_uint_eq(told(actual, "source"), 2);
    ck_assert_uint_eq(told(actual, "groups"), 16);
    ck_assert_uint_eq(result_number(actual, "elapsed_ps"), result_number(expected, "elapsed_ps"));
    ck_assert_uint_eq(result_number(actual, "totals.l2.accesses"),
                      result_number(expected, "totals.l2.accesses"));
}
END_TEST

/* Groups may come late. */
START_TEST(groups_take_their_time)
{
    g_autofree char *set = g_strdup_printf("block_scheduler.lines=%s", lines);
    g_autoptr(GPtrArray) command = product_with("rb_ts");
    command_set_all(command, (const char *const[]){set, NULL});
    g_autoptr(JsonNode) root = run_for_result(command, EXIT_DONE);
    command_set_all(command, (const char *const[]){"block_scheduler.setup_cycles=5000", NULL});
    g_autoptr(JsonNode) late = run_for_result(command, EXIT_DONE);
    uint64_t cycles = result_number(root, "totals.dispatcher.kernel_cycles");
    ck_assert_uint_eq(result_number(late, "totals.dispatcher.kernel_cycles"), cycles + 5000);
}
END_TEST

/* A block reads 96 lines, 12 KiB: one fits into 16 KiB, and four into 48 KiB; SMs hold 5. */
START_TEST(as_many_as_fit)
{
    static const struct {
        const char *size;
        unsigned most_warps;
    } cases[] = {{"block_scheduler.size=1000", 8},
                 {"block_scheduler.size=16384", 8},
                 {"block_scheduler.size=24576", 16},
                 {"block_scheduler.size=1000000", 40}};
    g_autofree char *set = g_strdup_printf("block_scheduler.lines=%s", lines);
    uint64_t last = UINT64_MAX;
    for (size_t i = 0; i < G_N_ELEMENTS(cases); i++) {
        g_autoptr(GPtrArray) command = product_with("cache_fit");
        command_set_all(command, (const char *const[]){set, cases[i].size, NULL});
        g_autoptr(JsonNode) root = run_for_result(command, EXIT_DONE);
        double warps = (double)result_number(root, "totals.sm.warp_cycles") /
                       (double)result_number(root, "totals.sm.active_cycles");
        ck_assert_double_le(warps, cases[i].most_warps);
        ck_assert_double_ge(warps, i == 3 ? 16 : 0.7 * cases[i].most_warps);
        if (i == 1) /* the same limit */
            ck_assert_uint_eq(result_number(root, "elapsed_cycles"), last);
        last = result_number(root, "elapsed_cycles");
    }
}
END_TEST

START_TEST(bad_lines_are_named)
{
    g_autofree char *path = folder_write(folder, "bad", "block lines 1\nblock\n", 20);
    g_autofree char *set = g_strdup_printf("block_scheduler.lines=%s", path);
    g_autoptr(GPtrArray) command = product_with("kway_ts");
    command_set_all(command, (const char *const[]){set, NULL});
    auto_outcome outcome;
    command_run(command, &outcome);
    ck_assert_int_eq(outcome.exit_code, EXIT_BAD_INPUT);
    ck_assert_msg(strstr(outcome.err, "bad:2: expected \"launch NUMBER") != NULL, "%s",
                  outcome.err);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("lines out");
    TCase *tests = tcase_create("runs");
    tcase_add_checked_fixture(tests, set_up, tear_down);
    tcase_add_loop_test(tests, recorded_lines_are_used, 0, G_N_ELEMENTS(schedulers));
    tcase_add_test(tests, units_of_sharing);
    tcase_add_loop_test(tests, nothing_to_keep_together, 0, G_N_ELEMENTS(schedulers));
    tcase_add_test(tests, groups_take_their_time);
    tcase_add_test(tests, as_many_as_fit);
    tcase_add_test(tests, bad_lines_are_named);
    tcase_set_timeout(tests, 60);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
