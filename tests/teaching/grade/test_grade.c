/* SPDX-License-Identifier: BSD-3-Clause */
/* simgpu grade, as a student and a teacher use it: points, seeds, files for tools. Whatever a
 * plug-in does costs its own check and nothing more, and leaves nothing behind. */
#include "tests/rigs/command.h"
#include "tests/rigs/folder.h"
#include "tests/rigs/result.h"
#include <glib/gstdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

struct place {
    char *folder;  /* with toy/lesson.json */
    char *outside; /* where no plug-in may write */
};

static char *text_of(const char *file)
{
    char *text;
    g_autofree char *path = source_path(file);
    ck_assert(g_file_get_contents(path, &text, NULL, NULL));
    return text;
}

static void place_init(struct place *place)
{
    g_autofree char *lesson = text_of("tests/teaching/grade/toy.json");
    place->folder = folder_new();
    place->outside = folder_new();
    g_autofree char *toy = g_build_filename(place->folder, "toy", NULL);
    ck_assert_int_eq(g_mkdir(toy, 0700), 0);
    g_free(folder_write(toy, "lesson.json", lesson, strlen(lesson)));
}

static void place_finish(struct place *place)
{
    folder_remove(place->folder);
    folder_remove(place->outside);
}

/* Grades these answers; words: further arguments, up to a NULL. */
static void grade(const struct place *place, const char *answers, const char *const *words,
                  struct outcome *outcome)
{
    g_autofree char *file = folder_write(place->folder, "answers.txt", answers, strlen(answers));
    g_autoptr(GPtrArray) command = command_new();
    command_add(command, "grade");
    command_add(command, "%s/toy", place->folder);
    command_add(command, "%s", file);
    for (; words && *words; words++)
        command_add(command, "%s", *words);
    command_run(command, outcome);
}

static double points_of(const struct place *place, const char *answers, const char *seed)
{
    g_autofree char *json = g_build_filename(place->folder, "points.json", NULL);
    const char *const words[] = {"--json", json, seed ? "--seed" : NULL, seed, NULL};
    auto_outcome outcome;
    grade(place, answers, words, &outcome);
    ck_assert_msg(outcome.exit_code == EXIT_DONE || outcome.exit_code == EXIT_CHECK_FAILED, "%s",
                  outcome.err);
    g_autofree char *text = NULL;
    ck_assert(g_file_get_contents(json, &text, NULL, NULL));
    g_autoptr(JsonNode) root = result_parse(text);
    ck_assert_double_eq(result_double(root, "of"), 7);
    ck_assert_int_eq(outcome.exit_code == EXIT_DONE, result_double(root, "points") == 7);
    return result_double(root, "points");
}

/* What --teacher says is expected of `cycles`. g_free. */
static char *expected_cycles(const struct place *place, const char *seed)
{
    const char *const words[] = {"--teacher", seed ? "--seed" : NULL, seed, NULL};
    auto_outcome outcome;
    grade(place, "cycles = -1\n", words, &outcome);
    const char *at = strstr(outcome.out, "cycles = -1, expected ");
    ck_assert_msg(at != NULL, "%s%s", outcome.out, outcome.err);
    at += strlen("cycles = -1, expected ");
    return g_strndup(at, strcspn(at, "\n"));
}

/* ---- policies
 * -------------------------------------------------------------------------------------- */

/* Writes policy.c with the deed in it. */
static void write_policy(const struct place *place, const char *deed)
{
    g_autofree char *source = text_of("tests/teaching/grade/policy.c");
    g_auto(GStrv) parts = g_strsplit(source, "    DEED\n", 2);
    g_autofree char *text = g_strconcat(parts[0], deed, "\n", parts[1], NULL);
    g_free(folder_write(place->folder, "policy.c", text, strlen(text)));
}

START_TEST(good_answers_get_all_points)
{
    struct place place;
    place_init(&place);
    g_autofree char *cycles = expected_cycles(&place, NULL);
    write_policy(&place, "");
    g_autofree char *answers =
        g_strdup_printf("# mine\ncycles = %s\nhalf = %.0f # about\nword = Two\npolicy = policy.c\n",
                        cycles, 0.505 * g_ascii_strtod(cycles, NULL));
    ck_assert_double_eq(points_of(&place, answers, NULL), 7);
    g_autofree char *worse =
        g_strdup_printf("cycles = %s1\nhalf = %s\nword = one\n", cycles, cycles);
    ck_assert_double_eq(points_of(&place, worse, NULL), 0);
    ck_assert_double_eq(points_of(&place, "", NULL), 0);
    place_finish(&place);
}
END_TEST

/* Deeds; each must be caught, and the two answers must count all the same. With %s: a file outside.
 */
static const struct deed {
    const char *what, *text;
    bool harmless; /* it is refused, and the policy goes on */
} deeds[] = {
    {"hangs", "for (;;)\n;", false},
    {"crashes", "abort();", false},
    {"ends well too early", "exit(0);", false},
    {"eats memory",
     "for (;;)\n{\nchar *volatile more = malloc(1 << 20);\nmemset(more, 1, 1 << 20);\n}", false},
    {"forges a result",
     "dprintf(3, \"{\\\"metrics\\\":{\\\"cycles\\\":1},\\\"totals\\\":{\\\"sm\\\":"
     "{\\\"warp_instructions\\\":12}}}\");\n_exit(0);",
     false},
    {"writes outside", "if (open(\"%s\", O_WRONLY | O_CREAT, 0600) < 0)\nabort();", false},
    {"removes outside", "if (unlink(\"%s.old\") != 0)\nabort();", false},
    {"empties a file outside", "if (truncate(\"%s.old\", 0) != 0)\nabort();", false},
    {"reads outside", "if (open(\"%s.old\", O_RDONLY) < 0)\nabort();", false},
    {"opens a socket", "if (socket(AF_INET, SOCK_STREAM, 0) < 0)\nabort();", false},
    {"forks", "if (fork() < 0)\nabort();", false},
    {"forks until it cannot", "for (;;)\nif (fork() < 0)\nabort();", false},
    {"starts a shell", "system(\"touch %s\");", true},
    {"kills its parent", "kill(getppid(), SIGKILL);", true},
    {"does not compile", "this is no C;", false},
    {"reads a file at compile time", "#include \"%s.old\"", false},
};

static void check_outside(const struct place *place)
{
    struct stat there;
    g_autofree char *file = g_build_filename(place->outside, "file", NULL);
    g_autofree char *old = g_strconcat(file, ".old", NULL);
    ck_assert_msg(!g_file_test(file, G_FILE_TEST_EXISTS), "it has written outside");
    ck_assert_msg(stat(old, &there) == 0 && there.st_size == 6, "it has changed a file outside");
}

START_TEST(deeds_cost_their_own_check)
{
    const struct deed *deed = &deeds[_i];
    struct place place;
    place_init(&place);
    g_free(folder_write(place.outside, "file.old", "secret", 6));
    g_autofree char *file = g_build_filename(place.outside, "file", NULL);
    g_auto(GStrv) parts = g_strsplit(deed->text, "%s", -1);
    g_autofree char *text = g_strjoinv(file, parts);
    g_autofree char *cycles = expected_cycles(&place, NULL);
    g_autofree char *answers =
        g_strdup_printf("cycles = %s\nword = two\npolicy = policy.c\n", cycles);
    write_policy(&place, text);
    const char *const words[] = {"--seconds", "2", NULL};
    auto_outcome outcome;
    grade(&place, answers, words, &outcome);
    ck_assert_msg(outcome.exit_code == EXIT_CHECK_FAILED, "%s: %d\n%s%s", deed->what,
                  outcome.exit_code, outcome.out, outcome.err);
    ck_assert_msg(strstr(outcome.out, deed->harmless ? "\n6 of 7 points" : "\n3 of 7 points") !=
                      NULL,
                  "%s\n%s", deed->what, outcome.out);
    ck_assert_msg(!strstr(outcome.out, "secret"), "%s: it shows a secret\n%s", deed->what,
                  outcome.out);
    check_outside(&place);
    place_finish(&place);
}
END_TEST

/* ---- seeds
 * ------------------------------------------------------------------------------------------ */

START_TEST(seeds_give_other_numbers)
{
    struct place place;
    place_init(&place);
    g_autoptr(GHashTable) seen = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    for (unsigned seed = 1; seed <= 12; seed++) {
        g_autofree char *text = g_strdup_printf("%u", seed);
        g_autofree char *cycles = expected_cycles(&place, text);
        g_autofree char *answers = g_strdup_printf("cycles = %s\n", cycles);
        ck_assert_double_eq(points_of(&place, answers, text), 2);
        g_hash_table_add(seen, g_steal_pointer(&cycles));
    }
    ck_assert_uint_ge(g_hash_table_size(seen), 3);
    place_finish(&place);
}
END_TEST

START_TEST(questions_have_the_numbers)
{
    struct place place;
    place_init(&place);
    g_autoptr(GPtrArray) command = command_new();
    command_add(command, "grade");
    command_add(command, "%s/toy", place.folder);
    command_add(command, "--questions");
    auto_outcome outcome;
    command_run(command, &outcome);
    ck_assert_int_eq(outcome.exit_code, EXIT_DONE);
    ck_assert_ptr_nonnull(strstr(outcome.out, "n                    64  numbers to add"));
    ck_assert_ptr_nonnull(strstr(outcome.out, "Which word?"));
    ck_assert_ptr_nonnull(strstr(outcome.out, "--scheduler mine"));
    ck_assert_ptr_null(strstr(outcome.out, "expected"));
    place_finish(&place);
}
END_TEST

/* ---- files
 * ------------------------------------------------------------------------------------------ */

START_TEST(tools_get_their_formats)
{
    struct place place;
    place_init(&place);
    g_autofree char *junit = g_build_filename(place.folder, "a.xml", NULL);
    g_autofree char *tap = g_build_filename(place.folder, "a.tap", NULL);
    const char *const words[] = {"--junit", junit, "--tap", tap, NULL};
    auto_outcome outcome;
    grade(&place, "word = two\nhalf = <&\"\ncycels = 3\n", words, &outcome);
    ck_assert_int_eq(outcome.exit_code, EXIT_CHECK_FAILED);
    ck_assert_ptr_nonnull(strstr(outcome.out, "Nobody asked for \"cycels\""));
    g_autofree char *xml = NULL, *lines = NULL;
    ck_assert(g_file_get_contents(junit, &xml, NULL, NULL));
    ck_assert(g_file_get_contents(tap, &lines, NULL, NULL));
    GMarkupParseContext *parser = g_markup_parse_context_new(&(GMarkupParser){0}, 0, NULL, NULL);
    ck_assert(g_markup_parse_context_parse(parser, xml, -1, NULL));
    ck_assert(g_markup_parse_context_end_parse(parser, NULL));
    g_markup_parse_context_free(parser);
    ck_assert_ptr_nonnull(strstr(xml, "tests=\"4\" failures=\"3\""));
    ck_assert_ptr_nonnull(strstr(lines, "1..4\nnot ok 1 - cycles (2 points)\n"));
    ck_assert_ptr_nonnull(strstr(lines, "\nok 3 - word (1 points)\n"));
    place_finish(&place);
}
END_TEST

/* What a lesson hides is told to teachers alone. */
START_TEST(secrets_are_for_teachers)
{
    struct place place;
    place_init(&place);
    auto_outcome student, teacher;
    grade(&place, "cycles = 1\nhalf = 1\nword = one\n", NULL, &student);
    grade(&place, "cycles = 1\nhalf = 1\nword = one\n", (const char *const[]){"--teacher", NULL},
          &teacher);
    ck_assert_ptr_nonnull(strstr(student.out, "cycles = 1, expected "));
    ck_assert_ptr_null(strstr(student.out, "half = 1, expected"));
    ck_assert_ptr_null(strstr(student.out, "expected two"));
    ck_assert_ptr_nonnull(strstr(teacher.out, "half = 1, expected "));
    ck_assert_ptr_nonnull(strstr(teacher.out, "word = one, expected two"));
    place_finish(&place);
}
END_TEST

/* ---- what is broken
 * ----------------------------------------------------------------------------------- */

/* Replacements in toy.json, and what the message must say. */
static const char *const broken[][3] = {
    {"\"title\"", "\"titel\"", "titel"},
    {"\"points\": 2", "\"points\": 0", "checks[0]"},
    {"plain.cycles / 2", "plain.cycels / 2", "did you mean 'cycles'"},
    {"plain.cycles / 2", "plain.cycles / 0", "division by zero"},
    {"plain.cycles / 2", "(plain.cycles", "expected )"},
    {"plain.cycles / 2", "none.cycles", "neither a parameter nor RUN.METRIC"},
    {"choice: two", "choice: six", "none of the choices"},
    {"scalars.n={n}", "scalars.n={m}", "none of the lesson's parameters"},
    {"\"vecadd\"", "\"nothing\"", "no file and no workload"},
    {"\"tolerance\": \"2 %\"", "\"tolerance\": \"2 x\"", "tolerance"},
    {"\"from\": [64, 96, 128, 256, 512, 1024, 2048]", "\"from\": []", "parameters.n.from"},
    {"\"from\": [64, 96, 128, 256, 512, 1024, 2048]", "\"least\": 1, \"most\": 9, \"step\": 0",
     "step"},
    {"\"reveal\": true}", "\"reveal\": 1}", "reveal"},
};

START_TEST(broken_lessons_are_told)
{
    struct place place;
    place_init(&place);
    g_autofree char *lesson = text_of("tests/teaching/grade/toy.json");
    g_auto(GStrv) parts = g_strsplit(lesson, broken[_i][0], 2);
    ck_assert_ptr_nonnull(parts[1]);
    g_autofree char *text = g_strconcat(parts[0], broken[_i][1], parts[1], NULL);
    g_autofree char *toy = g_build_filename(place.folder, "toy", NULL);
    g_free(folder_write(toy, "lesson.json", text, strlen(text)));
    auto_outcome outcome;
    grade(&place, "cycles = 1\nhalf = 2\n", NULL, &outcome);
    ck_assert_msg(outcome.exit_code == EXIT_BAD_INPUT, "%s: %d %s", broken[_i][1],
                  outcome.exit_code, outcome.out);
    ck_assert_msg(strstr(outcome.err, "lesson.json") && strstr(outcome.err, broken[_i][2]), "%s",
                  outcome.err);
    ck_assert_str_eq(outcome.out, "");
    place_finish(&place);
}
END_TEST

START_TEST(bad_answers_are_told)
{
    static const char *const bad[][2] = {
        {"cycles 12\n", "answers.txt:1: expected name = value"},
        {"\ncycles = 1\ncycles = 2\n", "answers.txt:3: \"cycles\" is answered twice"},
        {"= 3\n", "answers.txt:1: there is no name"},
        {"\xff\xfe\n", "no text"},
    };
    struct place place;
    place_init(&place);
    for (unsigned i = 0; i < G_N_ELEMENTS(bad); i++) {
        auto_outcome outcome;
        grade(&place, bad[i][0], NULL, &outcome);
        ck_assert_int_eq(outcome.exit_code, EXIT_BAD_INPUT);
        ck_assert_msg(strstr(outcome.err, bad[i][1]) != NULL, "%s", outcome.err);
    }
    place_finish(&place);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("grade");
    TCase *tests = tcase_create("grade");
    tcase_set_timeout(tests, 100);
    tcase_add_test(tests, good_answers_get_all_points);
    tcase_add_loop_test(tests, deeds_cost_their_own_check, 0, G_N_ELEMENTS(deeds));
    tcase_add_test(tests, seeds_give_other_numbers);
    tcase_add_test(tests, questions_have_the_numbers);
    tcase_add_test(tests, tools_get_their_formats);
    tcase_add_test(tests, secrets_are_for_teachers);
    tcase_add_loop_test(tests, broken_lessons_are_told, 0, G_N_ELEMENTS(broken));
    tcase_add_test(tests, bad_answers_are_told);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
