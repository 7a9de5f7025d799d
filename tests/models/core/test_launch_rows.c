/* SPDX-License-Identifier: BSD-3-Clause */
/* A launch that may still count has its row, and ten million launches take no more memory than a
 * few. */
#include "models/core/launch_rows.h"
#include <check.h>
#include <stdlib.h>

/* An assertion each would take seconds. */
static bool has_row(const struct launch_rows *rows, uint32_t launch, uint32_t row)
{
    uint32_t found;
    return launch_rows_find(rows, launch, &found) && found == row;
}

START_TEST(memory_is_constant)
{
    enum { LAUNCHES = 200000, LATE = 1000 };
    struct launch_rows rows;
    uint32_t row, bad = 0;
    launch_rows_init(&rows);
    const uint32_t n_places = rows.n_places;
    for (uint32_t i = 0; i < LAUNCHES; i++) {
        launch_rows_set(&rows, i, i % 5);
        bad += !has_row(&rows, i, i % 5);
        launch_rows_end(&rows, i);
        bad += i >= LATE && !has_row(&rows, i - LATE, (i - LATE) % 5);
    }
    ck_assert_uint_eq(bad, 0);
    ck_assert_uint_eq(rows.n_places, n_places);
    ck_assert(!launch_rows_find(&rows, 0, &row));
    ck_assert(!launch_rows_find(&rows, LAUNCHES, &row));
    launch_rows_finish(&rows);
}
END_TEST

/* One that runs all the time keeps its row; so do many at once. */
START_TEST(what_goes_on_is_kept)
{
    enum { LAUNCHES = 100000 };
    struct launch_rows rows;
    uint32_t bad = 0;
    launch_rows_init(&rows);
    for (uint32_t i = 0; i < LAUNCHES; i++) {
        launch_rows_set(&rows, i, i + 1);
        if (i % 10 != 0)
            launch_rows_end(&rows, i);
    }
    for (uint32_t i = 0; i < LAUNCHES; i += 10)
        bad += !has_row(&rows, i, i + 1);
    ck_assert_uint_eq(bad, 0);
    launch_rows_finish(&rows);
}
END_TEST

/* An old launch that begins late, and has ended: its place is not yet another's. */
START_TEST(late_ones_are_kept_for_a_while)
{
    struct launch_rows rows;
    launch_rows_init(&rows);
    const uint32_t other = rows.n_places + 5;
    launch_rows_set(&rows, 5, 1);
    launch_rows_end(&rows, 5);
    launch_rows_set(&rows, other, 2);
    ck_assert(has_row(&rows, 5, 1));
    ck_assert(has_row(&rows, other, 2));
    launch_rows_set(&rows, 5, 3); /* as tests of the dispatcher do */
    ck_assert(has_row(&rows, 5, 3));
    launch_rows_finish(&rows);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("launch_rows");
    TCase *tests = tcase_create("rows");
    tcase_add_test(tests, memory_is_constant);
    tcase_add_test(tests, what_goes_on_is_kept);
    tcase_add_test(tests, late_ones_are_kept_for_a_while);
    suite_add_tcase(suite, tests);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_ENV);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
