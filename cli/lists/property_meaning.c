/* SPDX-License-Identifier: BSD-3-Clause */
#include "cli/lists/property_meaning.h"
#include <glib.h>
#include <string.h>

/* Whether the name is the pattern's, whose star stands for one word, two at its end for any. */
static gboolean matches(const char *pattern, const char *name)
{
    g_auto(GStrv) wanted = g_strsplit(pattern, ".", -1);
    g_auto(GStrv) words = g_strsplit(name, ".", -1);
    guint n = g_strv_length(words);
    if (g_str_has_suffix(pattern, ".**"))
        return strncmp(pattern, name, strlen(pattern) - 2) == 0;
    if (g_strv_length(wanted) != n)
        return FALSE;
    for (guint i = 0; i < n; i++)
        if (!g_str_equal(wanted[i], "*") && !g_str_equal(wanted[i], words[i]))
            return FALSE;
    return TRUE;
}

const struct property_meaning *property_meaning(const char *model, const char *name)
{
    for (const struct property_meaning *row = property_meanings; row->model; row++)
        if (g_str_equal(row->model, model) && matches(row->name, name))
            return row;
    return NULL;
}
