/* SPDX-License-Identifier: BSD-3-Clause */
/* CUDA's names: headers under the names that programs include, and lists of what headers declare,
 * in names/.
 *
 * Environment: that of driver.h.
 */
#include "tests/simgpucc/driver.h"
#include <string.h>

/* The copies and barriers of these headers are instructions from compute capability 8.0 on. */
static const char *const architectures[] = {"-arch=sm_70", "-arch=sm_80"};

START_TEST(test_toolkit_headers)
{
    g_autofree char *program = in_folder("toolkit_headers");
    auto_outcome outcome;
    COMPILE(&outcome, architectures[_i], "../names/toolkit_headers.cu", "-o", program);
    assert_compiles(&outcome);
    assert_program_prints(program, "copies wrong 0, sums wrong 0, depth 3, then 0\n");
}
END_TEST

START_TEST(test_special_functions)
{
    g_autofree char *program = in_folder("special_functions");
    auto_outcome outcome;
    COMPILE(&outcome, "-std=c++17", "../names/special_functions.cu", "-o", program);
    assert_compiles(&outcome);
    assert_program_prints(program, "functions wrong 0, pairs 0\n");
}
END_TEST

START_TEST(test_rare_calls)
{
    g_autofree char *program = in_folder("rare_calls");
    auto_outcome outcome, run;
    COMPILE(&outcome, "../names/rare_calls.cu", "-lcuda", "-o", program);
    assert_compiles(&outcome);
    run_program(program, &run);
    ck_assert_msg(strstr(run.out, "boxes wrong 0, arrays 0, objects 0, answers 0\n"), "%s",
                  run.out);
    ck_assert_msg(strstr(run.out, "refused: 801 801 801 801\n"), "%s", run.out);
    static const char *const names[] = {"cudaImportExternalMemory", "cuTexRefCreate",
                                        "cuImportExternalSemaphore", "cudaGraphicsMapResources"};
    for (unsigned int i = 0; i < G_N_ELEMENTS(names); i++)
        ck_assert_msg(strstr(run.err, names[i]), "%s says nothing: %s", names[i], run.err);
}
END_TEST

START_TEST(test_library_questions)
{
    g_autofree char *program = in_folder("library_questions");
    auto_outcome outcome, run;
    COMPILE(&outcome, "../names/library_questions.cu", "-lcusparse", "-lcusolver", "-lcufft",
            "-lcublasLt", "-lcublas", "-lcusolverMg", "-lcupti", "-lnvJitLink", "-lcuda", "-o",
            program);
    assert_compiles(&outcome);
    run_program(program, &run);
    ck_assert_msg(strstr(run.out, "matrices wrong 0, vectors 0, sizes 1 0, logged 1\n"), "%s",
                  run.out);
    ck_assert_msg(strstr(run.out, "wide wrong 0\n"), "%s", run.out);
    ck_assert_msg(strstr(run.out, "algorithms wrong 0\n"), "%s", run.out);
    ck_assert_msg(strstr(run.out, "links wrong 0\n"), "%s", run.out);
    ck_assert_msg(strstr(run.out, "refused: 10 9 10 9 27\n"), "%s", run.out);
    ck_assert_msg(strstr(run.err, "cusolverDnDsytrf: this call is not supported"), "%s", run.err);
}
END_TEST

/* Lists of names, each with the headers that declare them. */
static const char *const lists[] = {"runtime", "driver"};

/* A program in which each name that is no macro is brought into a namespace of its own. */
static char *program_of(const char *list)
{
    g_autofree char *relative = g_strdup_printf("tests/simgpucc/names/%s.txt", list);
    g_autofree char *path = source_path(relative);
    g_autofree char *text = NULL;
    GString *program = g_string_new(NULL);
    unsigned n = 0;
    ck_assert_msg(g_file_get_contents(path, &text, NULL, NULL), "%s", path);
    g_auto(GStrv) lines = g_strsplit(text, "\n", -1);
    for (char **line = lines; *line; line++) {
        g_auto(GStrv) words = g_strsplit(*line, " ", -1);
        if (g_str_has_prefix(*line, "#include "))
            g_string_append_printf(program, "#include <%s>\n", *line + strlen("#include "));
        else if (**line != '#')
            for (char **word = words; *word && **word; word++)
                g_string_append_printf(program,
                                       "#ifndef %s\nnamespace n%u { using ::%s; }\n#endif\n", *word,
                                       n++, *word);
    }
    ck_assert_msg(n > 1000, "%u names", n);
    return g_string_free(program, FALSE);
}

START_TEST(test_names_are_there)
{
    g_autofree char *text = program_of(lists[_i]);
    g_autofree char *source = folder_write(driver_folder(), "names.cpp", text, strlen(text));
    g_autofree char *object = in_folder("names.o");
    auto_outcome outcome;
    COMPILE(&outcome, "-std=c++17", "-ferror-limit=0", "-c", source, "-o", object);
    assert_compiles(&outcome);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("simgpucc_names");
    TCase *tcase = tcase_create("names");
    tcase_set_timeout(tcase, 60);
    tcase_add_checked_fixture(tcase, driver_set_up, driver_tear_down);
    tcase_add_loop_test(tcase, test_toolkit_headers, 0, G_N_ELEMENTS(architectures));
    tcase_add_test(tcase, test_rare_calls);
    tcase_add_test(tcase, test_library_questions);
    tcase_add_test(tcase, test_special_functions);
    tcase_add_loop_test(tcase, test_names_are_there, 0, G_N_ELEMENTS(lists));
    suite_add_tcase(suite, tcase);
    return run_suite(suite);
}
