/* SPDX-License-Identifier: BSD-3-Clause */
/* The published schema of study files and the reader's table of members describe the same format.
 */
#include "study/shapes.h"
#include "tests/workloads/data/schema.h"

#include <check.h>
#include <stdlib.h>

static const struct shape *get(unsigned i)
{
    return study_shape((enum study_shape_id)i);
}

START_TEST(test_shape)
{
    g_autoptr(JsonParser) parser = schema_parse("studies/study.schema.json");
    schema_check_shape(schema_definitions(parser), get((unsigned)_i));
}
END_TEST

START_TEST(test_all)
{
    g_autoptr(JsonParser) parser = schema_parse("studies/study.schema.json");
    schema_check_definitions(schema_definitions(parser), get, STUDY_SHAPES);
    schema_check_references(parser);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("study schema");
    TCase *tests = tcase_create("all");
    tcase_add_loop_test(tests, test_shape, 0, STUDY_SHAPES);
    tcase_add_test(tests, test_all);
    suite_add_tcase(suite, tests);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    const int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
