/* SPDX-License-Identifier: BSD-3-Clause */
#include "cli/options/command_line.h"
#include "base/file_options.h"
#include <stdbool.h>
#include <string.h>

/* How many words from this one on are an option that decides no result: it says where results go,
 * or who computes them. */
static unsigned words_left_out(char *const *word)
{
    static const char threads[] = "--threads", profile_host[] = "--profile-host";
    const char *file;
    unsigned n_words;
    const struct file_option *option = file_option_at(word, &file, &n_words);
    if (option)
        return option->use == FILE_IS_WRITTEN ? n_words : 0;
    if (strcmp(*word, threads) == 0)
        return word[1] ? 2 : 1;
    return g_str_has_prefix(*word, "--threads=") || strcmp(*word, profile_host) == 0 ? 1 : 0;
}

char **command_line_of_result(char *const *argv)
{
    GStrvBuilder *words = g_strv_builder_new();
    bool of_program = false;
    g_strv_builder_add(words, "simgpu");
    for (char *const *word = argv[0] ? argv + 1 : argv; *word;) {
        unsigned skipped = of_program ? 0 : words_left_out(word);
        of_program |= strcmp(*word, "--") == 0;
        if (skipped == 0)
            g_strv_builder_add(words, *word);
        word += MAX(skipped, 1);
    }
    char **line = g_strv_builder_end(words);
    g_strv_builder_unref(words);
    return line;
}
