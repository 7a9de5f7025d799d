/* SPDX-License-Identifier: BSD-3-Clause */
/* How long those take to end that share something. */
#include "sampling/ends.h"
#include <check.h>
#include <stdlib.h>

static void expect(struct ends_left *left, unsigned n, double least, double most)
{
    const struct ends_span span = ends_span(left, n);
    ck_assert_double_eq_tol(span.least, least, 1e-9);
    ck_assert_double_eq_tol(span.most, most, 1e-9);
}

START_TEST(none_takes_no_time)
{
    expect(NULL, 0, 0, 0);
}
END_TEST

START_TEST(equal_ones_end_together)
{
    struct ends_left left[] = {{12, 3}, {12, 3}, {12, 3}};
    expect(left, 3, 4, 4);
}
END_TEST

/* Both are as fast as any has been: nobody becomes faster. */
START_TEST(the_last_keeps_its_pace)
{
    struct ends_left left[] = {{2, 1}, {6, 1}};
    expect(left, 2, 4, 6);
}
END_TEST

/* The slow one becomes as fast as the other one was, and no faster: 4 are left after 2. */
START_TEST(the_slow_one_takes_over)
{
    struct ends_left left[] = {{6, 3}, {6, 1}};
    expect(left, 2, 3, 2 + 4.0 / 3);
}
END_TEST

/* After 1, the others have 2 left each, and both get half of the pace that is left behind. */
START_TEST(what_is_left_behind_is_shared)
{
    struct ends_left left[] = {{2, 2}, {3, 1}, {3, 1}};
    expect(left, 3, 2, 2);
}
END_TEST

static void expect_all(double known, double shared, double least, double most)
{
    const struct ends_span all = ends_of_all((struct ends_span){40, 60}, known, shared);
    ck_assert_double_eq(all.least, least);
    ck_assert_double_eq(all.most, most);
}

/* An SM takes its time alone, unless it waits for what all share. */
START_TEST(what_all_share_becomes_free)
{
    expect_all(10, 0.2, 40, 60);
    expect_all(10, 0.9, 10, 60);
    expect_all(50, 0.2, 50, 60);
    expect_all(70, 0.9, 70, 70);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("ends");
    TCase *tests = tcase_create("ends");
    suite_add_tcase(suite, tests);
    tcase_add_test(tests, none_takes_no_time);
    tcase_add_test(tests, equal_ones_end_together);
    tcase_add_test(tests, the_last_keeps_its_pace);
    tcase_add_test(tests, the_slow_one_takes_over);
    tcase_add_test(tests, what_is_left_behind_is_shared);
    tcase_add_test(tests, what_all_share_becomes_free);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_ENV);
    const int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
