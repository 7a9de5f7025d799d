/* SPDX-License-Identifier: BSD-3-Clause */
/* Text that is no JSON, or that is not what RFC 8259 has, is refused with its line. */
#include "base/json/strict.h"

#include <check.h>
#include <stdlib.h>
#include <string.h>

static const struct {
    const char *text;
    unsigned line;
    const char *message;
} texts[] = {
    {"", 1, "expected a value, found the end of the file"},
    {"{\"name\": \"x\",\n\"name\": \"y\"}", 2, "member \"name\" is given twice"},
    {"{\"a\": {\"b\": 1,\n\n \"b\": 2}}", 3, "member \"b\" is given twice"},
    {"{\"a\": 1, \"\\u0061\": 1}", 1, "without escapes"},
    {"{}\n{}", 2, "expected the end of the file after the first value, found '{'"},
    {"{} x", 1, "expected the end of the file"},
    {"{\n// why\n}", 2, "expected a member name in \", found a comment, which JSON does not have"},
    {"{\"a\": [1, 2,\n]}", 2, "expected a value, found ']'"},
    {"{\"a\": 1,\n}", 2, "expected a member name in \", found '}'"},
    {"{\"a\": 1\n \"b\": 2}", 2, "expected ',' or '}', found '\"'"},
    {"{\"a\" 1}", 1, "expected ':', found '1'"},
    {"{\"a\": 0x10}", 1, "expected ',' or '}', found 'x'"},
    {"{\"a\": 010}", 1, "a number must not start with 0"},
    {"{\"a\": .5}", 1, "expected a value, found '.'"},
    {"{\"a\": 1.}", 1, "expected a digit after the decimal point"},
    {"{\"a\": 1e}", 1, "expected a digit in the exponent"},
    {"{\"a\": 9223372036854775808}", 1, "does not fit a 64-bit signed integer"},
    {"{\"a\": 1e999}", 1, "1e999 is too large for a double"},
    {"{\"a\": nul}", 1, "expected a value, found 'n'"},
    {"{\"a\": NaN}", 1, "expected a value, found 'N'"},
    {"{'a': 1}", 1, "expected a member name in \", found '''"},
    {"{\"a\": \"b\n\"}", 1, "a string must end on its line"},
    {"\n{\"a", 2, "this string is never closed"},
    {"{\"a\": \"\\x\"}", 1, "after \\, found 'x'"},
    {"{\"a\": \"\\u12g4\"}", 1, "expected four hexadecimal digits after \\u"},
    {"{\"a\": \"\t\"}", 1, "control character 0x09 in a string"},
    {"{\n\"a\": \"\xff\"}", 2, "this is not UTF-8 text"},
};

START_TEST(test_bad)
{
    g_autoptr(GError) error = NULL;
    const char *text = texts[_i].text;
    ck_assert_msg(!json_strict_check("f", text, strlen(text), &error), "accepted: %s", text);
    g_autofree char *start = g_strdup_printf("f:%u: ", texts[_i].line);
    ck_assert_msg(g_str_has_prefix(error->message, start), "%s: not in line %u", error->message,
                  texts[_i].line);
    ck_assert_msg(strstr(error->message, texts[_i].message) != NULL, "\"%s\" does not say \"%s\"",
                  error->message, texts[_i].message);
}
END_TEST

static const char *const good[] = {
    "{}",
    " [ ] ",
    "null",
    "\"\"",
    "[1, -0, 0.5, -2.5e-3, 1E+5, 9223372036854775807, -9223372036854775808]",
    "{\"a\": {\"a\": true}, \"b\": [{\"a\": false}, {\"a\": \"\\u00e9\\n\\\"\\/\"}]}\r\n\t",
    "\"\xc3\xa9\"",
};

START_TEST(test_good)
{
    g_autoptr(GError) error = NULL;
    ck_assert_msg(json_strict_check("f", good[_i], strlen(good[_i]), &error), "%s",
                  error ? error->message : "");
    ck_assert_ptr_null(error);
}
END_TEST

START_TEST(test_zero_byte)
{
    g_autoptr(GError) error = NULL;
    ck_assert(!json_strict_check("f", "{}\n\0{}", 6, &error));
    ck_assert_str_eq(error->message, "f:2: this is not UTF-8 text");
}
END_TEST

START_TEST(test_depth)
{
    GString *deep = g_string_new(NULL);
    for (unsigned i = 0; i < 100000; i++)
        g_string_append_c(deep, '[');
    g_autoptr(GError) error = NULL;
    ck_assert(!json_strict_check("f", deep->str, deep->len, &error));
    ck_assert_str_eq(error->message, "f:1: nested deeper than 64");
    g_string_free(deep, TRUE);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("json strict");
    TCase *tests = tcase_create("all");
    tcase_add_loop_test(tests, test_bad, 0, (int)G_N_ELEMENTS(texts));
    tcase_add_loop_test(tests, test_good, 0, (int)G_N_ELEMENTS(good));
    tcase_add_test(tests, test_zero_byte);
    tcase_add_test(tests, test_depth);
    suite_add_tcase(suite, tests);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
