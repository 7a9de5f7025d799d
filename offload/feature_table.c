/* SPDX-License-Identifier: BSD-3-Clause */
#include "offload/feature_table.h"
#include "base/input_error.h"
#include <math.h>
#include <string.h>

/* ---- reading ----------------------------------------------------------------------------------
 */

struct reader {
    const char *file, *at;
    unsigned line;
};

/* Behind the opening quote, up to and with the closing one. */
static bool read_quoted(struct reader *reader, GString *cell, GError **error)
{
    const unsigned begun = reader->line;
    for (; *reader->at; reader->at++) {
        if (*reader->at == '"' && reader->at[1] != '"') {
            reader->at++;
            if (*reader->at && !strchr(",\r\n", *reader->at))
                return input_error_at(error, reader->file, reader->line,
                                      "expected a comma behind a quoted field");
            return true;
        }
        reader->at += *reader->at == '"';
        reader->line += *reader->at == '\n';
        g_string_append_c(cell, *reader->at);
    }
    return input_error_at(error, reader->file, begun, "a quoted field has no end");
}

static bool read_cell(struct reader *reader, GString *cell, GError **error)
{
    g_string_truncate(cell, 0);
    if (*reader->at == '"') {
        reader->at++;
        return read_quoted(reader, cell, error);
    }
    const size_t length = strcspn(reader->at, ",\r\n");
    g_string_append_len(cell, reader->at, (gssize)length);
    reader->at += length;
    return true;
}

/* The cells up to the line's end, which is passed. NULL with an error. */
static GStrv read_line(struct reader *reader, GError **error)
{
    g_autoptr(GStrvBuilder) cells = g_strv_builder_new();
    g_autoptr(GString) cell = g_string_new(NULL);
    for (bool more = true; more;) {
        if (!read_cell(reader, cell, error))
            return NULL;
        g_strv_builder_add(cells, cell->str);
        more = *reader->at == ',';
        reader->at += more;
    }
    reader->at += *reader->at == '\r';
    if (*reader->at == '\n') {
        reader->at++;
        reader->line++;
    }
    return g_strv_builder_end(cells);
}

static void skip_empty_lines(struct reader *reader)
{
    for (; *reader->at == '\n' || *reader->at == '\r'; reader->at++)
        reader->line += *reader->at == '\n';
}

static void row_free(void *data)
{
    struct feature_row *row = data;
    g_strfreev(row->cells);
    g_free(row);
}

static bool check_columns(const struct feature_table *table, unsigned line, GError **error)
{
    for (unsigned i = 0; i < table->n_columns; i++) {
        if (!table->columns[i][0])
            return input_error_at(error, table->file, line, "column %u has no name", i + 1);
        if (feature_table_find(table, table->columns[i]) != (int)i)
            return input_error_at(error, table->file, line, "there are two columns \"%s\"",
                                  table->columns[i]);
    }
    return true;
}

static bool read_rows(struct feature_table *table, struct reader *reader, GError **error)
{
    for (skip_empty_lines(reader); *reader->at; skip_empty_lines(reader)) {
        struct feature_row *row = g_new0(struct feature_row, 1);
        g_ptr_array_add(table->rows, row);
        row->line = reader->line;
        row->cells = read_line(reader, error);
        if (!row->cells)
            return false;
        const unsigned n = g_strv_length(row->cells);
        if (n != table->n_columns)
            return input_error_at(error, table->file, row->line,
                                  "expected %u fields, as the first line has, found %u",
                                  table->n_columns, n);
    }
    return true;
}

struct feature_table *feature_table_parse(const char *file, const char *text, GError **error)
{
    struct reader reader = {.file = file, .at = text, .line = 1};
    struct feature_table *table = g_new0(struct feature_table, 1);
    table->file = g_strdup(file);
    table->rows = g_ptr_array_new_with_free_func(row_free);
    skip_empty_lines(&reader);
    const unsigned line = reader.line;
    bool good = *reader.at || input_error_at(error, file, 0, "expected a line with column names");
    if (good)
        table->columns = read_line(&reader, error);
    table->n_columns = table->columns ? g_strv_length(table->columns) : 0;
    if (!table->columns || !check_columns(table, line, error) ||
        !read_rows(table, &reader, error)) {
        feature_table_free(table);
        return NULL;
    }
    return table;
}

struct feature_table *feature_table_load(const char *file, GError **error)
{
    g_autofree char *text = NULL;
    g_autoptr(GError) problem = NULL;
    size_t length;
    if (!g_file_get_contents(file, &text, &length, &problem)) {
        input_error_at(error, file, 0, "can't be read: %s", problem->message);
        return NULL;
    }
    if (strlen(text) != length || !g_utf8_validate(text, (gssize)length, NULL)) {
        input_error_at(error, file, 0, "expected a text in UTF-8");
        return NULL;
    }
    return feature_table_parse(file, text, error);
}

void feature_table_free(struct feature_table *table)
{
    if (!table)
        return;
    g_free(table->file);
    g_strfreev(table->columns);
    g_ptr_array_unref(table->rows);
    g_free(table);
}

/* ---- asking -----------------------------------------------------------------------------------
 */

int feature_table_find(const struct feature_table *table, const char *column)
{
    for (unsigned i = 0; i < table->n_columns; i++)
        if (strcmp(table->columns[i], column) == 0)
            return (int)i;
    return -1;
}

bool feature_table_column(const struct feature_table *table, const char *column, unsigned *out,
                          GError **error)
{
    const int found = feature_table_find(table, column);
    if (found < 0) {
        g_autofree char *known = g_strjoinv(", ", table->columns);
        return input_error_at(error, table->file, 1, "there is no column \"%s\"; there are: %s",
                              column, known);
    }
    *out = (unsigned)found;
    return true;
}

const char *feature_table_text(const struct feature_table *table, unsigned row, unsigned column)
{
    return ((const struct feature_row *)table->rows->pdata[row])->cells[column];
}

bool feature_table_number(const struct feature_table *table, unsigned row, unsigned column,
                          double *out, GError **error)
{
    const char *text = feature_table_text(table, row, column);
    char *end;
    *out = g_ascii_strtod(text, &end);
    if (*text && !*end && isfinite(*out))
        return true;
    const struct feature_row *where = table->rows->pdata[row];
    return input_error_at(error, table->file, where->line,
                          "column \"%s\" wants a number, not \"%s\"", table->columns[column], text);
}
