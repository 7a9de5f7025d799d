/* SPDX-License-Identifier: BSD-3-Clause */
/* Integer expressions of workload files. */
#include "base/json/reader.h"
#include "workloads/loader/expression.h"

#include <check.h>
#include <glib.h>
#include <stdlib.h>
#include <string.h>

static bool lookup(const void *names, const char *name, int64_t *value, char **why)
{
    (void)names;
    if (strcmp(name, "rows") == 0)
        *value = 4096;
    else if (strcmp(name, "_b2") == 0)
        *value = -3;
    else if (strcmp(name, "most") == 0)
        *value = INT64_MAX;
    else
        *why = g_strdup_printf("no %s", name);
    return *why == NULL;
}

static const struct {
    const char *text;
    int64_t value;
} good[] = {
    {"7", 7},
    {" rows ", 4096},
    {"9223372036854775807", INT64_MAX},
    {"-most-1", INT64_MIN},
    {"2+3*4", 14},
    {"(2+3)*4", 20},
    {"20-3-4", 13},
    {"100/7/2", 7},
    {"100%7*2", 4},
    {"-7/2", -3},
    {"-7%2", -1},
    {"7/-2", -3},
    {"--5", 5},
    {"2*-3", -6},
    {"-(2+3)", -5},
    {"1<<3+1", 16},
    {"1<<3<<1", 16},
    {"256>>3>>1", 16},
    {"-5>>1", -3},
    {"-4>>1", -2},
    {"-1>>62", -1},
    {"-1<<62", -((int64_t)1 << 62)},
    {"min(3,_b2)", -3},
    {"max(3,min(rows,9))", 9},
    {"ceildiv(7,2)", 4},
    {"ceildiv(8,2)", 4},
    {"ceildiv(-7,2)", -3},
    {"ceildiv(7,-2)", -3},
    {"ceildiv(-7,-2)", 4},
    {"ceildiv(rows+1,128)", 33},
    {"(rows+127)/128", 32},
};

static const struct {
    const char *text, *why;
} bad[] = {
    {"", "expected a number, a name or '(' at the end in \"\""},
    {"1 2", "expected an operator before \"2\" in \"1 2\""},
    {"1+", "expected a number, a name or '(' at the end"},
    {"(1", "expected ')' at the end"},
    {"1)", "expected an operator before \")\""},
    {"cols", "no cols in \"cols\""},
    {"min(1)", "expected ',' before \")\""},
    {"max 1", "expected '(' before \"1\""},
    {"min", "expected '(' at the end"},
    {"1.5", "\"1.5\" does not start with an integer"},
    {"0x10", "\"0x10\" does not start with an integer"},
    {"2rows", "\"2rows\" does not start with an integer"},
    {"9223372036854775808", "a number beyond 64 bits"},
    {"most+1", "64-bit overflow in \"most+1\""},
    {"-most-2", "64-bit overflow"},
    {"most*2", "64-bit overflow"},
    {"-(-most-1)", "64-bit overflow"},
    {"(-most-1)/-1", "64-bit overflow"},
    {"(-most-1)%-1", "64-bit overflow"},
    {"most<<1", "64-bit overflow"},
    {"1/0", "division by zero"},
    {"1%(rows-4096)", "division by zero"},
    {"ceildiv(1,0)", "division by zero"},
    {"ceildiv(-most-1,-1)", "64-bit overflow"},
    {"1<<63", "shift by 63 (0 to 62 are possible)"},
    {"1>>-1", "shift by -1"},
    {"1<2", "expected an operator before \"<2\""},
    {"a[0]", "no a"},
};

START_TEST(test_value)
{
    int64_t value = 0;
    g_autofree char *why = NULL;
    const bool success = expression_evaluate(good[_i].text, lookup, NULL, &value, &why);
    ck_assert_msg(success, "%s", why);
    ck_assert_msg(value == good[_i].value, "%s = %lld", good[_i].text, (long long)value);
}
END_TEST

START_TEST(test_error)
{
    int64_t value;
    g_autofree char *why = NULL;
    ck_assert_msg(!expression_evaluate(bad[_i].text, lookup, NULL, &value, &why), "%s accepted",
                  bad[_i].text);
    ck_assert_msg(strstr(why, bad[_i].why) != NULL, "%s", why);
}
END_TEST

START_TEST(test_depth)
{
    GString *text = g_string_new(NULL);
    for (unsigned i = 0; i < 100000; i++)
        g_string_append_c(text, '(');
    int64_t value;
    g_autofree char *why = NULL;
    ck_assert(!expression_evaluate(text->str, lookup, NULL, &value, &why));
    ck_assert_ptr_nonnull(strstr(why, "parentheses deeper than 100"));
    g_string_free(text, TRUE);
}
END_TEST

START_TEST(test_names)
{
    ck_assert_uint_eq(json_name_length("rows + 1"), 4);
    ck_assert_uint_eq(json_name_length("_a9-"), 3);
    ck_assert_uint_eq(json_name_length("9a"), 0);
    ck_assert_uint_eq(json_name_length(""), 0);
    ck_assert(expression_is_reserved("ceildiv"));
    ck_assert(!expression_is_reserved("ceil"));
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("expression");
    TCase *tests = tcase_create("all");
    tcase_add_loop_test(tests, test_value, 0, (int)G_N_ELEMENTS(good));
    tcase_add_loop_test(tests, test_error, 0, (int)G_N_ELEMENTS(bad));
    tcase_add_test(tests, test_depth);
    tcase_add_test(tests, test_names);
    suite_add_tcase(suite, tests);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    const int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
