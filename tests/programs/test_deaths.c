/* SPDX-License-Identifier: BSD-3-Clause */
/* Programs that die while the simulator is busy, that leave children behind, and that don't keep to
 * the protocol: the simulator notices at once, keeps what there is, and never waits for them. */
#include "tests/programs/background.h"
#include <signal.h>
#include <string.h>

/* More than any machine takes to notice, less than what it would wait for. */
static const double SOON = 20;

static const char *const simulations[] = {NULL, "--functional"};

START_TEST(a_death_in_the_middle_of_a_kernel_ends_the_run)
{
    struct background background;
    auto_run run;
    background_start(&background, simulations[_i], "endings endless_kernel");
    g_usleep(300000); /* into the kernel */
    ck_assert_int_eq(kill(background.program, SIGKILL), 0);
    background_end(&background, SOON, &run);
    ck_assert_msg(run.exit_code == EXIT_CHECK_FAILED, "exit code %d: %s", run.exit_code, run.err);
    assert_complains(&run, "/endings was ended by signal 9 (Killed)\n");
    ck_assert_ptr_nonnull(run.result);
    ck_assert_str_eq(result_text(run.result, "end"), "aborted");
    assert_slots_are_accounted(run.result);
}
END_TEST

static const struct {
    const char *words;
    int exit_code;
    const char *end;
} left[] = {{"endings left_child 0 0", EXIT_DONE, "done"},
            {"endings left_child 1 0", EXIT_DONE, "done"},
            {"endings left_child 0 9", EXIT_CHECK_FAILED, "aborted"}};

START_TEST(a_child_that_is_left_behind_is_not_waited_for)
{
    struct background background;
    auto_run run;
    background_start(&background, NULL, left[_i].words);
    background_end(&background, SOON, &run);
    ck_assert_int_eq(kill(background.program, SIGKILL), 0); /* the child, which is still there */
    ck_assert_msg(run.exit_code == left[_i].exit_code, "exit code %d: %s", run.exit_code, run.err);
    ck_assert_str_eq(result_text(run.result, "end"), left[_i].end);
    assert_slots_are_accounted(run.result);
}
END_TEST

START_TEST(a_forked_child_has_nothing_of_the_conversation)
{
    auto_run run;
    run_well(&run, NULL, "endings child_files");
    ck_assert(run_number(&run, "child_files") == 0);
}
END_TEST

/* A shell that starts the program is not the one whose death counts, and its code is the result. */
START_TEST(a_program_may_be_started_by_another_one)
{
    auto_run run;
    g_autofree char *path = program_path("endings");
    g_autofree char *script = g_strdup_printf("\"%s\" exit_code 0; exit 7", path);
    g_autoptr(GPtrArray) command = command_new();
    g_ptr_array_add(command, source_path(FERMI));
    const char *words[] = {"--", "/bin/sh", "-c", script};
    for (size_t i = 0; i < G_N_ELEMENTS(words); i++)
        command_add(command, "%s", words[i]);
    struct outcome outcome;
    command_run(command, &outcome);
    run = (struct run){.exit_code = outcome.exit_code, .out = outcome.out, .err = outcome.err};
    ck_assert_int_eq(run.exit_code, EXIT_CHECK_FAILED);
    assert_complains(&run, "/bin/sh exited with code 7\n");
    ck_assert_ptr_nonnull(strstr(run.out, "cycles        "));
}
END_TEST

/* The socket fills up: the simulator can't answer, but hears an interrupt. */
START_TEST(a_program_that_does_not_read_its_answers_can_be_interrupted)
{
    struct background background;
    auto_run run;
    background_start(&background, NULL, "rude deaf");
    g_usleep(500000); /* until nothing goes into the socket any more */
    ck_assert_int_eq(kill(background.simgpu, SIGINT), 0);
    background_end(&background, SOON, &run);
    ck_assert_msg(run.exit_code == EXIT_INTERRUPTED, "exit code %d: %s", run.exit_code, run.err);
    ck_assert_str_eq(result_text(run.result, "end"), "interrupted");
}
END_TEST

/* ---- what the other side may not do ---------------------------------------------------------- */

/* What a program that speaks the protocol itself is told. */
static const struct {
    const char *words, *lines[3];
} rude[] = {{"rude pitch", {"status 1"}},
            {"rude truncate",
             {"device Operation not permitted", "host Operation not permitted", "status 0"}},
            {"rude version", {"status 1"}}};

START_TEST(a_program_can_only_harm_itself)
{
    auto_run run;
    run_well(&run, NULL, rude[_i].words);
    for (size_t i = 0; i < G_N_ELEMENTS(rude[_i].lines) && rude[_i].lines[i]; i++)
        assert_line(&run, rude[_i].lines[i]);
    ck_assert_str_eq(result_text(run.result, "end"), "done");
}
END_TEST

/* ---- where a run stands ---------------------------------------------------------------------- */

static const struct {
    const char *option, *words, *answers[5];
} asked[] = {
    {NULL,
     "endings endless_kernel",
     {"simgpu: at SM cycle ", "host: waits for the end of kernel forever (launch 0)\n",
      "dispatcher: kernel ", " since it was asked last\n",
      "waits for a load or atomic before endings:module-0.ptx:"}},
    {"--functional",
     "endings endless_kernel",
     {"simgpu: at SM cycle ", "(launch 0) is being computed, ", "warp instructions so far"}},
    {NULL, "endings compute", {"simgpu: at SM cycle ", "/endings, which computes"}}};

/* Waits until simgpu has said so on standard error, which says why if it does not. */
static void wait_for_words(const struct background *background, const char *words)
{
    g_autofree char *path = g_build_filename(background->folder, "err", NULL);
    for (int i = 0; i < 2000; i++) {
        g_autofree char *text = NULL;
        if (g_file_get_contents(path, &text, NULL, NULL) && strstr(text, words))
            return;
        g_usleep(10000);
    }
    ck_abort_msg("it has never said \"%s\"", words);
}

START_TEST(a_run_tells_where_it_stands_and_goes_on)
{
    struct background background;
    auto_run run;
    background_start(&background, asked[_i].option, asked[_i].words);
    g_usleep(300000);
    ck_assert_int_eq(kill(background.simgpu, SIGUSR1), 0);
    wait_for_words(&background, asked[_i].answers[0]);
    g_usleep(100000);
    ck_assert_int_eq(kill(background.simgpu, SIGINT), 0);
    background_end(&background, SOON, &run);
    ck_assert_int_eq(run.exit_code, EXIT_INTERRUPTED);
    for (size_t i = 0; i < G_N_ELEMENTS(asked[_i].answers) && asked[_i].answers[i]; i++)
        assert_complains(&run, asked[_i].answers[i]);
    ck_assert_str_eq(result_text(run.result, "end"), "interrupted");
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("deaths of programs");
    TCase *tests = tcase_create("all");
    tcase_set_timeout(tests, 60);
    tcase_add_loop_test(tests, a_death_in_the_middle_of_a_kernel_ends_the_run, 0,
                        (int)G_N_ELEMENTS(simulations));
    tcase_add_loop_test(tests, a_child_that_is_left_behind_is_not_waited_for, 0,
                        (int)G_N_ELEMENTS(left));
    tcase_add_test(tests, a_forked_child_has_nothing_of_the_conversation);
    tcase_add_test(tests, a_program_may_be_started_by_another_one);
    tcase_add_test(tests, a_program_that_does_not_read_its_answers_can_be_interrupted);
    tcase_add_loop_test(tests, a_program_can_only_harm_itself, 0, (int)G_N_ELEMENTS(rude));
    tcase_add_loop_test(tests, a_run_tells_where_it_stands_and_goes_on, 0,
                        (int)G_N_ELEMENTS(asked));
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
