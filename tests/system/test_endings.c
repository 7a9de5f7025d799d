/* SPDX-License-Identifier: BSD-3-Clause */
/* How a run can end other than well: a limit, Ctrl-C, a deadlock, a wrong result. Each has its
 * exit code, and what there is by then is written and accounted exactly. */
#include "tests/rigs/folder.h"
#include "tests/rigs/result.h"
#include "tests/rigs/workloads.h"
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>

/* ---- limit -------------------------------------------------------------------------------- */

static const unsigned limits[] = {1, 3000, 78427, 79000, 80001};

/* The inputs' copies and the launch's latency take 78,427 cycles, where the kernel begins. */
static JsonNode *run_to_limit(unsigned limit, const char *window)
{
    g_autoptr(GPtrArray) command = command_for("workloads/examples/vecadd/vecadd.json");
    command_set_all(command, (const char *const[]){"scalars.n=50000", window, NULL});
    command_add(command, "--max-cycles");
    command_add(command, "%u", limit);
    return run_for_result(command, EXIT_LIMIT);
}

START_TEST(a_limit_is_exact)
{
    g_autoptr(JsonNode) result = run_to_limit(limits[_i], NULL);
    ck_assert_str_eq(result_text(result, "end"), "limit");
    ck_assert(!result_flag(result, "complete"));
    ck_assert_uint_eq(result_number(result, "elapsed_cycles"), limits[_i]);
    assert_slots_are_accounted(result);
    ck_assert_uint_eq(result_length(result, "checks"), 0);
    if (limits[_i] == 80001) {
        ck_assert_uint_gt(result_number(result, "totals.sm.warp_instructions"), 0);
        ck_assert(!result_flag(result, "kernels.0.complete"));
    }
    g_autoptr(JsonNode) bounded = run_to_limit(limits[_i], "engine.lookahead=1");
    g_autofree char *a = result_without_host(result), *b = result_without_host(bounded);
    assert_same_result(a, b, "lookahead 1");
}
END_TEST

/* Time runs the same with and without a limit: what has happened by cycle N has happened. */
START_TEST(a_limit_that_is_not_reached_changes_nothing)
{
    g_autoptr(GPtrArray) command = command_of_run(0);
    g_autoptr(JsonNode) unlimited = run_for_result(command, EXIT_DONE);
    command_add(command, "--max-cycles");
    command_add(command, "%" G_GUINT64_FORMAT, result_number(unlimited, "elapsed_cycles") + 1);
    g_autoptr(JsonNode) limited = run_for_result(command, EXIT_DONE);
    g_autofree char *a = result_without_host(unlimited), *b = result_without_host(limited);
    assert_same_result(a, b, "limit not reached");
}
END_TEST

/* The last cycle of the kernel: its blocks have ended, but the host has not heard of it. */
START_TEST(a_limit_just_before_the_end_is_reached)
{
    g_autoptr(GPtrArray) command = command_of_run(0);
    g_autoptr(JsonNode) unlimited = run_for_result(command, EXIT_DONE);
    uint64_t limit = result_number(unlimited, "kernels.0.start_cycle") +
                     result_number(unlimited, "kernels.0.cycles");
    command_add(command, "--max-cycles");
    command_add(command, "%" G_GUINT64_FORMAT, limit);
    g_autoptr(JsonNode) limited = run_for_result(command, EXIT_LIMIT);
    ck_assert_uint_eq(result_number(limited, "elapsed_cycles"), limit);
    assert_slots_are_accounted(limited);
    ck_assert_uint_eq(result_number(limited, "totals.sm.warp_instructions"),
                      result_number(unlimited, "totals.sm.warp_instructions"));
}
END_TEST

/* ---- Ctrl-C --------------------------------------------------------------------------------- */

/* Has the process set a handler for SIGINT? From its line "SigCgt:" in /proc. */
static bool catches_interrupts(GPid pid)
{
    g_autofree char *path = g_strdup_printf("/proc/%d/status", (int)pid);
    g_autofree char *text = NULL;
    if (!g_file_get_contents(path, &text, NULL, NULL))
        return false;
    const char *line = strstr(text, "\nSigCgt:\t");
    return line != NULL && (g_ascii_strtoull(line + 9, NULL, 16) >> (SIGINT - 1) & 1);
}

static GPid start_long_run(const char *result_file)
{
    g_autoptr(GPtrArray) command = command_for("tests/kernels/alu_loop.json");
    command_set_all(command, (const char *const[]){"scalars.iterations=1000000", NULL});
    command_add(command, "--json");
    command_add(command, "%s", result_file);
    g_ptr_array_add(command, NULL);
    GPid pid;
    g_autoptr(GError) error = NULL;
    gboolean started = g_spawn_async(NULL, (char **)command->pdata, NULL,
                                     G_SPAWN_DO_NOT_REAP_CHILD | G_SPAWN_STDOUT_TO_DEV_NULL |
                                         G_SPAWN_STDERR_TO_DEV_NULL,
                                     NULL, NULL, &pid, &error);
    ck_assert_msg(started, "%s", started ? "" : error->message);
    return pid;
}

START_TEST(an_interrupt_ends_the_run_in_good_order)
{
    char *folder = folder_new();
    g_autofree char *path = g_build_filename(folder, "result.json", NULL);
    GPid pid = start_long_run(path);
    while (!catches_interrupts(pid)) {
        ck_assert_int_eq(waitpid(pid, NULL, WNOHANG), 0);
        g_usleep(10000);
    }
    g_usleep(500000); /* into the simulation itself */
    ck_assert_int_eq(kill(pid, SIGINT), 0);
    int status;
    ck_assert_int_eq(waitpid(pid, &status, 0), pid);
    ck_assert_int_eq(exit_code_of_status(status), EXIT_INTERRUPTED);
    g_autofree char *text = NULL;
    ck_assert(g_file_get_contents(path, &text, NULL, NULL));
    folder_remove(folder);
    g_autoptr(JsonNode) result = result_parse(text);
    ck_assert_str_eq(result_text(result, "end"), "interrupted");
    ck_assert(!result_flag(result, "complete"));
    ck_assert_uint_gt(result_number(result, "totals.sm.warp_instructions"), 0);
    assert_slots_are_accounted(result);
}
END_TEST

/* ---- deadlock ---------------------------------------------------------------------------------
 */

/* Two warps, each at a barrier that waits for both. */
static const char stuck_kernel[] = ".version 3.2\n"
                                   ".target sm_20\n"
                                   ".address_size 64\n"
                                   ".visible .entry stuck()\n"
                                   "{\n"
                                   "    .reg .pred %first;\n"
                                   "    .reg .u32 %i;\n"
                                   "    mov.u32 %i, %tid.x;\n"
                                   "    setp.lt.u32 %first, %i, 32;\n"
                                   "    @%first bra other;\n"
                                   "    bar.sync 2, 64;\n" /* line 11 */
                                   "    ret;\n"
                                   "other:\n"
                                   "    bar.sync 1, 64;\n" /* line 14 */
                                   "    ret;\n"
                                   "}\n";

static const char stuck_workload[] =
    "{\"name\": \"stuck\", \"description\": \"two warps at two barriers\",\n"
    " \"modules\": {\"stuck\": {\"ptx\": \"stuck.ptx\"}}, \"buffers\": {},\n"
    " \"steps\": [{\"launch\": {\"kernel\": \"stuck\", \"grid\": [1], \"block\": [64], \"args\": "
    "[]}}]}\n";

START_TEST(a_deadlock_names_who_waits_for_what)
{
    static const char *const fragments[] = {"deadlock",
                                            "kernel stuck, block (0,0,0), warp 0",
                                            "kernel stuck, block (0,0,0), warp 1",
                                            "waits at a barrier",
                                            "stuck.ptx:12", /* before which warp 1 stands */
                                            "stuck.ptx:15",
                                            "barrier 1: 1 of 2 warps have arrived, not warp 1",
                                            "barrier 2: 1 of 2 warps have arrived, not warp 0",
                                            "waits for the end of kernel stuck"};
    char *folder = folder_new();
    g_free(folder_write(folder, "stuck.ptx", stuck_kernel, strlen(stuck_kernel)));
    g_autofree char *workload =
        folder_write(folder, "stuck.json", stuck_workload, strlen(stuck_workload));
    g_autoptr(GPtrArray) command = command_for(workload);
    command_add(command, "--json");
    command_add(command, "-");
    auto_outcome outcome;
    command_run(command, &outcome);
    folder_remove(folder);
    ck_assert_msg(outcome.exit_code == EXIT_DEADLOCK, "exit code %d: %s", outcome.exit_code,
                  outcome.err);
    for (unsigned i = 0; i < G_N_ELEMENTS(fragments); i++)
        ck_assert_msg(strstr(outcome.err, fragments[i]) != NULL, "no \"%s\" in:\n%s", fragments[i],
                      outcome.err);
    g_autoptr(JsonNode) result = result_parse(outcome.out);
    ck_assert_str_eq(result_text(result, "end"), "deadlock");
    ck_assert(!result_flag(result, "complete"));
    ck_assert_uint_eq(result_number(result, "totals.sm.barriers"), 2);
    assert_slots_are_accounted(result);
}
END_TEST

/* A barrier that waits for warps by number, and one of them has exited. */
static const char left_kernel[] = ".version 3.2\n"
                                  ".target sm_20\n"
                                  ".address_size 64\n"
                                  ".visible .entry stuck()\n"
                                  "{\n"
                                  "    .reg .pred %first;\n"
                                  "    .reg .u32 %i;\n"
                                  "    mov.u32 %i, %tid.x;\n"
                                  "    setp.lt.u32 %first, %i, 32;\n"
                                  "    @%first ret;\n"
                                  "    bar.sync 0, 64;\n" /* line 11 */
                                  "    ret;\n"
                                  "}\n";

START_TEST(a_barrier_that_a_warp_never_reaches_is_a_deadlock)
{
    static const char *const fragments[] = {
        "deadlock", "kernel stuck, block (0,0,0), warp 1) waits at a barrier before ",
        "stuck.ptx:12", "barrier 0: 1 of 2 warps have arrived, and no other warp is left"};
    char *folder = folder_new();
    g_free(folder_write(folder, "stuck.ptx", left_kernel, strlen(left_kernel)));
    g_autofree char *workload =
        folder_write(folder, "stuck.json", stuck_workload, strlen(stuck_workload));
    g_autoptr(GPtrArray) command = command_for(workload);
    auto_outcome outcome;
    command_run(command, &outcome);
    folder_remove(folder);
    ck_assert_msg(outcome.exit_code == EXIT_DEADLOCK, "exit code %d: %s", outcome.exit_code,
                  outcome.err);
    for (unsigned i = 0; i < G_N_ELEMENTS(fragments); i++)
        ck_assert_msg(strstr(outcome.err, fragments[i]) != NULL, "no \"%s\" in:\n%s", fragments[i],
                      outcome.err);
}
END_TEST

/* ---- wrong results ------------------------------------------------------------------------ */

START_TEST(a_failed_check_is_exit_code_1_when_asked_for)
{
    char *folder = folder_new();
    g_autofree char *from = source_path("tests/kernels/long_block.json");
    g_autofree char *ptx = source_path("tests/kernels/long_block.ptx");
    g_autofree char *text = NULL, *kernel = NULL;
    ck_assert(g_file_get_contents(from, &text, NULL, NULL));
    ck_assert(g_file_get_contents(ptx, &kernel, NULL, NULL));
    GString *wrong = g_string_new(text);
    ck_assert_uint_eq(g_string_replace(wrong, "8 * iterations", "8 * iterations + 1", 0), 1);
    g_autofree char *workload = folder_write(folder, "w.json", wrong->str, wrong->len);
    g_string_free(wrong, TRUE);
    g_free(folder_write(folder, "long_block.ptx", kernel, strlen(kernel)));
    g_autoptr(GPtrArray) command = command_for(workload);
    command_set_all(command, (const char *const[]){"scalars.iterations=2", NULL});
    auto_outcome outcome;
    command_run(command, &outcome); /* it is said in any case */
    ck_assert_int_eq(outcome.exit_code, EXIT_DONE);
    ck_assert_msg(strstr(outcome.out, "results       wrong: 0 of 1 checks passed") != NULL, "%s",
                  outcome.out);
    ck_assert_msg(strstr(outcome.err, "simgpu: the results are WRONG (1 of 1 checks failed): ") !=
                      NULL,
                  "%s", outcome.err);
    command_add(command, "--check");
    g_autoptr(JsonNode) asked = run_for_result(command, EXIT_CHECK_FAILED);
    folder_remove(folder);
    ck_assert(!result_flag(asked, "checks.0.passed"));
    ck_assert_uint_eq(result_number(asked, "checks.0.wrong"), 1);
    ck_assert(result_flag(asked, "complete")); /* the run itself is done */
}
END_TEST

/* ... which a signal could end a run beside: there is nothing of it anywhere. */
START_TEST(a_run_needs_no_folder_for_temporary_files)
{
    g_autoptr(GPtrArray) command = command_of_run(0);
    g_setenv("TMPDIR", "/nowhere", TRUE);
    auto_outcome outcome;
    command_run(command, &outcome);
    ck_assert_msg(outcome.exit_code == EXIT_DONE, "%s", outcome.err);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("endings");
    TCase *tests = tcase_create("all");
    tcase_set_timeout(tests, 120);
    tcase_add_loop_test(tests, a_limit_is_exact, 0, (int)G_N_ELEMENTS(limits));
    tcase_add_test(tests, a_limit_that_is_not_reached_changes_nothing);
    tcase_add_test(tests, a_limit_just_before_the_end_is_reached);
    tcase_add_test(tests, an_interrupt_ends_the_run_in_good_order);
    tcase_add_test(tests, a_deadlock_names_who_waits_for_what);
    tcase_add_test(tests, a_barrier_that_a_warp_never_reaches_is_a_deadlock);
    tcase_add_test(tests, a_failed_check_is_exit_code_1_when_asked_for);
    tcase_add_test(tests, a_run_needs_no_folder_for_temporary_files);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
