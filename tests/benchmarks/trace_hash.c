/* SPDX-License-Identifier: BSD-3-Clause */
#include "tests/benchmarks/trace_hash.h"

#include <stdbool.h>

enum { DIGITS = 16 };

static bool add_file(GChecksum *sum, const char *folder, const char *name, char **text,
                     GError **error)
{
    g_autofree char *path = g_build_filename(folder, name, NULL);
    gsize length;
    if (!g_file_get_contents(path, text, &length, error))
        return false;
    g_checksum_update(sum, (const guchar *)*text, (gssize)length);
    return true;
}

char *trace_hash(const char *folder, GError **error)
{
    g_autoptr(GChecksum) sum = g_checksum_new(G_CHECKSUM_SHA256);
    g_autofree char *list = NULL;
    if (!add_file(sum, folder, "kernelslist.g", &list, error))
        return NULL;
    g_auto(GStrv) lines = g_strsplit(list, "\n", -1);
    for (char **line = lines; *line; line++) {
        g_autofree char *text = NULL;
        if (g_str_has_prefix(*line, "kernel-") && !add_file(sum, folder, *line, &text, error))
            return NULL;
    }
    return g_strndup(g_checksum_get_string(sum), DIGITS);
}
