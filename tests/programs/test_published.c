/* SPDX-License-Identifier: BSD-3-Clause */
/* What published programs do: C++20, functions of 16-bit numbers, and what CUDA leaves undefined.
 */
#include "tests/programs/run.h"

static const char *const ways[] = {NULL, "--functional", "--threads 2"};

static unsigned times_in(const char *text, const char *words)
{
    unsigned times = 0;
    for (const char *at = text; (at = strstr(at, words)) != NULL; at++)
        times++;
    return times;
}

/* Six warps in three launches do so; the place is that of the call, and not in our headers. */
START_TEST(votes_of_others_are_told_once)
{
    auto_run run, well;
    run_program(&run, ways[_i], "published votes 0");
    ck_assert_int_eq(run.exit_code, EXIT_DONE);
    assert_line(&run, "wrong 0");
    ck_assert_uint_eq(times_in(run.err, "without being in its mask"), 1);
    assert_complains(&run, "published.cu:25: kernel before: lanes execute vote.sync.ballot.b32");
    run_well(&well, ways[_i], "published votes 1");
    assert_line(&well, "wrong 0");
}
END_TEST

START_TEST(the_language_of_2020)
{
    auto_run run;
    run_well(&run, ways[_i], "published language");
    assert_line(&run, "wrong 0");
}
END_TEST

/* 70,000 cycles of 700 MHz, and of 1410 MHz. */
START_TEST(the_global_timer_counts_nanoseconds)
{
    static const struct {
        const char *platform;
        double ns;
    } gpus[] = {{"platforms/fermi-gtx480.xml", 100000}, {"platforms/ampere-a100.xml", 49645}};
    for (unsigned i = 0; i < G_N_ELEMENTS(gpus); i++) {
        auto_run run;
        run_well(&run, gpus[i].platform, "published timer 70000");
        double ns = run_number(&run, "ns");
        ck_assert_msg(ns > gpus[i].ns - 50 && ns < gpus[i].ns + 500, "%s: %g", gpus[i].platform,
                      ns);
    }
}
END_TEST

START_TEST(hosts_round_as_devices_do)
{
    auto_run run;
    run_well(&run, "--functional", "published sixteen_bits");
    assert_line(&run, "half 0");
    assert_line(&run, "bfloat16 0");
}
END_TEST

START_TEST(largest_and_smallest_of_sums)
{
    auto_run run;
    run_well(&run, "--functional", "published dpx");
    assert_line(&run, "wrong 0");
}
END_TEST

START_TEST(groups_copy_and_scan)
{
    auto_run run;
    run_well(&run, ways[_i], "published groups");
    assert_line(&run, "wrong 0 0 0 0");
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("published programs");
    TCase *tests = tcase_create("all");
    tcase_set_timeout(tests, 100);
    tcase_add_loop_test(tests, votes_of_others_are_told_once, 0, (int)G_N_ELEMENTS(ways));
    tcase_add_loop_test(tests, the_language_of_2020, 0, (int)G_N_ELEMENTS(ways));
    tcase_add_test(tests, the_global_timer_counts_nanoseconds);
    tcase_add_test(tests, hosts_round_as_devices_do);
    tcase_add_test(tests, largest_and_smallest_of_sums);
    tcase_add_loop_test(tests, groups_copy_and_scan, 0, (int)G_N_ELEMENTS(ways));
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
