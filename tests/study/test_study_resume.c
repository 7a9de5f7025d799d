/* SPDX-License-Identifier: BSD-3-Clause */
/* A study that is killed at any moment and resumed has the table of one that ran through; and two
 * at once on one results file. */
#include "tests/study/data/study_command.h"

#include <signal.h>
#include <string.h>
#include <sys/wait.h>

START_TEST(test_killed_and_resumed)
{
    static const struct {
        unsigned points, then_us;
    } kills[] = {{0, 3000}, {0, 30000}, {1, 0}, {2, 1000}, {3, 15000}, {3, 4000}};
    auto_outcome through = {0}, again = {0}, resumed = {0};
    study_run(&through, "study.json", "through.sqlite", "--csv");
    study_expect_end(&through, EXIT_DONE, "24 points: 0 done before, 24 done, 0 failed, 0 left");
    ck_assert(g_str_has_prefix(through.out, "position,iterations,scheduler,clock,status,cycles,"
                                            "elapsed_ps,sm.warp_instructions,speedup,mean,reason"
                                            "\r\n0,1,lrr,as it is,done,"));
    study_run(&again, "study.json", "through.sqlite", "--csv");
    study_expect_end(&again, EXIT_DONE, "24 points: 24 done before, 0 done, 0 failed, 0 left");
    ck_assert_str_eq(again.out, through.out);

    int rows = 0;
    for (unsigned i = 0; i < G_N_ELEMENTS(kills); i++) {
        ck_assert_int_eq(study_end("killed.sqlite", kills[i].points, kills[i].then_us, SIGKILL),
                         128 + SIGKILL);
        study_expect_no_processes();
        study_expect_intact("killed.sqlite");
        int now = study_query("killed.sqlite", "SELECT count(*) FROM point");
        ck_assert_int_ge(now, rows + (int)kills[i].points);
        ck_assert_int_lt(now, 24);
        rows = now;
    }
    study_run(&resumed, "study.json", "killed.sqlite", "--csv");
    g_autofree char *summary =
        g_strdup_printf("24 points: %d done before, %d done, 0 failed, 0 left", rows, 24 - rows);
    study_expect_end(&resumed, EXIT_DONE, summary);
    ck_assert_str_eq(resumed.out, through.out);
    study_expect_intact("killed.sqlite");
    study_expect_files("gpu.xml killed.sqlite study.json through.sqlite");
}
END_TEST

START_TEST(test_two_at_once)
{
    GPid pids[2];
    for (int i = 0; i < 2; i++) {
        g_autoptr(GPtrArray) command = study_command_line("study.json", "r.sqlite");
        command_add(command, "--points");
        command_add(command, i == 0 ? "0-4" : "2-6");
        pids[i] = study_start(command, NULL);
    }
    for (int i = 0; i < 2; i++) {
        int status;
        waitpid(pids[i], &status, 0);
        ck_assert_int_eq(exit_code_of_status(status), EXIT_DONE);
    }
    study_expect_intact("r.sqlite");
    ck_assert_int_eq(study_query("r.sqlite", "SELECT count(*) FROM point WHERE status = 'done'"),
                     7);
    ck_assert_int_eq(study_query("r.sqlite", "SELECT count(*) FROM coordinate"), 72);
    auto_outcome shown = {0};
    study_run(&shown, "study.json", "r.sqlite", "--show");
    study_expect_end(&shown, EXIT_DONE, "");
    ck_assert_ptr_nonnull(strstr(shown.out, "4           gto        slow      missing       -"));
    study_expect_files("gpu.xml r.sqlite study.json");
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("study resume");
    TCase *tests = tcase_create("all");
    tcase_add_checked_fixture(tests, study_folder_set_up, study_folder_tear_down);
    tcase_add_test(tests, test_killed_and_resumed);
    tcase_add_test(tests, test_two_at_once);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
