/* SPDX-License-Identifier: BSD-3-Clause */
/* --profile-out and --profile-in, as a user sees them: one run learns, another one knows. */
#include "tests/rigs/folder.h"
#include "tests/rigs/result.h"
#include <string.h>

/* Sparse matrix times vector on two SMs with a small L1. */
static GPtrArray *run_of(const char *scheduler, const char *seed)
{
    const char *const sets[] = {
        "scalars.rows=1024", "scalars.edges=8192", "sm.count=2", "sm.l1d.size=8KiB", seed, NULL};
    GPtrArray *command = command_for("workloads/examples/spmv/spmv.json");
    command_set_all(command, sets);
    command_add(command, "--scheduler");
    command_add(command, "%s", scheduler);
    return command;
}

static void add_profile(GPtrArray *command, const char *option, const char *folder)
{
    command_add(command, "%s", option);
    command_add(command, "%s/profile", folder);
}

/* Learns from one matrix; the other one is then throttled from the start. */
START_TEST(a_profile_is_of_use_to_another_run)
{
    char *folder = folder_new();
    g_autofree char *path = g_build_filename(folder, "profile", NULL), *text = NULL;
    g_autoptr(GPtrArray) learn = run_of("daws", "scalars.block=64");
    add_profile(learn, "--profile-out", folder);
    g_autoptr(JsonNode) learned = run_for_result(learn, EXIT_DONE);
    ck_assert_uint_gt(result_number(learned, "totals.sm.slots_policy"), 0);
    ck_assert(g_file_get_contents(path, &text, NULL, NULL));
    ck_assert_msg(g_str_has_prefix(text, "daws profile 1\nkernel spmv\nloop "), "%s", text);
    ck_assert_ptr_nonnull(strstr(text, "\nload "));

    g_autoptr(GPtrArray) know = run_of("daws_profiled", "scalars.block=128");
    g_autoptr(JsonNode) ignorant = run_for_result(know, EXIT_DONE);
    ck_assert_uint_eq(result_number(ignorant, "totals.sm.slots_policy"), 0);
    add_profile(know, "--profile-in", folder);
    g_autoptr(JsonNode) known = run_for_result(know, EXIT_DONE);
    ck_assert_uint_gt(result_number(known, "totals.sm.slots_policy"), 0);
    ck_assert_uint_eq(result_number(known, "totals.sm.warp_instructions"),
                      result_number(ignorant, "totals.sm.warp_instructions"));
    folder_remove(folder);
}
END_TEST

static void expect_error(GPtrArray *command, const char *message)
{
    auto_outcome outcome;
    command_run(command, &outcome);
    ck_assert_int_eq(outcome.exit_code, EXIT_BAD_INPUT);
    ck_assert_msg(strstr(outcome.err, message) != NULL, "no \"%s\" in: %s", message, outcome.err);
}

START_TEST(errors)
{
    char *folder = folder_new();
    g_autoptr(GPtrArray) gto_in = run_of("gto", "scalars.block=64");
    add_profile(gto_in, "--profile-in", folder);
    expect_error(
        gto_in,
        "profile: none of the run's policies reads a profile: criticality predictor none, warp "
        "scheduler gto, ");
    g_autoptr(GPtrArray) gto_out = run_of("gto", "scalars.block=64");
    add_profile(gto_out, "--profile-out", folder);
    expect_error(
        gto_out,
        "profile: none of the run's policies writes a profile: criticality predictor none, warp "
        "scheduler gto, ");
    g_autoptr(GPtrArray) reader = run_of("daws_profiled", "scalars.block=64");
    add_profile(reader, "--profile-in", folder);
    expect_error(reader, "No such file or directory");
    static const char text[] = "daws profile 1\n\nkernel spmv\nloop 1\n";
    g_free(folder_write(folder, "profile", text, strlen(text)));
    expect_error(reader, "profile:4: expected \"loop BEGIN FIRST LAST locality COUNTER\"");
    g_free(folder_write(folder, "profile", "daws profile 1\n\0", 16));
    expect_error(reader, "profile: expected text, found a byte of 0");
    g_autoptr(GPtrArray) writer = run_of("daws", "scalars.block=64");
    command_add(writer, "--profile-out");
    command_add(writer, "%s/none/profile", folder);
    expect_error(writer, "No such file or directory");
    folder_remove(folder);
}
END_TEST

/* A trace's loops are found while it runs. */
START_TEST(traces_have_loops_too)
{
    char *folder = folder_new();
    g_autoptr(GPtrArray) write = run_of("daws", "scalars.block=64");
    command_add(write, "--export-trace");
    command_add(write, "%s/trace", folder);
    g_autoptr(JsonNode) written = run_for_result(write, EXIT_DONE);
    (void)written;
    g_autofree char *list = g_build_filename(folder, "trace", "kernelslist.g", NULL);
    g_autoptr(GPtrArray) read = command_for(list);
    command_set_all(read, (const char *const[]){"sm.count=2", "sm.l1d.size=8KiB", NULL});
    command_add(read, "--scheduler");
    command_add(read, "daws");
    add_profile(read, "--profile-out", folder);
    g_autoptr(JsonNode) result = run_for_result(read, EXIT_DONE);
    ck_assert_uint_gt(result_number(result, "totals.sm.slots_policy"), 0);
    folder_remove(folder);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("profiles");
    TCase *tests = tcase_create("command");
    tcase_set_timeout(tests, 200);
    tcase_add_test(tests, a_profile_is_of_use_to_another_run);
    tcase_add_test(tests, errors);
    tcase_add_test(tests, traces_have_loops_too);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
