/* SPDX-License-Identifier: BSD-3-Clause */
#include "teaching/grade/grade_report.h"
#include "base/json/text.h"
#include "teaching/grade/arithmetic.h"
#include "teaching/grade/lesson_command.h"
#include <string.h>

static bool shows(const struct grade_report *report, const struct grade_row *row)
{
    return row->expected && (report->teacher || row->check->reveal);
}

/* "311, expected 310", "no answer", "a holds b": what there is to say behind a check's title. */
static char *verdict(const struct grade_report *report, const struct grade_row *row)
{
    GString *text = g_string_new(NULL);
    if (row->check->answer)
        g_string_append_printf(text, "%s = %s", row->check->answer, row->got ? row->got : "");
    if (row->why)
        g_string_append_printf(text, "%s%s", text->len > 0 ? ": " : "", row->why);
    if (!row->right && shows(report, row))
        g_string_append_printf(text, "%sexpected %s", text->len > 0 ? ", " : "", row->expected);
    return g_string_free(text, FALSE);
}

static void put_title(GString *text, const struct lesson *lesson, const char *seed)
{
    g_string_append_printf(text, "%s: %s", lesson->name, lesson->title);
    if (seed)
        g_string_append_printf(text, " (seed %s)", seed);
    else if (lesson->parameters->len > 0)
        g_string_append(text, " (default numbers, without --seed)");
    g_string_append(text, "\n\n");
}

char *grade_report_text(const struct grade_report *report)
{
    GString *text = g_string_new(NULL);
    put_title(text, report->lesson, report->seed);
    for (guint i = 0; i < report->grade->rows->len; i++) {
        const struct grade_row *row = report->grade->rows->pdata[i];
        g_autofree char *most = lesson_number(row->check->points), *said = verdict(report, row);
        g_string_append_printf(text, "%-6s %3s of %-3s %s\n", row->right ? "right" : "wrong",
                               row->right ? most : "0", most, row->check->title);
        g_auto(GStrv) lines = g_strsplit(said, "\n", -1);
        for (char **line = lines; *line && **line; line++)
            g_string_append_printf(text, "                   %s\n", *line);
    }
    for (guint i = 0; i < report->grade->unasked->len; i++)
        g_string_append_printf(text, "\nNobody asked for \"%s\": is the name right?\n",
                               (char *)report->grade->unasked->pdata[i]);
    g_autofree char *points = lesson_number(report->grade->points);
    g_autofree char *most = lesson_number(report->grade->most);
    g_string_append_printf(text, "\n%s of %s points\n", points, most);
    return g_string_free(text, FALSE);
}

/* ---- tools
 * ----------------------------------------------------------------------------------------- */

static const char *id_of(const struct grade_row *row)
{
    return row->check->answer ? row->check->answer : row->check->title;
}

/* As XML allows it: without most control characters. */
static char *escaped(const char *text)
{
    g_autofree char *valid = g_utf8_make_valid(text, -1);
    for (char *at = valid; *at; at++)
        if ((unsigned char)*at < ' ' && *at != '\n' && *at != '\t')
            *at = '?';
    return g_markup_escape_text(valid, -1);
}

char *grade_report_junit(const struct grade_report *report)
{
    const struct grade *grade = report->grade;
    unsigned wrong = 0;
    for (guint i = 0; i < grade->rows->len; i++)
        wrong += ((struct grade_row *)grade->rows->pdata[i])->right ? 0 : 1;
    g_autofree char *name = escaped(report->lesson->name);
    GString *text = g_string_new("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
    g_string_append_printf(text, "<testsuite name=\"%s\" tests=\"%u\" failures=\"%u\">\n", name,
                           grade->rows->len, wrong);
    for (guint i = 0; i < grade->rows->len; i++) {
        const struct grade_row *row = grade->rows->pdata[i];
        g_autofree char *id = escaped(id_of(row)), *said = verdict(report, row);
        g_autofree char *message = escaped(said);
        g_string_append_printf(text, "  <testcase classname=\"%s\" name=\"%s\"", name, id);
        if (row->right)
            g_string_append(text, "/>\n");
        else
            g_string_append_printf(text, "><failure message=\"%s\"/></testcase>\n", message);
    }
    g_string_append(text, "</testsuite>\n");
    return g_string_free(text, FALSE);
}

char *grade_report_tap(const struct grade_report *report)
{
    const GPtrArray *rows = report->grade->rows;
    GString *text = g_string_new("TAP version 13\n");
    g_string_append_printf(text, "1..%u\n", rows->len);
    for (guint i = 0; i < rows->len; i++) {
        const struct grade_row *row = rows->pdata[i];
        g_autofree char *points = lesson_number(row->check->points);
        g_autofree char *said = verdict(report, row);
        g_string_append_printf(text, "%sok %u - %s (%s points)\n", row->right ? "" : "not ", i + 1,
                               id_of(row), points);
        g_auto(GStrv) lines = g_strsplit(row->right ? "" : said, "\n", -1);
        for (char **line = lines; *line && **line; line++)
            g_string_append_printf(text, "# %s\n", *line);
    }
    return g_string_free(text, FALSE);
}

static void add_row(JsonBuilder *json, const struct grade_report *report,
                    const struct grade_row *row)
{
    const struct {
        const char *name, *value;
    } texts[] = {{"check", id_of(row)},
                 {"title", row->check->title},
                 {"got", row->got},
                 {"expected", shows(report, row) ? row->expected : NULL},
                 {"why", row->why}};
    json_builder_begin_object(json);
    for (size_t i = 0; i < G_N_ELEMENTS(texts); i++) {
        if (!texts[i].value)
            continue;
        g_autofree char *valid = g_utf8_make_valid(texts[i].value, -1);
        json_builder_set_member_name(json, texts[i].name);
        json_builder_add_string_value(json, valid);
    }
    json_builder_set_member_name(json, "right");
    json_builder_add_boolean_value(json, row->right);
    json_builder_set_member_name(json, "points");
    json_builder_add_double_value(json, row->right ? row->check->points : 0);
    json_builder_set_member_name(json, "of");
    json_builder_add_double_value(json, row->check->points);
    json_builder_end_object(json);
}

char *grade_report_json(const struct grade_report *report)
{
    g_autoptr(JsonBuilder) json = json_builder_new();
    json_builder_begin_object(json);
    json_builder_set_member_name(json, "lesson");
    json_builder_add_string_value(json, report->lesson->name);
    if (report->seed) {
        json_builder_set_member_name(json, "seed");
        json_builder_add_string_value(json, report->seed);
    }
    json_builder_set_member_name(json, "points");
    json_builder_add_double_value(json, report->grade->points);
    json_builder_set_member_name(json, "of");
    json_builder_add_double_value(json, report->grade->most);
    json_builder_set_member_name(json, "checks");
    json_builder_begin_array(json);
    for (guint i = 0; i < report->grade->rows->len; i++)
        add_row(json, report, report->grade->rows->pdata[i]);
    json_builder_end_array(json);
    json_builder_end_object(json);
    g_autoptr(JsonNode) root = json_builder_get_root(json);
    g_autofree char *text = json_text(root, true);
    return g_strconcat(text, "\n", NULL);
}

/* ---- questions
 * --------------------------------------------------------------------------------------- */

static bool put_runs(GString *text, const struct lesson *lesson, GError **error)
{
    for (guint i = 0; i < lesson->runs->len; i++) {
        const struct lesson_run *run = lesson->runs->pdata[i];
        if (!run->plugin && !run->machine)
            continue;
        g_autofree char *command = lesson_command_text(lesson, run, error);
        if (!command)
            return false;
        g_string_append_printf(text, "  %s, with your %s:\n      simgpu %s\n", run->name,
                               run->plugin ? "plug-in" : "machine", command);
    }
    return true;
}

static void put_parameters(GString *text, const struct lesson *lesson)
{
    bool begun = false;
    for (guint i = 0; i < lesson->parameters->len; i++) {
        const struct lesson_parameter *parameter = lesson->parameters->pdata[i];
        g_autofree char *number = lesson_number(parameter->value);
        if (parameter->hidden)
            continue;
        g_string_append_printf(text, "%s  %-14s %8s  %s\n", begun ? "" : "Your numbers:\n",
                               parameter->name, number, parameter->meaning);
        begun = true;
    }
}

/* Simulates what the lesson gives. */
static bool put_given(GString *text, const struct lesson *lesson, GError **error)
{
    const struct lesson_runs_site site = {.lesson = lesson};
    struct lesson_runs *runs = lesson->given->len > 0 ? lesson_runs_new(&site, error) : NULL;
    if (!runs)
        return lesson->given->len == 0;
    bool good = true;
    g_string_append(text, "You are given:\n");
    for (guint i = 0; good && i < lesson->given->len; i++) {
        const struct lesson_given *given = lesson->given->pdata[i];
        double value;
        good = arithmetic_evaluate(given->value, lesson_runs_lookup, runs, &value, error);
        g_autofree char *number = good ? lesson_number(value) : NULL;
        if (good)
            g_string_append_printf(text, "  %-14s %8s  %s\n", given->name, number, given->meaning);
    }
    lesson_runs_free(runs);
    return good;
}

char *grade_questions(const struct lesson *lesson, const char *seed, GError **error)
{
    GString *text = g_string_new(NULL);
    put_title(text, lesson, seed);
    put_parameters(text, lesson);
    if (!put_given(text, lesson, error)) {
        g_string_free(text, TRUE);
        return NULL;
    }
    g_string_append(text, "\nYou are asked:\n");
    for (guint i = 0; i < lesson->checks->len; i++) {
        const struct lesson_check *check = lesson->checks->pdata[i];
        g_autofree char *points = lesson_number(check->points);
        g_string_append_printf(text, "  %-14s %8s  %s\n", check->answer ? check->answer : "-",
                               points, check->title);
        if (check->choices) {
            g_autofree char *choices = g_strjoinv(", ", check->choices);
            g_string_append_printf(text, "                           one of: %s\n", choices);
        }
    }
    g_autoptr(GString) runs = g_string_new(NULL);
    if (!put_runs(runs, lesson, error)) {
        g_string_free(text, TRUE);
        return NULL;
    }
    if (runs->len > 0)
        g_string_append_printf(text, "\nThe grader runs:\n%s", runs->str);
    return g_string_free(text, FALSE);
}
