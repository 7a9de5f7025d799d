/* SPDX-License-Identifier: BSD-3-Clause */
/* A lesson about a machine that students can't look into: its numbers are hidden, they are given
 * measurements of it, and they hand in a platform of their own. */
#include "tests/rigs/command.h"
#include "tests/rigs/folder.h"
#include <string.h>

static const char lesson[] =
    "{\"title\": \"A hidden machine\", \"minutes\": 1,\n"
    " \"parameters\": {\"seen\": {\"default\": 3, \"from\": [3, 5], \"meaning\": \"of no use\"},\n"
    "   \"latency\": {\"default\": 29, \"from\": [29, 31], \"meaning\": \"to find\", \"hidden\": "
    "true}},\n"
    " \"runs\": {\n"
    "   \"theirs\": {\"platform\": \"MACHINE\", \"workload\": \"TRACE\",\n"
    "              \"options\": [\"--set\", \"sm.op.tensor.latency={latency}cycles\"]},\n"
    "   \"mine\": {\"platform\": \"answer: machine\", \"workload\": \"TRACE\"}},\n"
    " \"given\": [{\"name\": \"sixteen\", \"value\": \"theirs.cycles\", \"meaning\": \"cycles of "
    "16\"}],\n"
    " \"checks\": [{\"name\": \"as quick\", \"holds\": \"mine.cycles == theirs.cycles\", "
    "\"points\": 2,\n"
    "             \"reveal\": true}]}\n";

static const char machine[] = "<?xml version=\"1.0\"?>\n"
                              "<!DOCTYPE platform SYSTEM \"https://simgrid.org/simgrid.dtd\">\n"
                              "<platform version=\"4.1\">\n"
                              "  <zone id=\"system\" routing=\"Full\">\n"
                              "    <prop id=\"based_on\" value=\"BASE\"/>\n"
                              "    <prop id=\"sm.units.tensor\" value=\"1\"/>\n"
                              "    <prop id=\"sm.op.tensor.unit\" value=\"tensor\"/>\n"
                              "    <prop id=\"sm.op.tensor.latency\" value=\"LATENCYcycles\"/>\n"
                              "  </zone>\n"
                              "</platform>\n";

static char *put(const char *text, const char *word, const char *value)
{
    g_auto(GStrv) parts = g_strsplit(text, word, -1);
    return g_strjoinv(value, parts);
}

/* Writes lesson.json into the folder. */
static void write_lesson(const char *folder)
{
    g_autofree char *platform = source_path("lessons/project-2-tensor-pipe/machine.xml");
    g_autofree char *trace =
        source_path("lessons/project-2-tensor-pipe/traces/k1n16/kernelslist.g");
    g_autofree char *half = put(lesson, "MACHINE", platform), *text = put(half, "TRACE", trace);
    g_free(folder_write(folder, "lesson.json", text, strlen(text)));
}

static void run_grade(const char *folder, const char *third, const char *fourth,
                      struct outcome *outcome)
{
    g_autoptr(GPtrArray) command = command_new();
    command_add(command, "grade");
    command_add(command, "%s", folder);
    command_add(command, "%s", third);
    if (fourth)
        command_add(command, "%s", fourth);
    command_run(command, outcome);
}

/* Grades a platform with this latency; returns the exit code. */
static int grade_machine(const char *folder, const char *latency)
{
    g_autofree char *base = source_path("platforms/teaching/one-sm.xml");
    g_autofree char *half = put(machine, "BASE", base), *text = put(half, "LATENCY", latency);
    g_free(folder_write(folder, "mine.xml", text, strlen(text)));
    static const char answers[] = "machine = mine.xml\n";
    g_autofree char *file = folder_write(folder, "answers.txt", answers, strlen(answers));
    auto_outcome outcome;
    run_grade(folder, file, NULL, &outcome);
    ck_assert_msg(!strstr(outcome.out, "Nobody asked"), "%s", outcome.out);
    return outcome.exit_code;
}

START_TEST(questions_give_measurements_and_no_hidden_numbers)
{
    char *folder = folder_new();
    write_lesson(folder);
    auto_outcome outcome;
    run_grade(folder, "--questions", NULL, &outcome);
    ck_assert_msg(outcome.exit_code == EXIT_DONE, "%s", outcome.err);
    ck_assert(strstr(outcome.out, "seen") != NULL);
    ck_assert_msg(!strstr(outcome.out, "latency"), "%s", outcome.out);
    /* 22 cycles of one instruction, and 15 that wait 29 */
    ck_assert_msg(strstr(outcome.out, "sixteen             457  cycles of 16") != NULL, "%s",
                  outcome.out);
    ck_assert(strstr(outcome.out, "mine, with your machine:") != NULL);
    folder_remove(folder);
}
END_TEST

START_TEST(a_students_platform_is_simulated)
{
    char *folder = folder_new();
    write_lesson(folder);
    ck_assert_int_eq(grade_machine(folder, "29"), EXIT_DONE);
    ck_assert_int_eq(grade_machine(folder, "30"), EXIT_CHECK_FAILED);
    folder_remove(folder);
}
END_TEST

/* Like a plug-in that can't be used, it costs its check, and not the run of the grader. */
START_TEST(a_broken_platform_costs_its_check)
{
    char *folder = folder_new();
    write_lesson(folder);
    ck_assert_int_eq(grade_machine(folder, "many"), EXIT_CHECK_FAILED);
    auto_outcome outcome;
    g_autofree char *file = folder_write(folder, "none.txt", "# nothing\n", 10);
    run_grade(folder, file, NULL, &outcome);
    ck_assert_int_eq(outcome.exit_code, EXIT_CHECK_FAILED);
    ck_assert_msg(strstr(outcome.out, "there is no answer \"machine\"") != NULL, "%s", outcome.out);
    folder_remove(folder);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("given");
    TCase *tests = tcase_create("given");
    tcase_set_timeout(tests, 60);
    tcase_add_test(tests, questions_give_measurements_and_no_hidden_numbers);
    tcase_add_test(tests, a_students_platform_is_simulated);
    tcase_add_test(tests, a_broken_platform_costs_its_check);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
