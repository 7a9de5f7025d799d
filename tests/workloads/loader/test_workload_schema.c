/* SPDX-License-Identifier: BSD-3-Clause */
/* The published schema and the loader's table of members describe the same format. */
#include "tests/workloads/loader/data/schema.h"
#include "workloads/loader/shapes.h"

#include <check.h>
#include <stdlib.h>

static const struct json_shape *get(unsigned i)
{
    return shape_get((enum shape_id)i);
}

START_TEST(test_shape)
{
    g_autoptr(JsonParser) parser = schema_parse("workloads/workload.schema.json");
    schema_check_shape(schema_definitions(parser), get((unsigned)_i));
}
END_TEST

START_TEST(test_all)
{
    g_autoptr(JsonParser) parser = schema_parse("workloads/workload.schema.json");
    schema_check_definitions(schema_definitions(parser), get, SHAPES);
    schema_check_references(parser);
    JsonObject *root = json_node_get_object(json_parser_get_root(parser));
    ck_assert_uint_eq(json_array_get_length(json_object_get_array_member(root, "oneOf")), 3);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("workload schema");
    TCase *tests = tcase_create("all");
    tcase_add_loop_test(tests, test_shape, 0, SHAPES);
    tcase_add_test(tests, test_all);
    suite_add_tcase(suite, tests);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    const int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
