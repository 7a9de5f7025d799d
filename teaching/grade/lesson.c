/* SPDX-License-Identifier: BSD-3-Clause */
#include "teaching/grade/lesson.h"
#include "base/input_error.h"
#include <string.h>

static void free_parameter(gpointer data)
{
    struct lesson_parameter *parameter = data;
    g_free(parameter->name);
    g_free(parameter->meaning);
    g_free(parameter->choices);
    g_free(parameter);
}

static void free_run(gpointer data)
{
    struct lesson_run *run = data;
    g_free(run->name);
    g_free(run->platform);
    g_free(run->workload);
    g_free(run->machine);
    g_strfreev(run->options);
    g_free(run->plugin);
    g_free(run);
}

static void free_given(gpointer data)
{
    struct lesson_given *given = data;
    g_free(given->name);
    g_free(given->meaning);
    g_free(given->value);
    g_free(given);
}

static void free_check(gpointer data)
{
    struct lesson_check *check = data;
    g_free(check->answer);
    g_free(check->title);
    g_strfreev(check->choices);
    g_free(check->expected);
    g_free(check->holds);
    g_free(check);
}

struct lesson *lesson_new(const char *folder, const char *file)
{
    struct lesson *lesson = g_new0(struct lesson, 1);
    lesson->folder = g_strdup(folder);
    lesson->file = g_strdup(file);
    g_autofree char *whole = g_canonicalize_filename(folder, NULL);
    lesson->name = g_path_get_basename(whole);
    lesson->parameters = g_ptr_array_new_with_free_func(free_parameter);
    lesson->runs = g_ptr_array_new_with_free_func(free_run);
    lesson->given = g_ptr_array_new_with_free_func(free_given);
    lesson->checks = g_ptr_array_new_with_free_func(free_check);
    return lesson;
}

void lesson_free(struct lesson *lesson)
{
    if (!lesson)
        return;
    g_free(lesson->folder);
    g_free(lesson->file);
    g_free(lesson->name);
    g_free(lesson->title);
    g_ptr_array_unref(lesson->parameters);
    g_ptr_array_unref(lesson->runs);
    g_ptr_array_unref(lesson->given);
    g_ptr_array_unref(lesson->checks);
    g_free(lesson);
}

/* ---- numbers of one's own
 * ------------------------------------------------------------------------ */

/* Source: Steele, Lea, Flood, "Fast Splittable Pseudorandom Number Generators" (OOPSLA 2014): the
 * finalizer of SplitMix64. */
static uint64_t mix(uint64_t x)
{
    x += UINT64_C(0x9E3779B97F4A7C15);
    x = (x ^ x >> 30) * UINT64_C(0xBF58476D1CE4E5B9);
    x = (x ^ x >> 27) * UINT64_C(0x94D049BB133111EB);
    return x ^ x >> 31;
}

void lesson_draw(struct lesson *lesson, uint64_t seed)
{
    for (guint i = 0; i < lesson->parameters->len; i++) {
        struct lesson_parameter *parameter = lesson->parameters->pdata[i];
        uint64_t hash = mix(seed);
        for (const char *at = parameter->name; *at; at++)
            hash = mix(hash ^ (unsigned char)*at);
        parameter->value = parameter->choices[hash % parameter->n_choices];
    }
}

/* ---- by name
 * -------------------------------------------------------------------------------------- */

const struct lesson_parameter *lesson_parameter_find(const struct lesson *lesson, const char *name)
{
    for (guint i = 0; i < lesson->parameters->len; i++) {
        const struct lesson_parameter *parameter = lesson->parameters->pdata[i];
        if (strcmp(parameter->name, name) == 0)
            return parameter;
    }
    return NULL;
}

const struct lesson_run *lesson_run_find(const struct lesson *lesson, const char *name)
{
    for (guint i = 0; i < lesson->runs->len; i++) {
        const struct lesson_run *run = lesson->runs->pdata[i];
        if (strcmp(run->name, name) == 0)
            return run;
    }
    return NULL;
}

char *lesson_number(double value)
{
    char text[G_ASCII_DTOSTR_BUF_SIZE];
    g_ascii_formatd(text, sizeof text, "%.12g", value);
    return g_strdup(text);
}

char *lesson_fill(const struct lesson *lesson, const char *text, GError **error)
{
    GString *filled = g_string_new(NULL);
    while (*text) {
        const char *open = strchr(text, '{'), *close = open ? strchr(open, '}') : NULL;
        if (!close)
            break;
        g_string_append_len(filled, text, open - text);
        g_autofree char *name = g_strndup(open + 1, (gsize)(close - open - 1));
        const struct lesson_parameter *parameter = lesson_parameter_find(lesson, name);
        if (!parameter) {
            g_set_error(error, INPUT_ERROR, 0, "{%s} is none of the lesson's parameters", name);
            g_string_free(filled, TRUE);
            return NULL;
        }
        g_autofree char *number = lesson_number(parameter->value);
        g_string_append(filled, number);
        text = close + 1;
    }
    g_string_append(filled, text);
    return g_string_free(filled, FALSE);
}
