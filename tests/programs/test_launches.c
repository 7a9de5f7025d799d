/* SPDX-License-Identifier: BSD-3-Clause */
/* Many launches; parts of programs; several programs; the same result every time. */
#include "tests/programs/run.h"
#include <string.h>
#include <sys/resource.h>

/* ---- many -------------------------------------------------------------------------------------
 */

/* Of processor time, which a busy machine doesn't change. */
static long seconds_of_children(void)
{
    struct rusage usage;
    ck_assert_int_eq(getrusage(RUSAGE_CHILDREN, &usage), 0);
    return usage.ru_utime.tv_sec + usage.ru_stime.tv_sec;
}

/* In one stream: each begins when the one before has ended, the host far ahead. */
START_TEST(ten_thousand_launches_take_seconds)
{
    auto_run run;
    const long before = seconds_of_children();
    run_well(&run, NULL, "launches many 10000");
    assert_line(&run, "value 10000");
    ck_assert_uint_eq(result_length(run.result, "kernels"), 256);
    ck_assert_uint_eq(result_length(run.result, "folded_kernels"), 1);
    ck_assert_uint_eq(result_number(run.result, "folded_kernels.0.launches"), 10000 - 256);
    ck_assert_uint_eq(result_number(run.result, "streams.0.kernels"), 10000);
    ck_assert_uint_eq(result_number(run.result, "totals.dispatcher.kernels"), 10000);
    ck_assert_uint_eq(result_number(run.result, "totals.host_commands.launches"), 10000);
    /* One, on a machine of 2020; the sanitizers take ten times as long. */
    ck_assert_int_lt(seconds_of_children() - before, 30);
}
END_TEST

#ifndef __SANITIZE_ADDRESS__ /* which keeps freed memory for a while */
static long most_memory_of_children(void)
{
    struct rusage usage;
    ck_assert_int_eq(getrusage(RUSAGE_CHILDREN, &usage), 0);
    return usage.ru_maxrss;
}

/* 40 bytes a launch at most. */
START_TEST(launches_take_no_memory)
{
    auto_run few, many;
    run_well(&few, NULL, "launches many 1000");
    long before = most_memory_of_children();
    run_well(&many, NULL, "launches many 51000");
    ck_assert_int_lt(most_memory_of_children() - before, 2000);
}
END_TEST

/* Their entries in JSON are written one by one. */
START_TEST(entries_of_launches_take_no_memory_of_their_own)
{
    auto_run few, many;
    run_well(&few, "--per-kernel", "launches many 300");
    long before = most_memory_of_children();
    run_well(&many, "--per-kernel", "launches many 3300");
    ck_assert_uint_eq(result_length(many.result, "kernels"), 3300);
    ck_assert_int_lt(most_memory_of_children() - before, 3000 * 4);
}
END_TEST
#endif

START_TEST(ten_thousand_launches_that_only_compute)
{
    auto_run run;
    run_well(&run, "--functional", "launches many 10000");
    assert_line(&run, "value 10000");
    ck_assert_uint_eq(result_length(run.result, "kernels"), 0);
    ck_assert_uint_eq(result_number(run.result, "totals.host_commands.functional_launches"), 10000);
}
END_TEST

/* ---- parts of a program -------------------------------------------------------------------------
 */

/* "rounds" has launches 0 to 7, kernels in turn, eight blocks of two warps each. A warp executes as
 * many instructions in either kernel, 1/128 of what all of it takes in detail. */
struct part {
    const char *options;
    unsigned launches[9]; /* simulated; ends with NONE */
    unsigned blocks;      /* of each, in detail */
};
enum { NONE = 99 };

static const struct part parts[] = {
    {"--kernels 0-7", {0, 1, 2, 3, 4, 5, 6, 7, NONE}, 8},
    {"--kernels 1-2", {1, 2, NONE}, 8},
    {"--kernels 7,0,3-3", {0, 3, 7, NONE}, 8},
    {"--kernels _Z9double_itPii", {1, 3, 5, 7, NONE}, 8},
    {"--kernels add_one", {0, 2, 4, 6, NONE}, 8},
    {"--kernels add_one,1", {0, 1, 2, 4, 6, NONE}, 8},
    {"--functional", {NONE}, 0},
    {"--max-blocks 3", {0, 1, 2, 3, 4, 5, 6, 7, NONE}, 3},
    {"--max-blocks 8", {0, 1, 2, 3, 4, 5, 6, 7, NONE}, 8},
    {"--max-blocks 1 --kernels 2", {2, NONE}, 1},
    /* 240 a launch */
    {"--max-instructions 1", {0, NONE}, 8},
    {"--max-instructions 480", {0, 1, NONE}, 8},
    {"--max-instructions 481", {0, 1, 2, NONE}, 8},
    {"--max-instructions 100000", {0, 1, 2, 3, 4, 5, 6, 7, NONE}, 8},
    {"--max-instructions 300 --kernels 2-7", {2, 3, NONE}, 8},
};

START_TEST(a_part_is_simulated_and_all_is_computed)
{
    const struct part *part = &parts[_i];
    auto_run whole, run;
    run_well(&whole, NULL, "launches rounds");
    run_well(&run, part->options, "launches rounds");
    assert_line(&run, "wrong 0");
    unsigned n = 0;
    for (; part->launches[n] != NONE; n++) {
        g_autofree char *path = g_strdup_printf("kernels.%u.launch", n);
        ck_assert_uint_eq(result_number(run.result, path), part->launches[n]);
    }
    ck_assert_uint_eq(result_length(run.result, "kernels"), n);
    ck_assert_uint_eq(result_number(run.result, "totals.host_commands.functional_launches"), 8 - n);
    uint64_t all = result_number(whole.result, "totals.sm.warp_instructions");
    uint64_t a_block = all / 64; /* 8 launches of 8 */
    ck_assert_uint_eq(all % 64, 0);
    ck_assert_uint_eq(all, 8 * 240);
    ck_assert_uint_eq(result_number(run.result, "totals.sm.warp_instructions"),
                      a_block * part->blocks * n);
}
END_TEST

START_TEST(a_word_that_matches_no_launch_is_named)
{
    auto_run name, number, none;
    run_program(&name, "--kernels add_one,double", "launches rounds");
    ck_assert_int_eq(name.exit_code, EXIT_DONE);
    assert_complains(&name, "--kernels: no launch matches \"double\"");
    ck_assert(!strstr(name.err, "no launch was simulated"));
    run_program(&number, "--kernels 7-9,8", "launches rounds");
    ck_assert_int_eq(number.exit_code, EXIT_DONE);
    assert_complains(&number, "--kernels: no launch matches \"8\"");
    run_program(&none, "--kernels 10-12,double", "launches rounds");
    ck_assert_int_eq(none.exit_code, EXIT_DONE);
    assert_complains(&none, "--kernels: no launch matches \"10-12\"\n");
    assert_complains(&none, "--kernels: no launch matches \"double\"\n");
    assert_complains(&none, "--kernels: no launch was simulated; all were only computed\n");
}
END_TEST

/* ---- the same every time -----------------------------------------------------------------------
 */

static const char *const deterministic[] = {"streams overlap 4 3", "streams copies_overlap 2 2 1",
                                            "streams poll 0",      "launches rounds",
                                            "memory textures",     "memory managed",
                                            "output who 20 3"};

START_TEST(results_are_the_same_every_time)
{
    static const char *const options[] = {NULL, "--set engine.lookahead=1",
                                          "--set engine.lookahead=3"};
    g_autofree char *first = NULL;
    auto_run reference;
    run_well(&reference, NULL, deterministic[_i]);
    first = result_without_host(reference.result);
    for (unsigned i = 0; i < G_N_ELEMENTS(options); i++) {
        auto_run run;
        run_well(&run, options[i], deterministic[_i]);
        g_autofree char *again = result_without_host(run.result);
        assert_same_result(first, again, deterministic[_i]);
        g_autofree char *a = g_strndup(reference.out, strcspn(reference.out, ","));
        g_autofree char *b = g_strndup(run.out, strcspn(run.out, ","));
        ck_assert_str_eq(a, b); /* what the program printed, and the summary's begin */
    }
}
END_TEST

/* ---- several programs --------------------------------------------------------------------------
 */

static const char *const two[] = {"launches beside 3", "launches beside 5", NULL};

START_TEST(programs_share_the_gpu)
{
    auto_run run, again;
    run_programs(&run, NULL, two);
    ck_assert_msg(run.exit_code == EXIT_DONE && *run.err == '\0', "%d: %s", run.exit_code, run.err);
    /* each in its own range of 1,536 MiB */
    assert_line(&run, "program 3: words at 0x1000000000, managed at 0x1000003000, wrong 0");
    assert_line(&run, "program 5: words at 0x1060000000, managed at 0x1060003000, wrong 0");
    ck_assert_uint_eq(result_length(run.result, "kernels"), 20);
    /* both at once: the first launch of one is no later than the second of the other */
    unsigned alternations = 0;
    for (unsigned i = 1; i < 20; i++)
        alternations += kernel_start(&run, i) < kernel_end(&run, i - 1);
    ck_assert_uint_gt(alternations, 2);
    run_programs(&again, "--set engine.lookahead=1", two);
    g_autofree char *a = result_without_host(run.result);
    g_autofree char *b = result_without_host(again.result);
    /* the workload's name is the same, its path is not in the result */
    assert_same_result(a, b, "again, lookahead 1");
}
END_TEST

START_TEST(a_program_has_no_access_to_another_ones_memory)
{
    static const char *const programs[] = {"launches trespass 64", "launches trespass 64", NULL};
    auto_run run;
    run_programs(&run, NULL, programs);
    ck_assert_int_eq(run.exit_code, EXIT_DONE);
    /* For the first it is its own: the copy and the free are right. */
    ck_assert_ptr_nonnull(
        strstr(run.out, "copy cudaErrorInvalidValue\nfree cudaErrorInvalidValue"));
    ck_assert_ptr_nonnull(strstr(run.out, "copy cudaSuccess\nfree cudaSuccess"));
}
END_TEST

START_TEST(one_that_dies_ends_the_run)
{
    static const char *const programs[] = {"launches many 3000", "endings segfault", NULL};
    auto_run run;
    run_programs(&run, NULL, programs);
    ck_assert_int_eq(run.exit_code, EXIT_CHECK_FAILED);
    assert_complains(&run, "/endings was ended by signal 11 (Segmentation fault)\n");
    ck_assert_str_eq(result_text(run.result, "end"), "aborted");
    ck_assert_uint_lt(result_length(run.result, "kernels"), 3000);
}
END_TEST

START_TEST(one_that_fails_lets_the_other_end)
{
    static const char *const programs[] = {"endings exit_code 7", "launches many 50", NULL};
    auto_run run;
    run_programs(&run, NULL, programs);
    ck_assert_int_eq(run.exit_code, EXIT_CHECK_FAILED);
    assert_complains(&run, "/endings exited with code 7\n");
    assert_line(&run, "value 50");
    ck_assert_str_eq(result_text(run.result, "end"), "done");
}
END_TEST

/* ---- code that simgpu does not take
 * --------------------------------------------------------------- */

START_TEST(ptx_that_does_not_parse_is_named)
{
    auto_run run;
    run_program(&run, NULL, "broken_ptx");
    ck_assert_int_eq(run.exit_code, EXIT_BAD_INPUT);
    assert_complains(&run, "broken_ptx:module-0.ptx:");
    assert_complains(&run, "expected ',' or ';' in 'add.u32', found '2'");
    ck_assert_ptr_null(strstr(run.out, "behind"));
}
END_TEST

START_TEST(an_unsupported_instruction_counts_when_reached)
{
    auto_run reached, not_reached;
    run_well(&not_reached, NULL, "unsupported");
    assert_line(&not_reached, "value 7");
    run_program(&reached, NULL, "unsupported x");
    ck_assert_int_eq(reached.exit_code, EXIT_BAD_INPUT);
    assert_complains(&reached, "kernel perhaps, block (0,0,0), ");
    assert_complains(&reached, "unsupported.cu:9)");
    assert_complains(&reached, "unsupported instruction `mma.sp.sync.aligned.m16n8k16");
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("launches of programs");
    TCase *tests = tcase_create("all");
    tcase_set_timeout(tests, 100);
    tcase_add_test(tests, ten_thousand_launches_take_seconds);
#ifndef __SANITIZE_ADDRESS__
    tcase_add_test(tests, launches_take_no_memory);
    tcase_add_test(tests, entries_of_launches_take_no_memory_of_their_own);
#endif
    tcase_add_test(tests, ten_thousand_launches_that_only_compute);
    tcase_add_loop_test(tests, a_part_is_simulated_and_all_is_computed, 0,
                        (int)G_N_ELEMENTS(parts));
    tcase_add_test(tests, a_word_that_matches_no_launch_is_named);
    tcase_add_loop_test(tests, results_are_the_same_every_time, 0,
                        (int)G_N_ELEMENTS(deterministic));
    tcase_add_test(tests, programs_share_the_gpu);
    tcase_add_test(tests, a_program_has_no_access_to_another_ones_memory);
    tcase_add_test(tests, one_that_dies_ends_the_run);
    tcase_add_test(tests, one_that_fails_lets_the_other_end);
    tcase_add_test(tests, ptx_that_does_not_parse_is_named);
    tcase_add_test(tests, an_unsupported_instruction_counts_when_reached);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
