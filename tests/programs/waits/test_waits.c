/* SPDX-License-Identifier: BSD-3-Clause */
/* Kernels that wait for what is done after their launch. Without simulated time they stop, and go
 * on. All that a run says is the same every time, and by whoever the kernel is computed. */
#include "base/image/image_make.h"
#include "tests/programs/background.h"
#include "tests/rigs/folder.h"
#include <signal.h>

#define TWO " --set gpu.count=2 --set sm.count=4"

static const char *const computed[] = {" --functional --compile-kernels=never",
                                       " --functional --compile-kernels=first",
                                       " --functional --compile-kernels=never --threads=2",
                                       " --functional --compile-kernels=first --threads=2"};

/* TIMED: it ends with simulated time, too, and is the same every time. TALKS: the program writes
 * while the kernel runs, so who sees what when is open. */
enum { TIMED = 1, TALKS = 2 };

static const struct {
    const char *words, *options, *line;
    unsigned how;
} cases[] = {
    {"waits flag 3", "", "found 303", TIMED},
    {"waits asked 2", "", "sum 132608", TIMED},
    {"waits streams 5", "", "number 7381", TIMED},
    {"waits gpus 5", TWO, "numbers differ by 1", TIMED},
    {"waits time_limit 0", "", "found 100", TIMED},
    {"waits time_limit 7", "", "found 107", TIMED},
    {"waits thread 9", "", "found 9", 0},
    {"waits queue 20", "", "sum 104160", TALKS},
    {"waits orders 5", "", "answer 6", TALKS},
};

/* The instructions that were computed. */
static uint64_t run_case(const char *platform, int which, const char *options)
{
    g_autofree char *all = g_strconcat(platform, cases[which].options, options, NULL);
    auto_run run;
    run_well(&run, all, cases[which].words);
    assert_line(&run, cases[which].line);
    return result_number(run.result, "totals.functional.warp_instructions");
}

START_TEST(computed_launches_stop_and_go_on)
{
    static const char *const platforms[] = {"platforms/fermi-gtx480.xml",
                                            "platforms/volta-titanv.xml"};
    for (size_t p = 0; p < G_N_ELEMENTS(platforms); p++) {
        const uint64_t first = run_case(platforms[p], _i, computed[0]);
        for (size_t i = 1; i < G_N_ELEMENTS(computed); i++)
            ck_assert(run_case(platforms[p], _i, computed[i]) == first || cases[_i].how == TALKS);
    }
}
END_TEST

START_TEST(timed_launches_wait)
{
    if (cases[_i].how == TIMED)
        run_case("platforms/fermi-gtx480.xml", _i, "");
}
END_TEST

/* The program asks for the end, or has ended, and nobody is left that could write. */
START_TEST(a_launch_that_waits_for_ever_is_an_error)
{
    static const char *const words[] = {"waits never 0", "waits never 1"};
    for (size_t i = 0; i < G_N_ELEMENTS(words); i++) {
        auto_run run;
        g_autofree char *options = g_strconcat("platforms/fermi-gtx480.xml", computed[_i], NULL);
        run_program(&run, options, words[i]);
        ck_assert_int_eq(run.exit_code, EXIT_BAD_INPUT);
        assert_complains(&run, "kernel wait_for, block (0,0,0), warp 0, pc ");
        assert_complains(&run, "waits.cu:");
        assert_complains(&run, "waits for ever: it goes round a loop that only looks at memory");
    }
}
END_TEST

/* A thread of the program sleeps, and may yet write. */
START_TEST(who_waits_for_the_program_can_be_interrupted)
{
    struct background background;
    auto_run run;
    background_start(&background, "--functional", "waits patience");
    g_usleep(200000);
    ck_assert_int_eq(kill(background.simgpu, SIGINT), 0);
    background_end(&background, 20, &run);
    ck_assert_int_eq(run.exit_code, EXIT_INTERRUPTED);
    ck_assert_str_eq(result_text(run.result, "end"), "interrupted");
}
END_TEST

/* A watcher sees one launch at a time, so none can stop. */
START_TEST(a_launch_that_is_watched_cannot_stop)
{
    auto_run run;
    run_program(&run, "--functional --sanitize race", "waits flag 1");
    ck_assert_int_eq(run.exit_code, EXIT_BAD_INPUT);
    assert_complains(&run, "waits for what others write, but nobody can come first here");
}
END_TEST

/* Images are made when no launch waits. */
START_TEST(images_are_put_off)
{
    char *folder = folder_new();
    g_autofree char *options =
        g_strdup_printf("--functional --checkpoint=%s/state --checkpoint-every=0", folder);
    auto_run run;
    run_program(&run, options, "waits streams 3");
    ck_assert_int_eq(run.exit_code, EXIT_DONE);
    assert_line(&run, "number 91");
    folder_remove(folder);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("launches that wait for others");
    TCase *tests = tcase_create("all");
    tcase_set_timeout(tests, 120);
    tcase_add_loop_test(tests, computed_launches_stop_and_go_on, 0, (int)G_N_ELEMENTS(cases));
    tcase_add_loop_test(tests, timed_launches_wait, 0, (int)G_N_ELEMENTS(cases));
    tcase_add_loop_test(tests, a_launch_that_waits_for_ever_is_an_error, 0, 2);
    tcase_add_test(tests, who_waits_for_the_program_can_be_interrupted);
    tcase_add_test(tests, a_launch_that_is_watched_cannot_stop);
    if (!image_problem()) /* of this build */
        tcase_add_test(tests, images_are_put_off);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
