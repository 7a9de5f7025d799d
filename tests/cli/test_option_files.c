/* SPDX-License-Identifier: BSD-3-Clause */
/* Options that name files: those that are read are the inputs of a run's provenance, those that are
 * written are tried before it. */
#include "cli/options/option_files.h"
#include "study/key.h"
#include <check.h>
#include <glib/gstdio.h>
#include <string.h>

static char *path;

static void set_up(void)
{
    path = g_strdup("option-file-XXXXXX");
    int file = g_mkstemp(path);
    ck_assert_int_ge(file, 0);
    g_close(file, NULL);
}

static void tear_down(void)
{
    g_remove(path);
    g_clear_pointer(&path, g_free);
}

/* Parses "--NAME FILE". *file: where its name is put; g_free. */
static GArray *parse(const struct file_option *option, const char *file, char **into)
{
    GArray *files = g_array_new(FALSE, FALSE, sizeof(struct option_file));
    g_autoptr(GOptionContext) context = g_option_context_new(NULL);
    const GOptionEntry entries[] = {
        {option->name + 2, 0, 0, G_OPTION_ARG_FILENAME, into, "", "FILE"}, {0}};
    g_auto(GStrv) words = g_new0(char *, 4);
    words[0] = g_strdup("simgpu");
    words[1] = g_strdup(option->name);
    words[2] = g_strdup(file);
    option_files_add(files, context, entries);
    ck_assert(g_option_context_parse_strv(context, &words, NULL));
    return files;
}

static bool lists(const GPtrArray *inputs, const char *file)
{
    bool found = false;
    for (guint i = 0; i < inputs->len; i++)
        found |= strcmp(((const struct input_file *)inputs->pdata[i])->path, file) == 0;
    return found;
}

START_TEST(inputs_are_told)
{
    static char *none[] = {NULL};
    static char platform[] = "no-platform", workload[] = "no-workload";
    static const char *const no_dirs[] = {NULL};
    const struct key_context context = {.search_dirs = no_dirs};
    unsigned n = 0;
    for (const struct file_option *option = file_options; option->name; option++) {
        g_autofree char *file = NULL;
        g_autoptr(GArray) files = parse(option, path, &file);
        g_autofree char **words = option_files_inputs(files);
        const struct study_setting setting = {.platform = platform,
                                              .workload = workload,
                                              .set = none,
                                              .plugins = none,
                                              .options = words};
        g_autoptr(GPtrArray) inputs = study_input_files(&setting, &context);
        ck_assert_msg(lists(inputs, path) == (option->use == FILE_IS_READ), "%s", option->name);
        n += option->use == FILE_IS_READ;
    }
    ck_assert_uint_ge(n, 4);
}
END_TEST

START_TEST(outputs_are_tried)
{
    static const char nowhere[] = "no/such/folder/file";
    for (const struct file_option *option = file_options; option->name; option++) {
        g_autofree char *file = NULL, *other = NULL;
        g_autoptr(GError) error = NULL;
        g_autoptr(GArray) good = parse(option, "-", &file);
        g_autoptr(GArray) bad = parse(option, nowhere, &other);
        bool written = option->use == FILE_IS_WRITTEN || option->use == FILE_IS_AMENDED;
        ck_assert(option_files_check(good, NULL));
        ck_assert_msg(option_files_check(bad, &error) != written, "%s", option->name);
        ck_assert(!written || strstr(error->message, nowhere));
    }
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("option files");
    TCase *tests = tcase_create("option files");
    tcase_add_checked_fixture(tests, set_up, tear_down);
    tcase_add_test(tests, inputs_are_told);
    tcase_add_test(tests, outputs_are_tried);
    suite_add_tcase(suite, tests);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed != 0;
}
