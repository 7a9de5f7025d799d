/* SPDX-License-Identifier: BSD-3-Clause */
#include "cli/grade/grade.h"
#include "cli/base/output.h"
#include "cli/base/suggest.h"
#include "teaching/grade/confine.h"
#include "teaching/grade/grade_report.h"
#include "teaching/grade/lesson_place.h"
#include "teaching/grade/lesson_read.h"
#include <stdio.h>
#include <string.h>

/* A lesson's run takes a fraction of a second. ASSUMED: enough on any machine. */
enum { SECONDS = 10 };

struct grade_options {
    gboolean questions, teacher;
    char *seed, *junit, *tap, *json, *seconds;
};

static void clear(struct grade_options *options)
{
    g_free(options->seed);
    g_free(options->junit);
    g_free(options->tap);
    g_free(options->json);
    g_free(options->seconds);
}

static bool parse(const struct command_call *call, struct grade_options *options, int *argc,
                  char ***argv, GError **error)
{
    const GOptionEntry entries[] = {
        {"seed", 0, 0, G_OPTION_ARG_STRING, &options->seed,
         "Draw the lesson's numbers by N, so that each student has others", "N"},
        {"questions", 0, 0, G_OPTION_ARG_NONE, &options->questions,
         "Print the questions and the numbers, and grade nothing", NULL},
        {"teacher", 0, 0, G_OPTION_ARG_NONE, &options->teacher,
         "Print all that is expected, also what the lesson hides from students", NULL},
        {"junit", 0, 0, G_OPTION_ARG_FILENAME, &options->junit, "Write JUnit's XML to FILE",
         "FILE"},
        {"tap", 0, 0, G_OPTION_ARG_FILENAME, &options->tap,
         "Write TAP to FILE (-: standard output)", "FILE"},
        {"json", 0, 0, G_OPTION_ARG_FILENAME, &options->json, "Write JSON to FILE", "FILE"},
        {"seconds", 0, 0, G_OPTION_ARG_STRING, &options->seconds,
         "End a plug-in's compilation and each of its runs after N seconds; default 10", "N"},
        {0}};
    g_autoptr(GOptionContext) context = command_context(
        call, "Grades a student's answers to a lesson: a file with lines \"name = value\".",
        "LESSON is a folder with a lesson.json, or the name or number of a lesson that comes with "
        "simgpu.\nPlug-ins of students run apart, with limits.\n\n"
        "Exit code 0: all points. 1: points are lost. 3: the lesson or the answers cannot be read.",
        entries);
    return suggest_parse(context, argc, argv, error);
}

static bool read_seed(const struct grade_options *options, struct lesson *lesson, GError **error)
{
    uint64_t seed;
    if (!options->seed)
        return true;
    if (!g_ascii_string_to_unsigned(options->seed, 10, 0, UINT64_MAX, &seed, NULL)) {
        g_set_error(error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE,
                    "--seed wants a whole number, such as a student's, not \"%s\"", options->seed);
        return false;
    }
    lesson_draw(lesson, seed);
    return true;
}

static bool write_files(const struct grade_options *options, const struct grade_report *report,
                        GError **error)
{
    g_autofree char *junit = options->junit ? grade_report_junit(report) : NULL;
    g_autofree char *tap = options->tap ? grade_report_tap(report) : NULL;
    g_autofree char *json = options->json ? grade_report_json(report) : NULL;
    const bool on_output = g_strcmp0(options->tap, "-") == 0 ||
                           g_strcmp0(options->json, "-") == 0 ||
                           g_strcmp0(options->junit, "-") == 0;
    g_autofree char *text = on_output ? NULL : grade_report_text(report);
    if (text)
        output_text(stdout, text);
    return (!junit || output_write(options->junit, junit, error)) &&
           (!tap || output_write(options->tap, tap, error)) &&
           (!json || output_write(options->json, json, error));
}

/* What kept the plug-ins apart: a teacher should know. */
static void tell_of_confinement(const struct lesson_runs *runs)
{
    if (!lesson_runs_confined(runs))
        return;
    g_autofree char *means = confine_kernel();
    if (!strstr(means, "landlock") || !strstr(means, "seccomp"))
        output_line(stderr, "simgpu: this kernel keeps plug-ins apart by %s only", means);
}

static enum exit_code grade(const struct grade_options *options, const struct lesson *lesson,
                            const char *file, GError **error)
{
    double seconds = SECONDS;
    if (options->seconds)
        seconds = g_ascii_strtod(options->seconds, NULL);
    if (!(seconds > 0)) {
        g_set_error(error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE,
                    "--seconds wants a number above 0, not \"%s\"", options->seconds);
        return EXIT_USAGE;
    }
    struct answers *answers = answers_load(file, error);
    const struct lesson_runs_site site = {.lesson = lesson, .answers = answers, .seconds = seconds};
    struct lesson_runs *runs = answers ? lesson_runs_new(&site, error) : NULL;
    struct grade *graded = runs ? grade_answers(lesson, answers, runs, error) : NULL;
    const struct grade_report report = {
        .lesson = lesson, .grade = graded, .seed = options->seed, .teacher = options->teacher};
    enum exit_code code = EXIT_BAD_INPUT;
    if (graded && write_files(options, &report, error)) {
        tell_of_confinement(runs);
        code = graded->points == graded->most ? EXIT_DONE : EXIT_CHECK_FAILED;
    }
    grade_free(graded);
    lesson_runs_free(runs);
    answers_free(answers);
    return code;
}

static enum exit_code run(const struct grade_options *options, int argc, char **argv,
                          GError **error)
{
    const int wanted = options->questions ? 2 : 3;
    if (argc != wanted) {
        g_set_error(error, G_OPTION_ERROR, G_OPTION_ERROR_FAILED,
                    options->questions ? "expected a lesson"
                                       : "expected a lesson and a file of answers");
        return EXIT_USAGE;
    }
    g_autofree char *folder = lesson_place(argv[1], error);
    struct lesson *lesson = folder ? lesson_load(folder, error) : NULL;
    if (!lesson)
        return EXIT_BAD_INPUT;
    enum exit_code code = EXIT_USAGE;
    if (read_seed(options, lesson, error)) {
        if (options->questions) {
            g_autofree char *text = grade_questions(lesson, options->seed, error);
            code = text && output_write("-", text, error) ? EXIT_DONE : EXIT_BAD_INPUT;
        } else {
            code = grade(options, lesson, argv[2], error);
        }
    }
    lesson_free(lesson);
    return code;
}

enum exit_code grade_command(const struct command_call *call, GError **error)
{
    struct grade_options options = {0};
    int argc = call->argc;
    char **argv = call->argv;
    enum exit_code code = EXIT_USAGE;
    if (parse(call, &options, &argc, &argv, error))
        code = run(&options, argc, argv, error);
    clear(&options);
    return code;
}
