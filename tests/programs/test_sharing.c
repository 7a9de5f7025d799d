/* SPDX-License-Identifier: BSD-3-Clause */
/* Several programs of one command line (--and), which share the GPU up to targets (--targets): what
 * each has done, that the other one goes on, and that results are right all the same. */
#include "tests/programs/run.h"
#include "tests/rigs/folder.h"
#include <string.h>

#define OPTIONS                                                                                    \
    "--set host.launch.latency=0us --set host.call.time=1ns --set host.copy.latency=1cycles "      \
    "--set pcie.bandwidth=1000TBps --set pcie.latency=1ns"

static char *folder, *targets;

static void set_up(void)
{
    folder = folder_new();
    targets = g_build_filename(folder, "targets", NULL);
}

static void tear_down(void)
{
    g_free(targets);
    folder_remove(folder);
}

static uint64_t work_of(const struct run *run, unsigned program, const char *member)
{
    g_autofree char *path = g_strdup_printf("programs.%u.%s", program, member);
    return result_number(run->result, path);
}

static void assert_same_work(const struct run *a, const struct run *b)
{
    static const char *const members[] = {"warp_instructions", "first_cycle", "last_cycle"};
    for (unsigned program = 0; program < result_length(a->result, "programs"); program++)
        for (unsigned i = 0; i < G_N_ELEMENTS(members); i++)
            ck_assert_uint_eq(work_of(a, program, members[i]), work_of(b, program, members[i]));
    ck_assert_uint_eq(result_number(a->result, "totals.sm.warp_cycles"),
                      result_number(b->result, "totals.sm.warp_cycles"));
}

START_TEST(two_programs_of_one_command_line)
{
    auto_run alone, both, together;
    g_autofree char *second = program_path("endings");
    g_autofree char *words = g_strdup_printf("launches rounds --and %s exit_code 0", second);
    run_well(&alone, OPTIONS, "launches rounds");
    run_well(&both, OPTIONS, words);
    ck_assert_uint_eq(result_length(both.result, "programs"), 2);
    ck_assert_uint_eq(work_of(&both, 0, "warp_instructions"),
                      work_of(&alone, 0, "warp_instructions"));
    ck_assert_uint_eq(work_of(&both, 0, "warp_instructions") +
                          work_of(&both, 1, "warp_instructions"),
                      result_number(both.result, "totals.sm.warp_instructions"));
    for (unsigned i = 0; i < 2; i++) {
        ck_assert_uint_eq(work_of(&both, i, "counters.sm.warp_instructions"),
                          work_of(&both, i, "warp_instructions"));
        ck_assert_uint_eq(work_of(&both, i, "metrics.cycles"),
                          work_of(&both, i, "last_cycle") - work_of(&both, i, "first_cycle"));
        ck_assert_uint_gt(work_of(&both, i, "kernels"), 0);
        ck_assert_uint_gt(work_of(&both, i, "last_cycle"), work_of(&both, i, "first_cycle"));
    }
    ck_assert_uint_ne(work_of(&both, 0, "first_cycle"), work_of(&both, 1, "first_cycle"));
    run_well(&together, OPTIONS " --start-together", words);
    ck_assert_uint_eq(work_of(&together, 0, "first_cycle"), work_of(&together, 1, "first_cycle"));
}
END_TEST

/* One of them does something wrong: that ends it, with its place and its error, and the other one
 * goes on, has the right results and does all that it does alone. Blocks that would wait for ever
 * are stopped. */
START_TEST(a_faulting_program_ends_alone)
{
    static const char *const faults[] = {"failed_assert", "trap", "bad_barrier"};
    static const char *const complaints[] = {
        "simgpu: ", "simgpu: ", "barrier 2 waits for 48 threads"};
    auto_run alone, both, stepped;
    g_autofree char *second = program_path("launches");
    g_autofree char *words = g_strdup_printf("output %s --and %s rounds", faults[_i], second);
    run_well(&alone, OPTIONS, "launches rounds");
    run_program(&both, OPTIONS, words);
    run_program(&stepped, OPTIONS " --set engine.lookahead=1", words);
    ck_assert_int_eq(both.exit_code, EXIT_CHECK_FAILED);
    assert_complains(&both, complaints[_i]);
    assert_line(&both, "wrong 0");
    ck_assert_str_ne(result_text(both.result, "programs.0.fault"), "");
    ck_assert_str_eq(result_text(both.result, "end"), "done");
    ck_assert_uint_eq(work_of(&both, 1, "warp_instructions"),
                      work_of(&alone, 0, "warp_instructions"));
    ck_assert_uint_eq(work_of(&both, 1, "kernels"), 8);
    assert_same_work(&both, &stepped);
    assert_slots_are_accounted(both.result);
}
END_TEST

/* Each SM has blocks of both, and pairs of SMs tell each other what they decide. */
START_TEST(pairs_of_sms_decide_for_two_programs)
{
    static const char options[] = OPTIONS " --policy partition=even_within --scheduler ipaws "
                                          "--set warp_scheduler.shared=true "
                                          "--set warp_scheduler.min_instructions=1";
    auto_run run, stepped;
    g_autofree char *second = program_path("launches");
    g_autofree char *words = g_strdup_printf("launches rounds --and %s rounds", second);
    g_autofree char *slow = g_strconcat(options, " --set engine.lookahead=1", NULL);
    run_well(&run, options, words);
    run_well(&stepped, slow, words);
    assert_same_work(&run, &stepped);
    ck_assert_uint_eq(work_of(&run, 0, "warp_instructions"), work_of(&run, 1, "warp_instructions"));
}
END_TEST

START_TEST(nothing_behind_and)
{
    auto_run run;
    run_program(&run, NULL, "launches rounds --and");
    ck_assert_int_eq(run.exit_code, EXIT_USAGE);
    assert_complains(&run, "expected a program after --and");
}
END_TEST

static void write_target(uint64_t instructions, const char *program)
{
    g_autofree char *text =
        g_strdup_printf("# a part\n%" G_GUINT64_FORMAT "/50 %s\n", instructions, program);
    ck_assert(g_file_set_contents(targets, text, -1, NULL));
}

/* Blocks end where they stand, and so does the program, which would run for ever. */
START_TEST(targets_end_programs)
{
    enum { TARGET = 20000 };
    auto_run cut, stepped;
    g_autofree char *in = g_strdup_printf(OPTIONS " --targets %s", targets);
    g_autofree char *slow = g_strconcat(in, " --set engine.lookahead=1", NULL);
    write_target(TARGET, "output for_ever");
    run_well(&cut, in, "output for_ever");
    run_well(&stepped, slow, "output for_ever");
    ck_assert_uint_eq(work_of(&cut, 0, "target"), TARGET);
    ck_assert(result_flag(cut.result, "programs.0.halted"));
    ck_assert_uint_ge(work_of(&cut, 0, "warp_instructions"), TARGET);
    ck_assert_uint_lt(work_of(&cut, 0, "warp_instructions"), 2 * TARGET);
    ck_assert_uint_eq(work_of(&cut, 0, "warp_instructions"),
                      result_number(cut.result, "totals.sm.warp_instructions"));
    ck_assert_uint_lt(work_of(&cut, 0, "target_cycle"), work_of(&cut, 0, "last_cycle"));
    ck_assert_uint_eq(work_of(&cut, 0, "alone_cycles"), 50);
    ck_assert_uint_eq(result_number(cut.result, "sharing.cycles"),
                      work_of(&cut, 0, "target_cycle"));
    ck_assert_double_eq_tol(result_double(cut.result, "sharing.antt"),
                            (double)work_of(&cut, 0, "target_cycle") / 50, 1e-9);
    ck_assert_double_eq_tol(result_double(cut.result, "programs.0.speedup"),
                            result_double(cut.result, "sharing.min_speedup"), 1e-12);
    assert_same_work(&cut, &stepped);
    assert_slots_are_accounted(cut.result);
}
END_TEST

/* The fifth of eight launches is the last one; a target that is not reached changes nothing. */
START_TEST(targets_are_of_all_launches)
{
    auto_run whole, cut, beyond;
    g_autofree char *out = g_strdup_printf(OPTIONS " --targets-out %s", targets);
    g_autofree char *in = g_strdup_printf(OPTIONS " --targets %s", targets);
    g_autofree char *text = NULL;
    run_well(&whole, out, "launches rounds");
    uint64_t all = work_of(&whole, 0, "warp_instructions");
    ck_assert(g_file_get_contents(targets, &text, NULL, NULL));
    g_autofree char *expected =
        g_strdup_printf("%" G_GUINT64_FORMAT "/%" G_GUINT64_FORMAT " launches rounds\n", all,
                        work_of(&whole, 0, "last_cycle"));
    ck_assert_str_eq(text, expected);
    write_target(all * 9 / 16, "launches rounds");
    run_well(&cut, in, "launches rounds");
    ck_assert(result_flag(cut.result, "programs.0.halted"));
    ck_assert_uint_eq(work_of(&cut, 0, "kernels"), 5);
    write_target(2 * all, "launches rounds");
    run_well(&beyond, in, "launches rounds");
    ck_assert(!result_flag(beyond.result, "programs.0.halted"));
    assert_line(&beyond, "wrong 0");
    assert_same_work(&whole, &beyond);
}
END_TEST

START_TEST(lines_of_other_programs_stay)
{
    auto_run run;
    g_autofree char *out = g_strdup_printf(OPTIONS " --targets-out %s", targets);
    g_autofree char *text = NULL;
    ck_assert(g_file_set_contents(targets, "# mine\n5 other 1\n7 launches rounds\n", -1, NULL));
    run_well(&run, out, "launches rounds");
    ck_assert(g_file_get_contents(targets, &text, NULL, NULL));
    ck_assert(g_str_has_prefix(text, "# mine\n5 other 1\n"));
    ck_assert_ptr_null(strstr(text, "\n7 launches rounds"));
    ck_assert_ptr_nonnull(strstr(text, " launches rounds\n"));
}
END_TEST

START_TEST(bad_targets_are_named)
{
    static const struct {
        const char *text, *complaint;
    } cases[] = {{"5 other\n", "/targets: there is no line for launches rounds"},
                 {"5 other\nx launches rounds\n", "/targets:2: expected a number of warp "},
                 {"0 launches rounds\n", "/targets:1: expected a number of warp "},
                 {"5/ launches rounds\n", "/targets:1: expected a number of warp "},
                 {"5/0 launches rounds\n", "/targets:1: expected a number of warp "}};
    auto_run run;
    g_autofree char *in = g_strdup_printf("--targets %s", targets);
    ck_assert(g_file_set_contents(targets, cases[_i].text, -1, NULL));
    run_program(&run, in, "launches rounds");
    ck_assert_int_eq(run.exit_code, EXIT_BAD_INPUT);
    assert_complains(&run, cases[_i].complaint);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("programs that share a GPU");
    TCase *tests = tcase_create("all");
    tcase_set_timeout(tests, 60);
    tcase_add_checked_fixture(tests, set_up, tear_down);
    tcase_add_test(tests, two_programs_of_one_command_line);
    tcase_add_loop_test(tests, a_faulting_program_ends_alone, 0, 3);
    tcase_add_test(tests, pairs_of_sms_decide_for_two_programs);
    tcase_add_test(tests, nothing_behind_and);
    tcase_add_test(tests, targets_end_programs);
    tcase_add_test(tests, targets_are_of_all_launches);
    tcase_add_test(tests, lines_of_other_programs_stay);
    tcase_add_loop_test(tests, bad_targets_are_named, 0, 5);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
