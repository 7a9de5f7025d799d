/* SPDX-License-Identifier: BSD-3-Clause */
#include "teaching/grade/lesson_command.h"
#include "policies/kinds.h"
#include <string.h>

static bool add_filled(const struct lesson *lesson, GPtrArray *words, const char *text,
                       GError **error)
{
    char *filled = lesson_fill(lesson, text, error);
    if (filled)
        g_ptr_array_add(words, filled);
    return filled != NULL;
}

/* Whether the option, or the setting of --set, chooses a policy. */
static bool chooses_policy(const char *option, const char *value)
{
    if (strcmp(option, "--scheduler") == 0 || strcmp(option, "--policy") == 0)
        return true;
    for (unsigned i = 0; strcmp(option, "--set") == 0 && value && i < POLICY_KINDS; i++) {
        const size_t n = strlen(policy_kinds[i]->name);
        if (strncmp(value, policy_kinds[i]->name, n) == 0 && value[n] == '.')
            return true;
    }
    return false;
}

bool lesson_command_words(const struct lesson *lesson, const struct lesson_run *run,
                          const char *machine, bool policies, GPtrArray *words, GError **error)
{
    if (machine)
        g_ptr_array_add(words, g_strdup(machine));
    if ((!machine && !add_filled(lesson, words, run->platform, error)) ||
        !add_filled(lesson, words, run->workload, error))
        return false;
    for (char **option = run->options; *option; option++) {
        if (!policies && chooses_policy(option[0], option[1])) {
            option += option[1] ? 1 : 0;
            continue;
        }
        if (!add_filled(lesson, words, *option, error))
            return false;
    }
    return true;
}

char *lesson_command_text(const struct lesson *lesson, const struct lesson_run *run, GError **error)
{
    g_autoptr(GPtrArray) words = g_ptr_array_new_with_free_func(g_free);
    if (!lesson_command_words(lesson, run, run->machine ? "YOUR-MACHINE" : NULL, true, words,
                              error))
        return NULL;
    GString *text = g_string_new(NULL);
    for (guint i = 0; i < words->len; i++) {
        const char *word = words->pdata[i];
        g_autofree char *quoted = strpbrk(word, " '\"$*") ? g_shell_quote(word) : g_strdup(word);
        g_string_append_printf(text, "%s%s", i > 0 ? " " : "", quoted);
    }
    return g_string_free(text, FALSE);
}
