/* SPDX-License-Identifier: BSD-3-Clause */
#include "tests/suite/programs.h"
#include "tests/rigs/folder.h"
#include <string.h>

enum { TIMEOUT_S = 120 };

/* Outside of tests, too, where Check's assertions can't be used. */
GPtrArray *suite_of_tests(void)
{
    g_autoptr(GError) error = NULL;
    const char *root = g_getenv("SIMGPU_TEST_ROOT");
    if (!root)
        g_error("SIMGPU_TEST_ROOT is not set; use meson test");
    g_autofree char *path = g_build_filename(root, "workloads", "suite", "suite.json", NULL);
    GPtrArray *list = suite_list_read(path, &error);
    if (!list)
        g_error("%s", error->message);
    return list;
}

static GPtrArray *command_of(const struct suite_program *program, const char *json,
                             const char *option)
{
    GPtrArray *command = command_new();
    g_ptr_array_add(command, source_path(FERMI));
    command_add(command, "--json=%s", json);
    if (option)
        command_add(command, "%s", option);
    command_add(command, "--");
    command_add(command, "%s/%s", test_environment("SIMGPU_TEST_PROGRAMS"), program->name);
    for (char **argument = program->arguments[SUITE_TINY]; *argument; argument++)
        command_add(command, "%s", *argument);
    return command;
}

JsonNode *run_program(int index, const char *option)
{
    g_autoptr(GPtrArray) list = suite_of_tests();
    const struct suite_program *program = list->pdata[index];
    char *folder = folder_new();
    g_autofree char *json = g_build_filename(folder, "result.json", NULL);
    g_autoptr(GPtrArray) command = command_of(program, json, option);
    auto_outcome outcome;
    command_run(command, &outcome);
    g_autofree char *verdict = g_strdup_printf("%s: passed\n", program->name);
    ck_assert_msg(outcome.exit_code == EXIT_DONE && *outcome.err == '\0' &&
                      strstr(outcome.out, verdict) != NULL,
                  "%s%s: exit code %d\n%s%s", program->name, option ? option : "",
                  outcome.exit_code, outcome.out, outcome.err);
    g_autofree char *text = NULL;
    ck_assert(g_file_get_contents(json, &text, NULL, NULL));
    folder_remove(folder);
    return result_parse(text);
}

void add_test_of_all(Suite *suite, const char *name, const TTest *test)
{
    g_autoptr(GPtrArray) list = suite_of_tests();
    TCase *tests = tcase_create(name);
    tcase_set_timeout(tests, TIMEOUT_S);
    tcase_add_loop_test(tests, test, 0, (int)list->len);
    suite_add_tcase(suite, tests);
}
