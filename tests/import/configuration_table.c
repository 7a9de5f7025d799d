/* SPDX-License-Identifier: BSD-3-Clause */
#include "tests/import/configuration_table.h"
#include "tests/rigs/folder.h"

#include <string.h>

const struct configuration *configuration_named(const struct configuration_table *table,
                                                const char *name)
{
    for (unsigned i = 0; i < CONFIGURATIONS; i++)
        if (table->all[i].name && strcmp(table->all[i].name, name) == 0)
            return &table->all[i];
    ck_abort_msg("no configuration %s before this one", name);
}

/* "NAME", or "NAME like NAME". */
static void begin(const struct configuration_table *table, struct configuration *configuration,
                  const char *header)
{
    g_auto(GStrv) words = g_strsplit(header, " like ", 2);
    configuration->options =
        g_string_new(words[1] ? configuration_named(table, words[1])->options->str : "");
    configuration->name = g_strdup(words[0]);
}

void configuration_table_read(struct configuration_table *table)
{
    struct configuration *all = table->all;
    *table = (struct configuration_table){0};
    g_autofree char *path = source_path("tests/import/configurations.txt"), *text = NULL;
    ck_assert(g_file_get_contents(path, &text, NULL, NULL));
    g_auto(GStrv) lines = g_strsplit(text, "\n", -1);
    int n = -1;
    for (char **line = lines; *line; line++) {
        if (g_str_has_prefix(*line, "= ")) {
            ck_assert_int_lt(++n, CONFIGURATIONS);
            begin(table, &all[n], *line + 2);
        } else if (**line == '>' || **line == '!') {
            all[n].expected = g_strdup(*line);
        } else if (**line == '-') {
            g_string_append_printf(all[n].options, "%s\n", *line);
        }
    }
    ck_assert_int_eq(n, CONFIGURATIONS - 1);
}

void configuration_table_clear(struct configuration_table *table)
{
    struct configuration *all = table->all;
    for (unsigned i = 0; i < CONFIGURATIONS; i++) {
        g_free(all[i].name);
        g_free(all[i].expected);
        g_string_free(all[i].options, TRUE);
    }
}

void configuration_import(const char *folder, const char *options, struct outcome *outcome)
{
    g_autofree char *config = folder_write(folder, "gpgpusim.config", options, strlen(options));
    g_autofree char *platform = g_build_filename(folder, "platform.xml", NULL);
    g_autoptr(GPtrArray) command = command_new();
    command_add(command, "import-config");
    command_add(command, "%s", config);
    command_add(command, "-o");
    command_add(command, "%s", platform);
    command_run(command, outcome);
}
