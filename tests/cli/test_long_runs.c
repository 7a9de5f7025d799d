/* SPDX-License-Identifier: BSD-3-Clause */
/* Runs that take long: a limit of wall time, and progress by what a former run says. */
#include "tests/rigs/folder.h"
#include "tests/rigs/result.h"
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Blocks that take a few thousand cycles each, and far more of them than end in a second. They ask
 * which they are: else one would be computed for all. */
static const char loop_kernel[] = ".version 3.2\n"
                                  ".target sm_20\n"
                                  ".address_size 64\n"
                                  ".visible .entry loop()\n"
                                  "{\n"
                                  "    .reg .pred %more;\n"
                                  "    .reg .u32 %i;\n"
                                  "    mov.u32 %i, %ctaid.x;\n"
                                  "    and.b32 %i, %i, 1;\n"
                                  "    add.u32 %i, %i, 20;\n"
                                  "again:\n"
                                  "    sub.u32 %i, %i, 1;\n"
                                  "    setp.ne.u32 %more, %i, 0;\n"
                                  "    @%more bra again;\n"
                                  "    ret;\n"
                                  "}\n";

static const char loop_workload[] =
    "{\"name\": \"loop\", \"description\": \"blocks without end\", \"buffers\": {},\n"
    " \"modules\": {\"loop\": {\"ptx\": \"loop.ptx\"}}, \"scalars\": {\"blocks\": 1000000},\n"
    " \"steps\": [{\"launch\": {\"kernel\": \"loop\", \"grid\": [\"blocks\"], \"block\": [64],\n"
    "   \"args\": []}}]}\n";

static char *folder, *workload;

static void set_up(void)
{
    folder = folder_new();
    g_free(folder_write(folder, "loop.ptx", loop_kernel, strlen(loop_kernel)));
    workload = folder_write(folder, "loop.json", loop_workload, strlen(loop_workload));
}

static void tear_down(void)
{
    g_free(workload);
    folder_remove(folder);
}

/* The results so far, and what the launch would take. */
START_TEST(wall_time_ends_a_run_in_good_order)
{
    g_autoptr(GPtrArray) command = command_for(workload);
    command_add(command, "--max-wall");
    command_add(command, "0.02m");
    g_autoptr(JsonNode) result = run_for_result(command, EXIT_LIMIT);
    ck_assert_str_eq(result_text(result, "end"), "limit");
    ck_assert(!result_flag(result, "complete"));
    ck_assert_uint_gt(result_number(result, "totals.sm.warp_instructions"), 0);
    assert_slots_are_accounted(result);
    ck_assert_uint_eq(result_length(result, "unfinished"), 1);
    const double cycles = (double)result_number(result, "unfinished.0.cycles");
    const double ended = (double)result_number(result, "unfinished.0.ended_blocks");
    const double low = result_double(result, "unfinished.0.cycles_at_this_pace.0");
    const double high = result_double(result, "unfinished.0.cycles_at_this_pace.1");
    ck_assert_uint_eq(result_number(result, "unfinished.0.blocks"), 1000000);
    ck_assert_double_gt(ended, 0);
    ck_assert_double_eq_tol(high, cycles * 1e6 / ended, 1e-3 * high);
    ck_assert_double_lt(low, high);
    ck_assert_double_gt(low, cycles);
}
END_TEST

START_TEST(a_functional_launch_ends_too)
{
    g_autoptr(GPtrArray) command = command_for(workload);
    command_set_all(command, (const char *const[]){"scalars.blocks=1000000000", NULL});
    command_add(command, "--functional");
    command_add(command, "--max-wall");
    command_add(command, "1s");
    auto_outcome outcome;
    command_run(command, &outcome);
    ck_assert_int_eq(outcome.exit_code, EXIT_LIMIT);
    ck_assert_ptr_nonnull(strstr(outcome.out, "over after 1.0 s (--max-wall)"));
}
END_TEST

/* A run that is faster says nothing of the limit. */
START_TEST(a_limit_that_is_not_reached_changes_nothing)
{
    g_autoptr(GPtrArray) plain = command_for(workload);
    command_set_all(plain, (const char *const[]){"scalars.blocks=20", NULL});
    g_autoptr(JsonNode) without = run_for_result(plain, EXIT_DONE);
    command_add(plain, "--max-wall");
    command_add(plain, "1h");
    g_autoptr(JsonNode) with = run_for_result(plain, EXIT_DONE);
    g_autofree char *a = result_without_host(without), *b = result_without_host(with);
    assert_same_result(a, b, "a limit of an hour");
}
END_TEST

/* What the command writes on a terminal as its standard error. g_free. */
static char *on_terminal(const char *former)
{
    const int terminal = posix_openpt(O_RDWR | O_NOCTTY);
    ck_assert_int_ge(terminal, 0);
    ck_assert_int_eq(grantpt(terminal) | unlockpt(terminal), 0);
    g_autofree char *platform = source_path(FERMI);
    g_autofree char *script =
        g_strdup_printf("exec \"$0\" \"$@\" 2>%s >/dev/null", ptsname(terminal));
    char *argv[] = {"/bin/sh",
                    "-c",
                    script,
                    (char *)test_environment("SIMGPU_TEST_EXECUTABLE"),
                    platform,
                    workload,
                    "--max-wall",
                    "1.5",
                    "--progress-from",
                    (char *)former,
                    NULL};
    const int keeps = open(ptsname(terminal), O_RDWR | O_NOCTTY); /* or reading ends too early */
    ck_assert(g_spawn_sync(NULL, argv, NULL, 0, NULL, NULL, NULL, NULL, NULL, NULL));
    char *text = g_malloc0(1 << 16);
    fcntl(terminal, F_SETFL, O_NONBLOCK);
    ck_assert_int_gt(read(terminal, text, (1 << 16) - 1), 0);
    close(keeps);
    close(terminal);
    return text;
}

START_TEST(progress_is_by_a_former_runs_instructions)
{
    g_autofree char *former = g_build_filename(folder, "former.json", NULL);
    g_autoptr(GPtrArray) command = command_for(workload);
    command_set_all(command, (const char *const[]){"scalars.blocks=20000", NULL});
    command_add(command, "--functional");
    command_add(command, "--json");
    command_add(command, "%s", former);
    auto_outcome outcome;
    command_run(command, &outcome);
    ck_assert_int_eq(outcome.exit_code, EXIT_DONE);
    g_autofree char *text = on_terminal(former);
    ck_assert_msg(strstr(text, "% of the former run's instructions, ") != NULL, "%s", text);
    ck_assert_msg(strstr(text, " left") != NULL, "%s", text);
}
END_TEST

static const struct {
    const char *option, *value, *told;
    int code;
} wrong[] = {
    {"--max-wall", "0", "--max-wall wants a time such as", EXIT_USAGE},
    {"--max-wall", "-5s", "--max-wall wants a time such as", EXIT_USAGE},
    {"--max-wall", "5d", "--max-wall wants a time such as", EXIT_USAGE},
    {"--max-wall", "h", "--max-wall wants a time such as", EXIT_USAGE},
    {"--progress-from", "/dev/null", "expected a value, found the end of the file", EXIT_BAD_INPUT},
};

START_TEST(what_makes_no_sense_is_refused)
{
    g_autoptr(GPtrArray) command = command_for(workload);
    command_add(command, "%s", wrong[_i].option);
    command_add(command, "%s", wrong[_i].value);
    auto_outcome outcome;
    command_run(command, &outcome);
    ck_assert_int_eq(outcome.exit_code, wrong[_i].code);
    ck_assert_msg(strstr(outcome.err, wrong[_i].told) != NULL, "no \"%s\" in: %s", wrong[_i].told,
                  outcome.err);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("long_runs");
    TCase *tests = tcase_create("all");
    tcase_set_timeout(tests, 120);
    tcase_add_checked_fixture(tests, set_up, tear_down);
    tcase_add_test(tests, wall_time_ends_a_run_in_good_order);
    tcase_add_test(tests, a_functional_launch_ends_too);
    tcase_add_test(tests, a_limit_that_is_not_reached_changes_nothing);
    tcase_add_test(tests, progress_is_by_a_former_runs_instructions);
    tcase_add_loop_test(tests, what_makes_no_sense_is_refused, 0, (int)G_N_ELEMENTS(wrong));
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
