/* SPDX-License-Identifier: BSD-3-Clause */
#include "cli/options/command_line.h"
#include <stdbool.h>
#include <string.h>

/* Options that decide no result: they say where results go, or who computes them. */
static const char *const outputs[] = {"--json",     "--csv",           "--sample-csv",
                                      "--timeline", "--profile-out",   "--lines-out",
                                      "--features", "--dump-platform", "--threads"};
static const char profile_host[] = "--profile-host";

/* How many words from this one on are such an option. */
static unsigned words_of_output(char *const *word)
{
    if (strcmp(*word, profile_host) == 0)
        return 1;
    for (unsigned i = 0; i < G_N_ELEMENTS(outputs); i++) {
        if (strcmp(*word, outputs[i]) == 0)
            return word[1] ? 2 : 1;
        if (g_str_has_prefix(*word, outputs[i]) && (*word)[strlen(outputs[i])] == '=')
            return 1;
    }
    return 0;
}

char **command_line_of_result(char *const *argv)
{
    GStrvBuilder *words = g_strv_builder_new();
    bool of_program = false;
    g_strv_builder_add(words, "simgpu");
    for (char *const *word = argv[0] ? argv + 1 : argv; *word;) {
        unsigned skipped = of_program ? 0 : words_of_output(word);
        of_program |= strcmp(*word, "--") == 0;
        if (skipped == 0)
            g_strv_builder_add(words, *word);
        word += MAX(skipped, 1);
    }
    char **line = g_strv_builder_end(words);
    g_strv_builder_unref(words);
    return line;
}
