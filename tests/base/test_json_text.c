/* SPDX-License-Identifier: BSD-3-Clause */
/* Every double is written as JSON, and reads as it was. */
#include "base/json/strict.h"
#include "base/json/text.h"

#include <check.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static const double numbers[] = {0,    1,        -1,      0.5,   1e-9,     -1e-9,  2.5e-9, 1e9,
                                 1e15, 1e16,     1e17,    1e300, -1.5e300, 5e-324, 0.1,    1e-5,
                                 1e-4, 123456.0, 1.0 / 3, 1e100, 2e-10,    -0.0,   3e8,    6.02e23};

static JsonNode *array_of(const double *values, size_t n)
{
    g_autoptr(JsonBuilder) json = json_builder_new();
    json_builder_begin_array(json);
    for (size_t i = 0; i < n; i++)
        json_builder_add_double_value(json, values[i]);
    json_builder_end_array(json);
    return json_builder_get_root(json);
}

START_TEST(doubles_come_back)
{
    g_autoptr(JsonNode) root = array_of(numbers, G_N_ELEMENTS(numbers));
    g_autofree char *text = json_text(root, _i);
    GError *error = NULL;
    g_autoptr(JsonNode) read = json_strict_parse("text", text, strlen(text), &error);
    ck_assert_msg(read != NULL, "%s: %s", error ? error->message : "", text);
    JsonArray *values = json_node_get_array(read);
    ck_assert_uint_eq(json_array_get_length(values), G_N_ELEMENTS(numbers));
    for (guint i = 0; i < G_N_ELEMENTS(numbers); i++)
        ck_assert_double_eq(json_array_get_double_element(values, i), numbers[i]);
}
END_TEST

START_TEST(what_is_no_number_is_null)
{
    const double none[] = {NAN, INFINITY, -INFINITY};
    g_autoptr(JsonNode) root = array_of(none, G_N_ELEMENTS(none));
    g_autofree char *text = json_text(root, false);
    ck_assert_str_eq(text, "[null,null,null]");
}
END_TEST

START_TEST(the_rest_is_left_alone)
{
    static const char plain[] =
        "{\"1e-09.0\":\"1e-09.0 \\\" nan \\\\\",\"a\":[true,false,null,12,-3.0],\"\":{},\"b\":[]}";
    g_autoptr(JsonNode) root = json_strict_parse("text", plain, sizeof plain - 1, NULL);
    g_autofree char *text = json_text(root, false);
    ck_assert_str_eq(text, plain);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("text of JSON");
    TCase *tests = tcase_create("all");
    tcase_add_loop_test(tests, doubles_come_back, 0, 2);
    tcase_add_test(tests, what_is_no_number_is_null);
    tcase_add_test(tests, the_rest_is_left_alone);
    suite_add_tcase(suite, tests);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
