/* SPDX-License-Identifier: BSD-3-Clause */
/* The published schema of study files and the reader's table of members describe the same format.
 */
#include "study/shapes.h"
#include "study/study_read.h"
#include "tests/workloads/loader/data/loader_fixture.h"
#include "tests/workloads/loader/data/schema.h"

#include <check.h>
#include <stdlib.h>

static const struct json_shape *get(unsigned i)
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

/* The studies of the tree are right: their files are there, their names exist. */
START_TEST(test_ready_studies)
{
    g_autofree char *folder =
        g_build_filename(fixture_environment("SIMGPU_SOURCE_ROOT"), "studies", NULL);
    g_autoptr(GDir) dir = g_dir_open(folder, 0, NULL);
    unsigned n = 0;
    for (const char *name; dir && (name = g_dir_read_name(dir));) {
        g_autofree char *path = g_build_filename(folder, name, NULL);
        g_autoptr(GError) error = NULL;
        if (!g_str_has_suffix(name, ".json") || g_str_has_suffix(name, ".schema.json"))
            continue;
        struct study *study = study_load(path, &error);
        ck_assert_msg(study != NULL, "%s", error ? error->message : "");
        study_free(study);
        n++;
    }
    ck_assert_uint_ge(n, 2);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("study schema");
    TCase *tests = tcase_create("all");
    tcase_add_loop_test(tests, test_shape, 0, STUDY_SHAPES);
    tcase_add_test(tests, test_all);
    tcase_add_test(tests, test_ready_studies);
    suite_add_tcase(suite, tests);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
