/* SPDX-License-Identifier: BSD-3-Clause */
/* The grader's arithmetic, and how it draws numbers. */
#include "base/input_error.h"
#include "teaching/grade/arithmetic.h"
#include "teaching/grade/lesson.h"
#include "tests/rigs/suite.h"
#include <string.h>

static bool lookup(void *data, const char *name, double *value, GError **error)
{
    (void)data;
    if (strcmp(name, "a.b") == 0 || strcmp(name, "a") == 0) {
        *value = 7;
        return true;
    }
    g_set_error(error, INPUT_ERROR, 0, "no %s", name);
    return false;
}

static const struct {
    const char *text;
    double value;
} sums[] = {
    {"1 + 2 * 3", 7},
    {"(1 + 2) * 3", 9},
    {"8 / 4 / 2", 1},
    {"5 - 2 - 1", 2},
    {"-a.b + 10", 3},
    {"--2", 2},
    {"min(4, 2, 3) + max(1, a)", 9},
    {"round(2.5) + floor(2.9) + ceil(0.1) + abs(-1)", 7},
    {"1 < 2 and 2 <= 2 or 0", 1},
    {"not 1 == 1", 0}, /* (not 1) == 1 */
    {"not (1 == 1)", 0},
    {"3 != 3", 0},
    {"1e3 >= 1000", 1},
    {"a.b > 7", 0},
    {"2 < 1 or 1 < 2 and 0 < 1", 1},
};

START_TEST(sums_have_values)
{
    double value;
    g_autoptr(GError) error = NULL;
    ck_assert_msg(arithmetic_evaluate(sums[_i].text, lookup, NULL, &value, &error), "%s",
                  error ? error->message : "");
    ck_assert_double_eq(value, sums[_i].value);
}
END_TEST

START_TEST(nonsense_has_none)
{
    static const char *const bad[] = {"",      "1 +",    "(1",   "1 2",     "sin(1)", "1 / 0", "b",
                                      "min()", "1 && 1", "1..2", "a.b a.b", "1e999",  "@"};
    double value;
    for (unsigned i = 0; i < G_N_ELEMENTS(bad); i++) {
        g_autoptr(GError) error = NULL;
        ck_assert_msg(!arithmetic_evaluate(bad[i], lookup, NULL, &value, &error), "%s", bad[i]);
        ck_assert_ptr_nonnull(error);
    }
    g_autofree char *deep = g_strnfill(10000, '(');
    g_autoptr(GError) error = NULL;
    ck_assert(!arithmetic_evaluate(deep, lookup, NULL, &value, &error));
    ck_assert_ptr_nonnull(strstr(error->message, "too deep"));
}
END_TEST

/* A number depends on the seed and on its own name alone. */
static double drawn(uint64_t seed, const char *name)
{
    struct lesson *lesson = lesson_new(".", "lesson.json");
    struct lesson_parameter *parameter = g_new0(struct lesson_parameter, 1);
    parameter->name = g_strdup(name);
    parameter->n_choices = 10;
    parameter->choices = g_new0(double, 10);
    for (unsigned i = 0; i < 10; i++)
        parameter->choices[i] = i;
    g_ptr_array_add(lesson->parameters, parameter);
    lesson_draw(lesson, seed);
    const double value = parameter->value;
    lesson_free(lesson);
    return value;
}

START_TEST(numbers_are_drawn_evenly)
{
    unsigned counts[10] = {0}, same = 0;
    enum { SEEDS = 2000 };
    for (unsigned seed = 0; seed < SEEDS; seed++) {
        const double value = drawn(seed, "n");
        ck_assert_double_eq(value, drawn(seed, "n"));
        same += value == drawn(seed, "m") ? 1 : 0;
        counts[(unsigned)value]++;
    }
    for (unsigned i = 0; i < 10; i++)
        ck_assert_msg(counts[i] > 140 && counts[i] < 260, "%u of %d are %u", counts[i], SEEDS, i);
    ck_assert_uint_lt(same, 260);
    /* For ever: answers that were handed in stay right. */
    ck_assert_double_eq(drawn(1, "n"), drawn(1, "n"));
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("grade_parts");
    TCase *tests = tcase_create("parts");
    tcase_add_loop_test(tests, sums_have_values, 0, G_N_ELEMENTS(sums));
    tcase_add_test(tests, nonsense_has_none);
    tcase_add_test(tests, numbers_are_drawn_evenly);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
