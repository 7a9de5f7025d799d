/* SPDX-License-Identifier: BSD-3-Clause */
#include "base/nearest_name.h"

#include <string.h>

/* Insertions, deletions and replacements that turn a into b. */
static unsigned edit_distance(const char *a, const char *b)
{
    size_t length = strlen(b);
    g_autofree unsigned *row = g_new(unsigned, length + 1);
    for (size_t j = 0; j <= length; j++)
        row[j] = (unsigned)j;
    for (size_t i = 1; a[i - 1] != '\0'; i++) {
        unsigned diagonal = row[0];
        row[0] = (unsigned)i;
        for (size_t j = 1; j <= length; j++) {
            unsigned replaced = diagonal + (g_ascii_tolower(a[i - 1]) != g_ascii_tolower(b[j - 1]));
            diagonal = row[j];
            row[j] = MIN(replaced, MIN(row[j], row[j - 1]) + 1);
        }
    }
    return row[length];
}

const char *nearest_name(const char *name, const GPtrArray *names)
{
    /* ASSUMED: a third of a name may be wrong before the guess helps nobody. */
    unsigned best = (unsigned)strlen(name) / 3 + 1;
    const char *nearest = NULL;
    for (guint i = 0; i < names->len; i++) {
        unsigned distance = edit_distance(name, names->pdata[i]);
        if (distance <= best && (nearest == NULL || distance < best)) {
            best = distance;
            nearest = names->pdata[i];
        }
    }
    return nearest;
}

char *nearest_hint(const char *name, const GPtrArray *names)
{
    const char *nearest = nearest_name(name, names);
    return nearest != NULL ? g_strdup_printf("; did you mean '%s'?", nearest) : g_strdup("");
}
