/* SPDX-License-Identifier: BSD-3-Clause */
#include "study/point_command.h"
#include <string.h>

char **point_words(const char *executable, const struct study_point *point, const char *const *more)
{
    GPtrArray *words = g_ptr_array_new();
    bool added = false;
    g_ptr_array_add(words, (char *)executable);
    for (char **word = point->arguments;; word++) {
        for (unsigned i = 0; !added && (!*word || strcmp(*word, "--") == 0) && more[i]; i++)
            g_ptr_array_add(words, (char *)more[i]);
        added |= !*word || strcmp(*word, "--") == 0;
        g_ptr_array_add(words, *word);
        if (!*word)
            break;
    }
    return (char **)g_ptr_array_free(words, FALSE);
}

char *point_command(const char *executable, const struct study_point *point)
{
    static const char *const more[] = {"--check", NULL};
    g_autofree char **words = point_words(executable, point, more);
    GString *text = g_string_new(NULL);
    for (unsigned i = 0; words[i]; i++) {
        bool plain = strspn(words[i], "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
                                      "0123456789_-+./=,:@%") == strlen(words[i]);
        g_autofree char *quoted =
            plain && words[i][0] ? g_strdup(words[i]) : g_shell_quote(words[i]);
        g_string_append_printf(text, "%s%s", i > 0 ? " " : "", quoted);
    }
    return g_string_free(text, FALSE);
}
