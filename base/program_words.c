/* SPDX-License-Identifier: BSD-3-Clause */
#include "base/program_words.h"

GPtrArray *program_words_split(char *const *words)
{
    GPtrArray *programs = g_ptr_array_new_with_free_func((GDestroyNotify)g_strfreev);
    for (char *const *word = words;; word++) {
        g_autoptr(GStrvBuilder) one = g_strv_builder_new();
        for (; *word && !g_str_equal(*word, PROGRAM_WORDS_AND); word++)
            g_strv_builder_add(one, *word);
        g_ptr_array_add(programs, g_strv_builder_end(one));
        if (!*word)
            return programs;
    }
}
