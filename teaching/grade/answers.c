/* SPDX-License-Identifier: BSD-3-Clause */
#include "teaching/grade/answers.h"
#include "base/input_error.h"
#include <string.h>

/* A page of answers is a thousandth of this. ASSUMED. */
enum { MOST_BYTES = 1 << 20 };

static gboolean add_line(struct answers *answers, char *line, unsigned number, GError **error)
{
    char *comment = strchr(line, '#');
    if (comment)
        *comment = '\0';
    g_strstrip(line);
    if (!*line)
        return TRUE;
    char *sign = strchr(line, '=');
    if (!sign)
        return input_error_at(error, answers->file, number,
                              "expected name = value, found \"%.60s\"", line);
    *sign = '\0';
    char *name = g_strstrip(line), *value = g_strstrip(sign + 1);
    if (!*name)
        return input_error_at(error, answers->file, number, "there is no name before the =");
    if (g_hash_table_contains(answers->values, name))
        return input_error_at(error, answers->file, number, "\"%.60s\" is answered twice", name);
    g_hash_table_insert(answers->values, g_strdup(name), g_strdup(value));
    return TRUE;
}

struct answers *answers_parse(const char *file, const char *text, gsize length, GError **error)
{
    if (length > MOST_BYTES || !g_utf8_validate(text, (gssize)length, NULL)) {
        input_error_at(error, file, 0, "it is no text of at most a megabyte");
        return NULL;
    }
    struct answers *answers = g_new0(struct answers, 1);
    answers->file = g_strdup(file);
    answers->folder = g_path_get_dirname(file);
    answers->values = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, g_free);
    g_auto(GStrv) lines = g_strsplit(text, "\n", -1);
    for (unsigned i = 0; lines[i]; i++)
        if (!add_line(answers, lines[i], i + 1, error)) {
            answers_free(answers);
            return NULL;
        }
    return answers;
}

struct answers *answers_load(const char *path, GError **error)
{
    g_autofree char *text = NULL;
    gsize length;
    g_autoptr(GError) problem = NULL;
    if (!g_file_get_contents(path, &text, &length, &problem)) {
        input_error_at(error, path, 0, "cannot read it: %s", problem->message);
        return NULL;
    }
    return answers_parse(path, text, length, error);
}

void answers_free(struct answers *answers)
{
    if (!answers)
        return;
    g_free(answers->file);
    g_free(answers->folder);
    g_hash_table_destroy(answers->values);
    g_free(answers);
}

const char *answers_get(const struct answers *answers, const char *name)
{
    const char *value = g_hash_table_lookup(answers->values, name);
    return value && *value ? value : NULL;
}

char *answers_path(const struct answers *answers, const char *name)
{
    const char *file = answers ? answers_get(answers, name) : NULL;
    if (!file || g_path_is_absolute(file))
        return g_strdup(file);
    return g_build_filename(answers->folder, file, NULL);
}
