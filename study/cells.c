/* SPDX-License-Identifier: BSD-3-Clause */
#include "study/cells.h"
#include "base/csv_field.h"
#include <math.h>
#include <string.h>

static void free_row(void *row)
{
    g_strfreev(row);
}

struct cells cells_new(unsigned n_left)
{
    return (struct cells){.rows = g_ptr_array_new_with_free_func(free_row), .n_left = n_left};
}

void cells_clear(struct cells *cells)
{
    g_ptr_array_unref(cells->rows);
}

/* ---- numbers */

char *cell_exact(double value)
{
    char text[G_ASCII_DTOSTR_BUF_SIZE];
    if (isnan(value))
        return g_strdup("");
    g_ascii_formatd(text, sizeof text, "%.15g", value);
    if (g_ascii_strtod(text, NULL) != value)
        g_ascii_formatd(text, sizeof text, "%.17g", value);
    return g_strdup(text);
}

bool cells_are_whole(const double *values, unsigned n)
{
    bool whole = true;
    for (unsigned i = 0; i < n; i++)
        whole &= isnan(values[i]) || (values[i] == floor(values[i]) && fabs(values[i]) < 1e15);
    return whole;
}

char *cell_short(double value, bool whole)
{
    char text[G_ASCII_DTOSTR_BUF_SIZE];
    if (isnan(value))
        return g_strdup("-");
    const char *format = whole ? "%.0f" : value != 0 && fabs(value) < 0.1 ? "%.3g" : "%.3f";
    g_ascii_formatd(text, sizeof text, format, value);
    return g_strdup(text);
}

/* ---- CSV */

void cells_append_csv(GString *text, const struct cells *cells)
{
    for (unsigned r = 0; r < cells->rows->len; r++) {
        char **row = cells->rows->pdata[r];
        for (unsigned c = 0; row[c]; c++) {
            if (c > 0)
                g_string_append_c(text, ',');
            csv_field_append(text, row[c]);
        }
        g_string_append(text, "\r\n");
    }
}

/* ---- text */

static void append_cell(GString *text, const char *cell, glong width, bool left)
{
    const glong blanks = width - g_utf8_strlen(cell, -1);
    if (left)
        g_string_append(text, cell);
    for (glong i = 0; i < blanks; i++)
        g_string_append_c(text, ' ');
    if (!left)
        g_string_append(text, cell);
}

void cells_append_text(GString *text, const struct cells *cells)
{
    unsigned n = g_strv_length(cells->rows->pdata[0]);
    g_autofree glong *widths = g_new0(glong, n);
    for (unsigned r = 0; r < cells->rows->len; r++)
        for (unsigned c = 0; c < n; c++)
            widths[c] = MAX(widths[c], g_utf8_strlen(((char **)cells->rows->pdata[r])[c], -1));
    for (unsigned r = 0; r < cells->rows->len; r++) {
        for (unsigned c = 0; c < n; c++) {
            if (c > 0)
                g_string_append(text, "  ");
            bool left = c < cells->n_left || (cells->text_last && c + 1 == n);
            append_cell(text, ((char **)cells->rows->pdata[r])[c], widths[c], left);
        }
        while (text->str[text->len - 1] == ' ')
            g_string_truncate(text, text->len - 1);
        g_string_append_c(text, '\n');
    }
}
