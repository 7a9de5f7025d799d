/* SPDX-License-Identifier: BSD-3-Clause */
/* The lines that blocks read, as found before the launch, against what they then read. */
#include "tests/suite/programs.h"
#include <string.h>

/* Programs all of whose loads depend on nothing but code, grid and parameters; and programs of
 * which some depend on data. */
static const char *const all_known[] = {"backprop", "hotspot",  "laplace3d",
                                        "matmul",   "stencil7", "fdtd3d"};
static const char *const some_known[] = {"bfs", "bptree", "spmv", "memcached", "srad"};

static JsonNode *run_named(const char *name)
{
    g_autoptr(GPtrArray) list = suite_of_tests();
    for (guint i = 0; i < list->len; i++)
        if (strcmp(((const struct suite_program *)list->pdata[i])->name, name) == 0)
            return run_program((int)i, "--observe=block_lines");
    ck_abort_msg("no program %s", name);
}

static uint64_t of_launch(JsonNode *result, unsigned launch, const char *member)
{
    g_autofree char *path = g_strdup_printf("block_lines.launches.%u.%s", launch, member);
    return result_number(result, path);
}

/* What is said to be read is read, and loads said to be known read nothing else. */
static void assert_true(JsonNode *result, unsigned launch)
{
    uint64_t known = of_launch(result, launch, "lines_known");
    ck_assert_uint_eq(of_launch(result, launch, "lines_known_and_read"), known);
    ck_assert_uint_eq(of_launch(result, launch, "lines_unforeseen"), 0);
}

START_TEST(every_line_is_known)
{
    g_autoptr(JsonNode) result = run_named(all_known[_i]);
    unsigned n = (unsigned)result_length(result, "block_lines.launches");
    ck_assert_uint_gt(n, 0);
    for (unsigned i = 0; i < n; i++) {
        assert_true(result, i);
        ck_assert_uint_eq(of_launch(result, i, "loads_unknown"), 0);
        ck_assert_uint_gt(of_launch(result, i, "lines_read"), 0);
        ck_assert_uint_eq(of_launch(result, i, "lines_read"), of_launch(result, i, "lines_known"));
    }
}
END_TEST

START_TEST(what_is_known_is_true)
{
    g_autoptr(JsonNode) result = run_named(some_known[_i]);
    unsigned n = (unsigned)result_length(result, "block_lines.launches"), unknown = 0;
    for (unsigned i = 0; i < n; i++) {
        assert_true(result, i);
        ck_assert_uint_gt(of_launch(result, i, "loads_known"), 0);
        ck_assert_uint_gt(of_launch(result, i, "lines_known"), 0);
        unknown += of_launch(result, i, "loads_unknown") > 0;
    }
    ck_assert_uint_gt(unknown, 0);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("suite_block_lines");
    TCase *tests = tcase_create("block_lines");
    tcase_set_timeout(tests, 60);
    tcase_add_loop_test(tests, every_line_is_known, 0, (int)G_N_ELEMENTS(all_known));
    tcase_add_loop_test(tests, what_is_known_is_true, 0, (int)G_N_ELEMENTS(some_known));
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
