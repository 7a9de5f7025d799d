/* SPDX-License-Identifier: BSD-3-Clause */
/* How programs end: each end has its exit code and message, there are statistics, and no process is
 * left behind. */
#include "tests/programs/background.h"
#include <signal.h>
#include <string.h>
#include <sys/resource.h>

/* ---- ends of the program's own -------------------------------------------------------------- */

struct ending {
    const char *words;
    int exit_code;
    const char *complaint; /* NULL: standard error is empty */
    const char *end;       /* in the result */
    unsigned kernels;      /* that have ended */
};

static const struct ending endings[] = {
    {"exit_code 0", EXIT_DONE, NULL, "done", 1},
    {"exit_code 1", EXIT_CHECK_FAILED, "/endings exited with code 1\n", "done", 1},
    {"exit_code 200", EXIT_CHECK_FAILED, "/endings exited with code 200\n", "done", 1},
    {"quick_exit 0", EXIT_DONE, NULL, "done", 1},
    {"quick_exit 3", EXIT_CHECK_FAILED, "/endings exited with code 3\n", "done", 1},
    {"by_signal 6", EXIT_CHECK_FAILED, "/endings was ended by signal 6 (Aborted)\n", "aborted", 1},
    {"by_signal 9", EXIT_CHECK_FAILED, "/endings was ended by signal 9 (Killed)\n", "aborted", 1},
    {"segfault", EXIT_CHECK_FAILED, "/endings was ended by signal 11 (Segmentation fault)\n",
     "aborted", 1},
    {"no_synchronisation", EXIT_DONE,
     "/endings ended without waiting for 2 unfinished commands, which run to the end\n", "done", 2},
    {"in_a_copy", EXIT_DONE,
     "/endings ended without waiting for 1 unfinished command, which runs to the end\n", "done", 0},
    {"no_gpu 0", EXIT_DONE, "/endings made no CUDA call, so nothing was simulated", "done", 0},
    {"no_gpu 4", EXIT_CHECK_FAILED, "/endings exited with code 4\n", "done", 0},
    {"closed_output", EXIT_DONE, NULL, "done", 2},
    {"closed_everything", EXIT_DONE, NULL, "done", 1},
    {"forked", EXIT_DONE, NULL, "done", 2},
};

static void assert_statistics(const struct run *run, const char *end)
{
    ck_assert_msg(run->result != NULL, "no result; %s", run->err);
    ck_assert_str_eq(result_text(run->result, "end"), end);
    ck_assert(result_flag(run->result, "complete") == (strcmp(end, "done") == 0));
    assert_slots_are_accounted(run->result);
}

static unsigned kernels_ended(const struct run *run)
{
    unsigned ended = 0;
    for (unsigned i = 0; i < result_length(run->result, "kernels"); i++) {
        g_autofree char *path = g_strdup_printf("kernels.%u.complete", i);
        ended += result_flag(run->result, path);
    }
    return ended;
}

static void check_ending(const struct ending *row)
{
    g_autofree char *words = g_strdup_printf("endings %s", row->words);
    auto_run run;
    run_program(&run, NULL, words);
    ck_assert_msg(run.exit_code == row->exit_code, "exit code %d: %s", run.exit_code, run.err);
    if (row->complaint)
        assert_complains(&run, row->complaint);
    else
        ck_assert_str_eq(run.err, "");
    assert_statistics(&run, row->end);
    ck_assert_uint_eq(kernels_ended(&run), row->kernels);
    bool aborted = strcmp(row->end, "aborted") == 0;
    const char *summary =
        aborted ? "INCOMPLETE    a program was killed; statistics so far\n" : "program       ";
    ck_assert_msg(strstr(run.out, summary) != NULL, "%s", run.out);
    ck_assert(g_utf8_validate(run.out, -1, NULL));
}

START_TEST(an_end_has_its_code_and_message)
{
    check_ending(&endings[_i]);
}
END_TEST

/* What had happened by the time of the end does not depend on the lookahead. */
START_TEST(a_kill_is_at_an_exact_time)
{
    auto_run all, one;
    run_program(&all, NULL, "endings by_signal 9");
    run_program(&one, "--set engine.lookahead=1", "endings by_signal 9");
    g_autofree char *a = result_without_host(all.result), *b = result_without_host(one.result);
    assert_same_result(a, b, "lookahead 1");
}
END_TEST

START_TEST(output_before_a_kill_is_there)
{
    auto_run run;
    run_program(&run, NULL, "endings by_signal 9");
    assert_line(&run, "written");
}
END_TEST

START_TEST(a_copy_left_under_way_is_carried_out)
{
    auto_run run;
    run_program(&run, NULL, "endings in_a_copy");
    ck_assert_uint_eq(result_number(run.result, "totals.host_commands.bytes_to_device"), 1000000);
    /* at least the bytes' time */
    ck_assert_uint_gt(result_number(run.result, "elapsed_ps"), 149253731);
}
END_TEST

/* ---- programs that can't be started -------------------------------------------------------------
 */

START_TEST(a_program_that_is_not_there_is_named)
{
    auto_run run;
    run_program(&run, NULL, "none 1 2");
    ck_assert_int_eq(run.exit_code, EXIT_BAD_INPUT);
    assert_complains(&run, "/none: can't be started: ");
    assert_complains(&run, "No such file or directory");
    ck_assert_str_eq(run.out, "");
    ck_assert_ptr_null(run.result);
}
END_TEST

/* ---- limits -----------------------------------------------------------------------------------
 */

START_TEST(a_runaway_kernel_is_stopped_by_the_limit)
{
    auto_run run;
    run_program(&run, "--max-cycles 50000", "endings endless_kernel");
    ck_assert_int_eq(run.exit_code, EXIT_LIMIT);
    assert_statistics(&run, "limit");
    ck_assert_uint_eq(result_number(run.result, "elapsed_cycles"), 50000);
    ck_assert(!result_flag(run.result, "kernels.0.complete"));
    ck_assert_uint_gt(result_number(run.result, "totals.sm.warp_instructions"), 100);
}
END_TEST

/* Memory that programs share is a file, and a machine may limit files (ulimit -f). */
static void limit_files(rlim_t bytes)
{
    const struct rlimit limit = {bytes, bytes};
    ck_assert_int_eq(setrlimit(RLIMIT_FSIZE, &limit), 0);
}

START_TEST(a_limit_on_files_leaves_less_memory)
{
    auto_run free, limited, nothing;
    run_well(&free, NULL, "endings exit_code 0");
    limit_files(512 << 20);
    run_program(&limited, NULL, "endings exit_code 0");
    ck_assert_msg(limited.exit_code == EXIT_DONE, "%s", limited.err);
    assert_complains(&limited, "(ulimit -f) leaves 512 MiB of a file, so the GPU has 512 MiB of "
                               "memory instead of 1536 MiB");
    ck_assert_uint_eq(result_number(limited.result, "elapsed_ps"),
                      result_number(free.result, "elapsed_ps"));
    limit_files(512 << 10);
    run_program(&nothing, NULL, "endings exit_code 0");
    ck_assert_int_eq(nothing.exit_code, EXIT_BAD_INPUT);
    assert_complains(&nothing, "for the device memory: File too large");
}
END_TEST

/* ---- Ctrl-C -------------------------------------------------------------------------------------
 */

static const struct {
    const char *words, *option;
    int signal;
} interrupted[] = {{"compute", NULL, SIGINT},         {"stubborn", NULL, SIGINT},
                   {"endless_kernel", NULL, SIGINT},  {"endless_kernel", "--functional", SIGINT},
                   {"endless_kernel", NULL, SIGTERM}, {"endless_kernel", "--functional", SIGHUP},
                   {"compute", NULL, SIGTERM}};

START_TEST(an_interrupt_ends_program_and_simulation)
{
    struct background background;
    auto_run run;
    g_autofree char *words = g_strdup_printf("endings %s", interrupted[_i].words);
    background_start(&background, interrupted[_i].option, words);
    g_usleep(200000); /* into the kernel, where there is one */
    ck_assert_int_eq(kill(background.program, 0), 0);
    ck_assert_int_eq(kill(background.simgpu, interrupted[_i].signal), 0);
    background_end(&background, 50, &run);
    ck_assert_int_eq(run.exit_code, EXIT_INTERRUPTED);
    ck_assert_int_eq(kill(background.program, 0), -1); /* simgpu has waited for it */
    ck_assert_str_eq(result_text(run.result, "end"), "interrupted");
    assert_slots_are_accounted(run.result);
}
END_TEST

/* A simgpu that is killed takes its program along. */
START_TEST(a_killed_simulator_leaves_no_program)
{
    struct background background;
    auto_run run;
    background_start(&background, NULL, "endings stubborn");
    g_autofree char *stat = g_strdup_printf("/proc/%d/stat", (int)background.program);
    ck_assert_int_eq(kill(background.simgpu, SIGKILL), 0);
    background_end(&background, 50, &run);
    for (;;) { /* gone, or dead and not yet reaped by whoever inherited it */
        g_autofree char *text = NULL;
        if (!g_file_get_contents(stat, &text, NULL, NULL) || strstr(text, ") Z ") != NULL)
            break;
        g_usleep(10000);
    }
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("ends of programs");
    TCase *tests = tcase_create("all");
    tcase_set_timeout(tests, 60);
    tcase_add_loop_test(tests, an_end_has_its_code_and_message, 0, (int)G_N_ELEMENTS(endings));
    tcase_add_test(tests, a_kill_is_at_an_exact_time);
    tcase_add_test(tests, output_before_a_kill_is_there);
    tcase_add_test(tests, a_copy_left_under_way_is_carried_out);
    tcase_add_test(tests, a_program_that_is_not_there_is_named);
    tcase_add_test(tests, a_runaway_kernel_is_stopped_by_the_limit);
    tcase_add_test(tests, a_limit_on_files_leaves_less_memory);
    tcase_add_loop_test(tests, an_interrupt_ends_program_and_simulation, 0,
                        (int)G_N_ELEMENTS(interrupted));
    tcase_add_test(tests, a_killed_simulator_leaves_no_program);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
