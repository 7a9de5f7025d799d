/* SPDX-License-Identifier: BSD-3-Clause */
#include "cli/base/pace.h"
#include <check.h>
#include <stdlib.h>

enum { SECOND_US = 1000000 };

START_TEST(what_is_left_follows_the_pace)
{
    struct pace pace = {0};
    ck_assert_double_lt(pace_left_s(&pace, 0, 0, 5 * SECOND_US), 0);
    ck_assert_double_lt(pace_left_s(&pace, 0, 100, 10 * SECOND_US), 0);
    ck_assert_double_eq(pace_left_s(&pace, 10, 100, 12 * SECOND_US), 18);
    ck_assert_double_eq(pace_left_s(&pace, 50, 100, 30 * SECOND_US), 20);
    ck_assert_double_eq(pace_left_s(&pace, 100, 100, 50 * SECOND_US), 0);
    /* A second kernel goes at its own pace, once that is known. */
    ck_assert_double_eq(pace_left_s(&pace, 100, 300, 60 * SECOND_US), 100);
    ck_assert_double_eq(pace_left_s(&pace, 100, 300, 70 * SECOND_US), 90);
    ck_assert_double_eq(pace_left_s(&pace, 100, 300, 170 * SECOND_US), 0);
    ck_assert_double_eq(pace_left_s(&pace, 200, 300, 260 * SECOND_US), 200);
}
END_TEST

START_TEST(times_are_short)
{
    static const struct {
        double seconds;
        const char *text;
    } times[] = {{-1, "?"},           {0.4, "0 s"},         {12, "12 s"},
                 {200, "3 min 20 s"}, {7500, "2 h 05 min"}, {360000, "100 h 00 min"}};
    for (unsigned i = 0; i < G_N_ELEMENTS(times); i++) {
        g_autofree char *text = pace_text(times[i].seconds);
        ck_assert_str_eq(text, times[i].text);
    }
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("pace");
    TCase *tcase = tcase_create("all");
    tcase_add_test(tcase, what_is_left_follows_the_pace);
    tcase_add_test(tcase, times_are_short);
    suite_add_tcase(suite, tcase);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
