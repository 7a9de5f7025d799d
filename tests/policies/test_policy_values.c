/* SPDX-License-Identifier: BSD-3-Clause */
/* Parameter values: defaults, parsing, messages; the check of parameter tables; the list text. */
#include "base/input_error.h"
#include "policies/parameter_text.h"
#include "policies/policy.h"
#include "policies/policy_problem.h"
#include "policies/policy_values.h"
#include "tests/rigs/suite.h"

#include <math.h>

enum { SIZE, OFFSET, SHARE, SCALE, FAST, WHERE, HOLDS, ORDERS, COUNT };

static const char *const words[] = {"fetch", "issue", NULL};
static const struct policy_parameter inner_parameters[] = {
    POLICY_INTEGER_ROW("depth", "1", 2, 1, 9, "ASSUMED"), {0}};
static const struct policy_head inner = {
    .name = "inner", .summary = "Inside", .source = "none", .parameters = inner_parameters};
static const struct policy_head plain = {
    .name = "plain", .summary = "No parameters", .source = "none"};
static const struct policy_head *const among[] = {&plain, &inner, NULL};

static const struct policy_parameter parameters[] = {
    [SIZE] = POLICY_INTEGER_ROW("size", "warps", 8, 1, 64, "group size. Paper, 3.2"),
    [OFFSET] = POLICY_INTEGER_ROW("offset", "cycles", 0, -9007199254740992.0, 9007199254740992.0,
                                  "ASSUMED"),
    [SHARE] = POLICY_REAL_ROW("share", "1", 0.1, -0.5, 1, "ASSUMED"),
    [SCALE] = POLICY_REAL_ROW("scale", "ns", 1, 0, INFINITY, "ASSUMED"),
    [FAST] = POLICY_BOOLEAN_ROW("fast", true, "ASSUMED"),
    [WHERE] = POLICY_CHOICE_ROW("where", words, 1, "ASSUMED"),
    [HOLDS] = POLICY_HELD_ROW("holds", among, 0, "ASSUMED"),
    [ORDERS] = POLICY_FILE_ROW("orders", "what to do"),
    [COUNT] = {.name = NULL},
};

static bool even_depths(const struct policy_values *values, GError **error);

static const struct policy_head sample = {.name = "sample",
                                          .summary = "A sample",
                                          .source = "none",
                                          .parameters = parameters,
                                          .check = even_depths};

static bool even_depths(const struct policy_values *chosen, GError **error)
{
    return chosen->values[SIZE].integer % 2 == 0 ||
           input_error_at(error, chosen->policy->name, 0, "size: expected an even number");
}

static struct policy_values *values;

static void setup(void)
{
    values = policy_values_new(&sample);
}

static void teardown(void)
{
    policy_values_free(values);
}

static void expect_error(const char *name, const char *text, const char *message)
{
    GError *error = NULL;
    ck_assert(!policy_values_set(values, name, text, &error));
    ck_assert(g_error_matches(error, INPUT_ERROR, 0));
    ck_assert_str_eq(error->message, message);
    g_error_free(error);
}

START_TEST(defaults)
{
    ck_assert_ptr_eq(values->policy, &sample);
    ck_assert_int_eq(values->values[SIZE].integer, 8);
    ck_assert_int_eq(values->values[OFFSET].integer, 0);
    ck_assert_double_eq(values->values[SHARE].real, 0.1);
    ck_assert(values->values[FAST].boolean);
    policy_values_free(NULL);
}
END_TEST

START_TEST(good_values)
{
    static const struct {
        const char *text;
        int64_t expected;
    } integers[] = {{"1", 1}, {"64", 64}, {"+7", 7}, {"007", 7}};
    for (size_t i = 0; i < G_N_ELEMENTS(integers); i++) {
        ck_assert(policy_values_set(values, "size", integers[i].text, NULL));
        ck_assert_int_eq(values->values[SIZE].integer, integers[i].expected);
    }
    ck_assert(policy_values_set(values, "offset", "-9007199254740992", NULL));
    ck_assert_int_eq(values->values[OFFSET].integer, -9007199254740992);

    static const struct {
        const char *text;
        double expected;
    } reals[] = {{"-0.5", -0.5}, {"1", 1.0}, {"+.25", 0.25}, {"2.5e-3", 0.0025}, {"1E-1", 0.1}};
    for (size_t i = 0; i < G_N_ELEMENTS(reals); i++) {
        ck_assert(policy_values_set(values, "share", reals[i].text, NULL));
        ck_assert_double_eq(values->values[SHARE].real, reals[i].expected);
    }
    ck_assert(policy_values_set(values, "fast", "false", NULL));
    ck_assert(!values->values[FAST].boolean);
    ck_assert(policy_values_set(values, "fast", "true", NULL));
    ck_assert(values->values[FAST].boolean);
}
END_TEST

START_TEST(bad_values_name_the_range)
{
    static const char *const integers[] = {
        "0",
        "65",
        "-1",
        "",
        "+",
        "8x",
        " 8",
        "8 ",
        "8.0",
        "0x10",
        "1e1",
        "--1",
        "18446744073709551624", /* 2^64 + 8 */
        "-9223372036854775809",
    };
    for (size_t i = 0; i < G_N_ELEMENTS(integers); i++) {
        g_autofree char *message = g_strdup_printf(
            "sample: size: expected an integer from 1 to 64 (warps), found \"%s\"", integers[i]);
        expect_error("size", integers[i], message);
    }
    expect_error("offset", "9007199254740994",
                 "sample: offset: expected an integer from -9007199254740992 to 9007199254740992 "
                 "(cycles), found \"9007199254740994\"");

    static const char *const reals[] = {"-0.51", "1.0000001", "nan",  "inf", "",    "1e999",
                                        "0x1",   "1,5",       "0.5 ", ".",   "1e-", "-"};
    for (size_t i = 0; i < G_N_ELEMENTS(reals); i++) {
        g_autofree char *message = g_strdup_printf(
            "sample: share: expected a number from -0.5 to 1, found \"%s\"", reals[i]);
        expect_error("share", reals[i], message);
    }
    expect_error("scale", "1e999",
                 "sample: scale: expected a number of at least 0 (ns), found "
                 "\"1e999\"");
    expect_error("fast", "yes", "sample: fast: expected true or false, found \"yes\"");
    expect_error("fast", "TRUE", "sample: fast: expected true or false, found \"TRUE\"");

    ck_assert_int_eq(values->values[SIZE].integer, 8);
    ck_assert_double_eq(values->values[SHARE].real, 0.1);
    ck_assert(values->values[FAST].boolean);
}
END_TEST

START_TEST(words_policies_and_files)
{
    ck_assert_uint_eq(values->values[WHERE].choice, 1);
    ck_assert_ptr_eq(values->values[HOLDS].held->policy, &plain);
    ck_assert_ptr_null(values->values[ORDERS].file);
    ck_assert(policy_values_set(values, "where", "fetch", NULL));
    ck_assert_uint_eq(values->values[WHERE].choice, 0);
    expect_error("where", "decode",
                 "sample: where: expected one of fetch, issue, found \"decode\"");
    expect_error("holds.depth", "3", "plain: no parameter is called \"depth\"; known: none");
    ck_assert(policy_values_set(values, "holds", "inner", NULL));
    ck_assert_int_eq(values->values[HOLDS].held->values[0].integer, 2);
    ck_assert(policy_values_set(values, "holds.depth", "3", NULL));
    ck_assert_int_eq(values->values[HOLDS].held->values[0].integer, 3);
    expect_error("holds.depth", "0", "inner: depth: expected an integer from 1 to 9, found \"0\"");
    expect_error("holds", "outer", "sample: holds: expected one of plain, inner, found \"outer\"");
    expect_error("where.depth", "1",
                 "sample: where: it is no policy, and has no parameter \"depth\"");
    expect_error("here.depth", "1",
                 "sample: no parameter is called \"here\"; known: size, offset, share, scale, "
                 "fast, where, holds, orders");
    expect_error(
        "orders", "/nonexistent/orders",
        "/nonexistent/orders: Failed to open file \xe2\x80\x9c/nonexistent/orders\xe2\x80\x9d: "
        "No such file or directory");
    ck_assert(policy_values_set(values, "orders", "/dev/null", NULL));
    ck_assert_str_eq(values->values[ORDERS].file->text, "");
}
END_TEST

START_TEST(values_are_checked_together)
{
    g_autoptr(GError) error = NULL;
    ck_assert(policy_values_check(values, NULL));
    ck_assert(policy_values_set(values, "size", "7", NULL));
    ck_assert(!policy_values_check(values, &error));
    ck_assert_str_eq(error->message, "sample: size: expected an even number");
}
END_TEST

START_TEST(unknown_names_list_the_known)
{
    expect_error("sized", "1",
                 "sample: no parameter is called \"sized\"; known: size, offset, "
                 "share, scale, fast, where, holds, orders");
    policy_values_free(values);
    values = policy_values_new(&plain);
    expect_error("size", "1", "plain: no parameter is called \"size\"; known: none");
}
END_TEST

START_TEST(describe)
{
    g_autoptr(GString) text = g_string_new("before\n");
    policy_describe(&sample, NULL, text);
    policy_describe(&plain, "/lib/plain.so", text);
    ck_assert_str_eq(
        text->str,
        "before\n"
        "  sample: A sample\n"
        "      Source: none\n"
        "      size: an integer from 1 to 64 (warps), default 8. group size. Paper, 3.2\n"
        "      offset: an integer from -9007199254740992 to 9007199254740992 (cycles), default 0. "
        "ASSUMED\n"
        "      share: a number from -0.5 to 1, default 0.1. ASSUMED\n"
        "      scale: a number of at least 0 (ns), default 1. ASSUMED\n"
        "      fast: true or false, default true. ASSUMED\n"
        "      where: one of fetch, issue, default issue. ASSUMED\n"
        "      holds: one of plain, inner, default plain. ASSUMED\n"
        "      orders: a file, default none. what to do\n"
        "  plain: No parameters\n"
        "      Source: none\n"
        "      Plug-in: /lib/plain.so\n");
}
END_TEST

static void expect_problem(const struct policy_head *head, const char *expected)
{
    g_autofree char *problem = policy_problem(head);
    ck_assert_ptr_nonnull(problem);
    ck_assert_str_eq(problem, expected);
}

START_TEST(bad_heads)
{
    ck_assert_ptr_null(policy_problem(&sample));
    ck_assert_ptr_null(policy_problem(&plain));
    struct policy_head head = plain;
    head.name = "Two Words";
    expect_problem(&head, "its name must be of a-z, 0-9 and _");
    head.name = NULL;
    expect_problem(&head, "its name must be of a-z, 0-9 and _");
    head = plain, head.summary = "";
    expect_problem(&head, "it has no summary");
    head = plain, head.source = NULL;
    expect_problem(&head, "it names no source");
}
END_TEST

START_TEST(bad_parameters)
{
    struct policy_parameter table[] = {parameters[SIZE], parameters[SHARE], {.name = NULL}};
    const struct policy_head head = {
        .name = "x", .summary = "x", .source = "x", .parameters = table};
    ck_assert_ptr_null(policy_problem(&head));
    table[1].name = "size";
    expect_problem(&head, "parameter size: another one has its name");
    table[1].name = "a=b";
    expect_problem(&head, "parameter 1: its name must be of a-z, 0-9 and _");
    table[1] = parameters[SHARE], table[1].initial.real = 1.5;
    expect_problem(&head, "parameter share: its default is outside of its range");
    table[1] = parameters[SHARE], table[1].initial.real = NAN;
    expect_problem(&head, "parameter share: its default is outside of its range");
    table[1] = parameters[SHARE], table[1].maximum = -1;
    expect_problem(&head, "parameter share: its range is empty");
    table[1] = parameters[SHARE], table[1].maximum = NAN;
    expect_problem(&head, "parameter share: its range is empty");
    table[1] = parameters[SHARE], table[1].unit = NULL;
    expect_problem(&head, "parameter share: it has no unit");
    table[1] = parameters[SHARE], table[1].why = NULL;
    expect_problem(&head, "parameter share: it does not say why");
    table[1] = parameters[SHARE], table[1].type = (enum policy_value_type)17;
    expect_problem(&head, "parameter share: its type is unknown");
    table[1] = parameters[SHARE], table[1].name = "name";
    expect_problem(&head, "parameter name: that is what results call the policy");
    table[1] = parameters[WHERE], table[1].initial.choice = 2;
    expect_problem(&head, "parameter where: its default is not one of its words");
    table[1] = parameters[HOLDS], table[1].among = NULL;
    expect_problem(&head, "parameter holds: its default is not one of its policies");
    table[1] = parameters[SHARE];
    table[0].maximum = 9.5;
    expect_problem(&head, "parameter size: its range must be whole numbers within +-2^53");
    table[0].maximum = 1e16;
    expect_problem(&head, "parameter size: its range must be whole numbers within +-2^53");
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("policy values");
    TCase *tests = tcase_create("values");
    tcase_add_checked_fixture(tests, setup, teardown);
    tcase_add_test(tests, defaults);
    tcase_add_test(tests, good_values);
    tcase_add_test(tests, bad_values_name_the_range);
    tcase_add_test(tests, unknown_names_list_the_known);
    tcase_add_test(tests, words_policies_and_files);
    tcase_add_test(tests, values_are_checked_together);
    tcase_add_test(tests, describe);
    tcase_add_test(tests, bad_heads);
    tcase_add_test(tests, bad_parameters);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
