/* SPDX-License-Identifier: BSD-3-Clause */
/* --list-properties says of each property of each platform what it means and where its value
 * stands, and the table of meanings has nothing that no platform has. */
#include "cli/lists/property_meaning.h"
#include "tests/rigs/command.h"
#include <check.h>
#include <string.h>

/* Of the command with a platform, or alone. g_free. */
static char *output_of(const char *platform, const char *option, const char *more)
{
    g_autoptr(GPtrArray) command = command_new();
    if (platform)
        command_add(command, "%s", platform);
    command_add(command, "%s", option);
    if (more)
        command_add(command, "%s", more);
    auto_outcome outcome;
    command_run(command, &outcome);
    ck_assert_msg(outcome.exit_code == EXIT_DONE, "%s", outcome.err);
    return g_steal_pointer(&outcome.out);
}

/* The groups of the platforms that come with simgpu, by model. */
static const struct {
    const char *group, *model;
} groups[] = {{"host", "host"},     {"gpu", "gpu"},    {"front", "dispatcher"}, {"sm", "sm"},
              {"xbar", "crossbar"}, {"l2", "l2_bank"}, {"dram", "dram_channel"}};

/* Marks the row of a property, "sm.l1d.size". */
static void mark(GHashTable *seen, const char *property)
{
    const char *name = strchr(property, '.');
    for (size_t i = 0; i < G_N_ELEMENTS(groups); i++) {
        gsize length = strlen(groups[i].group);
        if ((gsize)(name - property) != length || strncmp(property, groups[i].group, length) != 0)
            continue;
        const struct property_meaning *row = property_meaning(groups[i].model, name + 1);
        ck_assert_msg(row != NULL, "no meaning of %s", property);
        g_hash_table_add(seen, (gpointer)row);
    }
}

static void read_list(GHashTable *seen, const char *platform)
{
    g_autofree char *list = output_of(platform, "--list-properties", NULL);
    g_auto(GStrv) lines = g_strsplit(list, "\n", -1);
    for (char **line = lines; *line && **line; line += 2) {
        g_auto(GStrv) words = g_strsplit(*line, " ", 2);
        ck_assert_msg(strlen(*line) > 70, "%s: no unit in \"%s\"", platform, *line);
        ck_assert_msg(line[1] && g_str_has_prefix(line[1], "    ") && line[1][4] != ' ',
                      "%s: %s has no meaning", platform, words[0]);
        /* of a cluster */
        if (g_str_has_suffix(words[0], ".count") && strcmp(words[0], "gpu.count") != 0)
            continue;
        ck_assert_msg(strstr(line[1], ".xml:") != NULL, "%s: %s has no source", platform, words[0]);
        mark(seen, words[0]);
    }
}

START_TEST(every_property_has_a_meaning_and_none_is_left_over)
{
    g_autoptr(GHashTable) seen = g_hash_table_new(NULL, NULL);
    g_autofree char *platforms = output_of(NULL, "--list-platforms", NULL);
    g_auto(GStrv) lines = g_strsplit(platforms, "\n", -1);
    unsigned n = 0;
    for (char **line = lines; *line && **line; line++, n++) {
        g_auto(GStrv) words = g_strsplit(*line, " ", 2);
        read_list(seen, words[0]);
    }
    ck_assert_uint_ge(n, 4);
    for (const struct property_meaning *row = property_meanings; row->model; row++) {
        ck_assert_msg(g_hash_table_contains(seen, row), "nothing has %s of %s", row->name,
                      row->model);
        ck_assert_msg(g_str_has_suffix(row->meaning, ".") && !strstr(row->meaning, "\n"),
                      "%s: no sentence", row->name);
    }
}
END_TEST

START_TEST(a_value_that_was_set_says_so)
{
    g_autofree char *list =
        output_of("fermi-gtx480", "--list-properties", "--set=sm.l1d.size=32KiB");
    ck_assert_ptr_nonnull(strstr(list, " (--set sm.l1d.size=32KiB)\n"));
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("property meanings");
    TCase *tests = tcase_create("all");
    tcase_set_timeout(tests, 60);
    tcase_add_test(tests, every_property_has_a_meaning_and_none_is_left_over);
    tcase_add_test(tests, a_value_that_was_set_says_so);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
