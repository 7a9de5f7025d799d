/* SPDX-License-Identifier: BSD-3-Clause */
/* A program with bulk copies, tensor maps and mbarriers: on the H100 and only computed. */
#include "tests/programs/run.h"
#include "tests/rigs/folder.h"
#include <string.h>

static const char *const cases[] = {"bulk boxes", "bulk rings"};

/* The result of the case on the platform with these options. */
static JsonNode *run_on(const char *platform, const char *option, const char *words,
                        struct outcome *o)
{
    char *folder = folder_new();
    g_autoptr(GPtrArray) command = program_command(option, folder, words);
    for (guint i = 0; i < command->len; i++)
        if (command->pdata[i] && g_str_has_suffix(command->pdata[i], "fermi-gtx480.xml")) {
            g_free(command->pdata[i]);
            command->pdata[i] = source_path(platform);
        }
    command_run(command, o);
    g_autofree char *path = g_build_filename(folder, "result.json", NULL), *text = NULL;
    const bool done = o->exit_code == EXIT_DONE && g_file_get_contents(path, &text, NULL, NULL);
    folder_remove(folder);
    return done ? result_parse(text) : NULL;
}

static const char hopper[] = "platforms/hopper-h100.xml";

/* And every byte that the engine asks for arrives, however far actors run ahead. */
START_TEST(it_is_right_on_the_h100)
{
    auto_outcome o, slow;
    g_autoptr(JsonNode) result = run_on(hopper, NULL, cases[_i], &o);
    ck_assert_msg(o.exit_code == EXIT_DONE, "%s", o.err);
    ck_assert_msg(strstr(o.out, "wrong 0\n") != NULL, "%s", o.out);
    const uint64_t asked = result_number(result, "totals.sm.tma_bytes_asked");
    ck_assert_uint_gt(asked, 0);
    ck_assert_uint_eq(asked, result_number(result, "totals.sm.tma_bytes_arrived"));
    g_autoptr(JsonNode) again = run_on(hopper, "--set=engine.lookahead=1", cases[_i], &slow);
    g_autofree char *expected = result_without_host(result), *actual = result_without_host(again);
    assert_same_result(expected, actual, cases[_i]);
}
END_TEST

START_TEST(it_is_right_when_only_computed)
{
    auto_run run;
    run_well(&run, "--functional", cases[_i]);
    assert_line(&run, "wrong 0");
}
END_TEST

START_TEST(a_gpu_without_an_engine_says_so)
{
    auto_outcome o;
    ck_assert_ptr_null(run_on("platforms/ampere-a100.xml", NULL, cases[_i], &o));
    ck_assert_int_ne(o.exit_code, EXIT_DONE);
    ck_assert_msg(strstr(o.err, "no TMA engine") != NULL, "%s", o.err);
}
END_TEST

static double cycles_of(const char *words)
{
    auto_outcome o;
    g_autoptr(JsonNode) result = run_on(hopper, NULL, words, &o);
    const char *line = strstr(o.out, "cycles ");
    ck_assert_msg(result && line, "%s", o.err);
    return g_ascii_strtod(line + strlen("cycles "), NULL);
}

/* HPMLL (an H800): 365 to 369 cycles from L2 and 744 to 754 from DRAM, one copy after the other.
 * What the program does between them cancels out. */
START_TEST(dram_takes_as_much_longer_as_measured)
{
    const double longer = cycles_of("bulk chase 8192") - cycles_of("bulk chase 0");
    ck_assert_msg(longer > 0.9 * 375 && longer < 1.1 * 389, "%g cycles", longer);
}
END_TEST

START_TEST(the_explanation_has_them)
{
    auto_outcome o;
    g_autoptr(JsonNode) result = run_on(hopper, "--explain", "bulk rings", &o);
    ck_assert_msg(result != NULL, "%s", o.err);
    g_autoptr(GRegex) blanks = g_regex_new("\\s+", 0, 0, NULL);
    g_autofree char *text = g_regex_replace_literal(blanks, o.out, -1, 0, " ", 0, NULL);
    static const char *const said[] = {"The TMA engines carry out ", " times at mbarriers, ",
                                       ": copies that begin earlier would hide more of it",
                                       "the TMA engines ",
                                       "waits at barriers, mbarriers and fences"};
    for (unsigned i = 0; i < G_N_ELEMENTS(said); i++)
        ck_assert_msg(strstr(text, said[i]) != NULL, "no \"%s\" in: %s", said[i], text);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("bulk");
    TCase *tests = tcase_create("all");
    tcase_set_timeout(tests, 100);
    tcase_add_loop_test(tests, it_is_right_on_the_h100, 0, (int)G_N_ELEMENTS(cases));
    tcase_add_loop_test(tests, it_is_right_when_only_computed, 0, (int)G_N_ELEMENTS(cases));
    tcase_add_loop_test(tests, a_gpu_without_an_engine_says_so, 0, 1);
    tcase_add_test(tests, the_explanation_has_them);
    tcase_add_test(tests, dram_takes_as_much_longer_as_measured);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
