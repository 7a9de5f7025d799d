/* SPDX-License-Identifier: BSD-3-Clause */
#include "base/input_error.h"
#include "offload/feature_table.h"
#include <check.h>
#include <stdlib.h>

START_TEST(reads_quotes_and_line_ends)
{
    struct feature_table *table = feature_table_parse(
        "f.csv", "kernel,threads\r\n\"a,\"\"b\"\"\",32\r\n\n\"two\nlines\",-1e3\nlast,7", NULL);
    double number;
    ck_assert_ptr_nonnull(table);
    ck_assert_uint_eq(table->n_columns, 2);
    ck_assert_uint_eq(table->rows->len, 3);
    ck_assert_str_eq(feature_table_text(table, 0, 0), "a,\"b\"");
    ck_assert_str_eq(feature_table_text(table, 1, 0), "two\nlines");
    ck_assert(feature_table_number(table, 1, 1, &number, NULL));
    ck_assert_double_eq(number, -1000);
    ck_assert_uint_eq(((struct feature_row *)table->rows->pdata[2])->line, 6);
    ck_assert_int_eq(feature_table_find(table, "threads"), 1);
    ck_assert_int_eq(feature_table_find(table, "blocks"), -1);
    feature_table_free(table);
}
END_TEST

static const struct {
    const char *text, *message;
} bad[] = {
    {"", "f.csv: expected a line with column names"},
    {"a,b\n1,2\n3\n", "f.csv:3: expected 2 fields, as the first line has, found 1"},
    {"a,a\n", "f.csv:1: there are two columns \"a\""},
    {"a,\n", "f.csv:1: column 2 has no name"},
    {"a\n\"1\n", "f.csv:2: a quoted field has no end"},
    {"a\n\"1\"2\n", "f.csv:2: expected a comma behind a quoted field"},
};

START_TEST(refuses_with_the_line)
{
    GError *error = NULL;
    ck_assert_ptr_null(feature_table_parse("f.csv", bad[_i].text, &error));
    ck_assert_uint_eq(error->domain, INPUT_ERROR);
    ck_assert_str_eq(error->message, bad[_i].message);
    g_error_free(error);
}
END_TEST

START_TEST(names_cells_and_columns)
{
    struct feature_table *table = feature_table_parse("f.csv", "a,b\n1,x\n1,\n1,inf\n", NULL);
    static const char *const cells[] = {"x", "", "inf"};
    double number;
    unsigned column;
    for (unsigned row = 0; row < 3; row++) {
        GError *error = NULL;
        g_autofree char *message = g_strdup_printf(
            "f.csv:%u: column \"b\" wants a number, not \"%s\"", row + 2, cells[row]);
        ck_assert(!feature_table_number(table, row, 1, &number, &error));
        ck_assert_str_eq(error->message, message);
        g_error_free(error);
    }
    GError *error = NULL;
    ck_assert(!feature_table_column(table, "c", &column, &error));
    ck_assert_str_eq(error->message, "f.csv:1: there is no column \"c\"; there are: a, b");
    g_error_free(error);
    feature_table_free(table);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("feature_table");
    TCase *tcase = tcase_create("feature_table");
    tcase_add_test(tcase, reads_quotes_and_line_ends);
    tcase_add_loop_test(tcase, refuses_with_the_line, 0, G_N_ELEMENTS(bad));
    tcase_add_test(tcase, names_cells_and_columns);
    suite_add_tcase(suite, tcase);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_ENV);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
