/* SPDX-License-Identifier: BSD-3-Clause */
#include "tests/lint/source_table.h"
#include <string.h>

static void row_free(gpointer data)
{
    struct source_row *row = data;
    g_free(row->group);
    g_free(row->names);
    g_free(row->values);
    g_free(row->origin);
    g_free(row);
}

static void section_free(gpointer data)
{
    struct source_section *section = data;
    g_free(section->file);
    g_free(section->base);
    g_ptr_array_unref(section->rows);
    g_free(section);
}

static struct source_section *section_new(const char *file)
{
    struct source_section *section = g_new0(struct source_section, 1);
    section->file = g_strstrip(g_strdup(file));
    section->rows = g_ptr_array_new_with_free_func(row_free);
    return section;
}

/* What stands between the first pair of back quotes; NULL if there is none. */
static char *quoted(const char *line)
{
    const char *from = strchr(line, '`');
    const char *to = from != NULL ? strchr(from + 1, '`') : NULL;
    return to != NULL ? g_strndup(from + 1, (gsize)(to - from - 1)) : NULL;
}

struct reader {
    GPtrArray *sections;
    struct source_section *section; /* NULL before the first */
    char *group;
    gboolean in_table;
};

static void read_row(struct reader *reader, const char *line, unsigned number)
{
    g_auto(GStrv) cells = g_strsplit(line, "|", 5);
    if (g_strv_length(cells) != 5)
        return;
    for (unsigned i = 1; i <= 3; i++)
        g_strstrip(cells[i]);
    if (strcmp(cells[1], "property") == 0)
        reader->in_table = TRUE;
    else if (reader->in_table && !g_str_has_prefix(cells[1], "---")) {
        struct source_row *row = g_new0(struct source_row, 1);
        *row = (struct source_row){number, g_strdup(reader->group), g_strdup(cells[1]),
                                   g_strdup(cells[2]), g_strdup(cells[3])};
        g_ptr_array_add(reader->section->rows, row);
    }
}

static void read_line(struct reader *reader, const char *line, unsigned number)
{
    if (g_str_has_prefix(line, "## ")) {
        reader->section = g_str_has_suffix(line, ".xml") ? section_new(line + 3) : NULL;
        if (reader->section)
            g_ptr_array_add(reader->sections, reader->section);
    }
    if (line[0] != '|')
        reader->in_table = FALSE;
    if (line[0] == '#') {
        g_free(reader->group);
        reader->group = g_str_has_prefix(line, "### ") ? quoted(line) : NULL;
    }
    if (!reader->section)
        return;
    if (line[0] == '|')
        read_row(reader, line, number);
    if (g_str_has_prefix(line, "As `") && strstr(line, "` unless listed") != NULL) {
        g_free(reader->section->base);
        reader->section->base = quoted(line);
    }
}

GPtrArray *source_table_parse(const char *text)
{
    struct reader reader = {.sections = g_ptr_array_new_with_free_func(section_free)};
    g_auto(GStrv) lines = g_strsplit(text, "\n", -1);
    for (unsigned i = 0; lines[i] != NULL; i++)
        read_line(&reader, lines[i], i + 1);
    g_free(reader.group);
    return reader.sections;
}

const struct source_section *source_table_find(const GPtrArray *sections, const char *file)
{
    for (guint i = 0; i < sections->len; i++) {
        const struct source_section *section = g_ptr_array_index(sections, i);
        if (strcmp(section->file, file) == 0)
            return section;
    }
    return NULL;
}
