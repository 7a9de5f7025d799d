/* SPDX-License-Identifier: BSD-3-Clause */
#include "teaching/grade/grade.h"
#include "teaching/grade/arithmetic.h"
#include "teaching/grade/plugin_build.h"
#include <math.h>
#include <string.h>

static void free_row(gpointer data)
{
    struct grade_row *row = data;
    g_free(row->got);
    g_free(row->expected);
    g_free(row->why);
    g_free(row);
}

void grade_free(struct grade *grade)
{
    if (!grade)
        return;
    g_ptr_array_unref(grade->rows);
    g_ptr_array_unref(grade->unasked);
    g_free(grade);
}

/* As people write: with commas between thousands, and perhaps with a sign of per cent behind. */
static bool read_number(const char *text, double *number)
{
    g_autoptr(GString) plain = g_string_new(NULL);
    for (const char *at = text; *at; at++)
        if (*at != ',' && *at != ' ')
            g_string_append_c(plain, *at);
    if (g_str_has_suffix(plain->str, "%"))
        g_string_truncate(plain, plain->len - 1);
    char *end;
    *number = g_ascii_strtod(plain->str, &end);
    return end != plain->str && *end == '\0' && isfinite(*number);
}

static bool is_near(double got, double expected, const struct lesson_check *check)
{
    /* Answers have as many digits as a person writes: a part in 10^9 is none of them. */
    const double least = 1e-9 * MAX(1, fabs(expected));
    const double tolerance = check->relative ? check->tolerance * fabs(expected) : check->tolerance;
    return fabs(got - expected) <= MAX(tolerance, least);
}

static void check_number(struct grade_row *row, double expected)
{
    double number;
    row->expected = lesson_number(expected);
    if (!row->got)
        row->why = g_strdup("no answer");
    else if (!read_number(row->got, &number))
        row->why = g_strdup("the answer is no number");
    else
        row->right = is_near(number, expected, row->check);
}

static void check_choice(struct grade_row *row)
{
    row->expected = g_strdup(row->check->expected);
    if (!row->got) {
        row->why = g_strdup("no answer");
        return;
    }
    bool known = false;
    for (char **choice = row->check->choices; *choice; choice++)
        known |= g_ascii_strcasecmp(*choice, row->got) == 0;
    row->right = g_ascii_strcasecmp(row->got, row->check->expected) == 0;
    if (!known)
        row->why = g_strdup("the answer is none of the choices");
}

/* Fills in the row. False with an error: the lesson is broken. */
static bool check_row(struct grade_row *row, struct lesson_runs *runs, GError **error)
{
    const struct lesson_check *check = row->check;
    g_autoptr(GError) problem = NULL;
    double value;
    if (check->choices) {
        check_choice(row);
        return true;
    }
    const char *text = check->holds ? check->holds : check->expected;
    if (!arithmetic_evaluate(text, lesson_runs_lookup, runs, &value, &problem)) {
        if (problem->domain != GRADE_FAULT) {
            g_propagate_error(error, g_steal_pointer(&problem));
            return false;
        }
        row->why = g_strdup(problem->message);
        return true;
    }
    if (check->holds) {
        row->right = value != 0;
        row->expected = g_strdup(check->holds);
    } else {
        check_number(row, value);
    }
    return true;
}

static bool is_asked(const struct lesson *lesson, const char *name)
{
    for (guint i = 0; i < lesson->checks->len; i++)
        if (g_strcmp0(((struct lesson_check *)lesson->checks->pdata[i])->answer, name) == 0)
            return true;
    for (guint i = 0; i < lesson->runs->len; i++)
        if (g_strcmp0(((struct lesson_run *)lesson->runs->pdata[i])->plugin, name) == 0 ||
            g_strcmp0(((struct lesson_run *)lesson->runs->pdata[i])->machine, name) == 0)
            return true;
    return false;
}

static int by_text(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

static void find_unasked(struct grade *grade, const struct lesson *lesson,
                         const struct answers *answers)
{
    GHashTableIter iter;
    gpointer name;
    g_hash_table_iter_init(&iter, answers->values);
    while (g_hash_table_iter_next(&iter, &name, NULL))
        if (!is_asked(lesson, name))
            g_ptr_array_add(grade->unasked, g_strdup(name));
    g_ptr_array_sort(grade->unasked, by_text);
}

struct grade *grade_answers(const struct lesson *lesson, const struct answers *answers,
                            struct lesson_runs *runs, GError **error)
{
    struct grade *grade = g_new0(struct grade, 1);
    grade->rows = g_ptr_array_new_with_free_func(free_row);
    grade->unasked = g_ptr_array_new_with_free_func(g_free);
    for (guint i = 0; i < lesson->checks->len; i++) {
        struct grade_row *row = g_new0(struct grade_row, 1);
        row->check = lesson->checks->pdata[i];
        if (row->check->answer)
            row->got = g_strdup(answers_get(answers, row->check->answer));
        g_ptr_array_add(grade->rows, row);
        if (!check_row(row, runs, error)) {
            g_prefix_error(error, "%s: at checks[%u]: ", lesson->file, i);
            grade_free(grade);
            return NULL;
        }
        grade->most += row->check->points;
        grade->points += row->right ? row->check->points : 0;
    }
    find_unasked(grade, lesson, answers);
    return grade;
}
