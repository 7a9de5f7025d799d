/* SPDX-License-Identifier: BSD-3-Clause */
#include "policies/policy_files.h"

#include <glib.h>
#include <string.h>

char *policy_value_beside(const char *assignment, const char *folder)
{
    const char *equals = strchr(assignment, '=');
    if (!equals || equals[1] == '\0' || g_path_is_absolute(equals + 1))
        return g_strdup(assignment);
    g_autofree char *absolute = g_canonicalize_filename(folder, NULL);
    g_autofree char *path = g_canonicalize_filename(equals + 1, absolute);
    if (!g_file_test(path, G_FILE_TEST_IS_REGULAR))
        return g_strdup(assignment);
    return g_strdup_printf("%.*s=%s", (int)(equals - assignment), assignment, path);
}

char *policy_text_beside(const char *text, const char *folder)
{
    g_auto(GStrv) words = g_strsplit(text, " ", -1);
    for (char **word = words; *word; word++) {
        char *found = policy_value_beside(*word, folder);
        g_free(*word);
        *word = found;
    }
    return g_strjoinv(" ", words);
}

char *policy_text_beside_file(const char *text, const char *file)
{
    g_autofree char *folder = g_path_get_dirname(file);
    return policy_text_beside(text, folder);
}
