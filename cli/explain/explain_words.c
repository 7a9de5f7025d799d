/* SPDX-License-Identifier: BSD-3-Clause */
#include "cli/explain/explain_words.h"
#include <stdlib.h>
#include <string.h>

static int by_amount(const void *a, const void *b)
{
    double x = ((const struct share *)a)->amount, y = ((const struct share *)b)->amount;
    return x < y ? 1 : x > y ? -1 : 0;
}

void explain_field(GString *text, const char *label, const char *words)
{
    enum { COLUMNS = 100, INDENT = 14 };
    g_auto(GStrv) all = g_strsplit(words, " ", -1);
    gsize column = INDENT;
    g_string_append_printf(text, "  %-*s", INDENT - 3, label);
    for (char **word = all; *word; word++) {
        if (column + 1 + strlen(*word) > COLUMNS) {
            g_string_append_printf(text, "\n%*s", INDENT - 1, "");
            column = INDENT;
        }
        g_string_append_printf(text, " %s", *word);
        column += 1 + strlen(*word);
    }
    g_string_append_c(text, '\n');
}

void explain_largest(GString *text, struct share *shares, unsigned n, unsigned most, double whole)
{
    qsort(shares, n, sizeof *shares, by_amount);
    for (unsigned i = 0; i < MIN(n, most) && explain_percent(shares[i].amount, whole) >= 1; i++)
        g_string_append_printf(text, "%s%.1f %% %s", i == 0 ? "" : "; ",
                               explain_percent(shares[i].amount, whole), shares[i].text);
}
