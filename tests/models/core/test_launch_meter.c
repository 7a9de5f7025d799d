/* SPDX-License-Identifier: BSD-3-Clause */
/* What is counted goes to the launch for which it was, and nothing gets lost. */
#include "models/core/launch_meter.h"
#include <check.h>
#include <stdlib.h>

struct numbers {
    uint64_t a, b;
};

static struct launch_ledger ledger;
static struct numbers counters, others;
static struct launch_meter meter, other;

static void set_up(void)
{
    counters = others = (struct numbers){0};
    launch_ledger_init(&ledger, sizeof(struct numbers));
    launch_meter_init(&meter, &ledger, &counters, sizeof counters);
    launch_meter_init(&other, &ledger, &others, sizeof others);
}

static void tear_down(void)
{
    launch_meter_finish(&meter);
    launch_meter_finish(&other);
    launch_ledger_finish(&ledger);
}

static void check_row(uint32_t number, uint64_t a, uint64_t b)
{
    const struct numbers *row = launch_ledger_row(&ledger, number);
    ck_assert_ptr_nonnull(row);
    ck_assert_uint_eq(row->a, a);
    ck_assert_uint_eq(row->b, b);
}

START_TEST(counts_go_to_the_launch_that_was)
{
    counters.a = 2;
    launch_meter_turn(&meter, 3);
    counters.a += 5;
    counters.b += 1;
    launch_meter_turn(&meter, 100);
    counters.b += 7;
    launch_meter_turn(&meter, 3);
    counters.a += 10;
    launch_meter_close(&meter);
    check_row(NO_LAUNCH, 2, 0);
    check_row(0, 0, 0);
    check_row(3, 15, 1);
    check_row(100, 0, 7);
    ck_assert_uint_eq(meter.launch, NO_LAUNCH);
}
END_TEST

START_TEST(units_share_a_ledger)
{
    launch_meter_turn(&meter, 0);
    launch_meter_turn(&other, 0);
    counters.a = 1;
    others.a = 20;
    launch_meter_close(&meter);
    launch_meter_close(&other);
    check_row(0, 21, 0);
    ck_assert_ptr_null(launch_ledger_row(&ledger, 1000));
}
END_TEST

/* What would have happened after the end is taken back: from the present launch, then from the
 * others, the last one first, then from none. */
START_TEST(the_end_takes_back)
{
    counters.a = 4;
    launch_meter_turn(&meter, 1);
    counters.a += 3;
    launch_meter_turn(&meter, 2);
    counters.a += 5;
    launch_meter_turn(&meter, 0);
    counters.a += 2;
    launch_meter_turn(&meter, 0);
    counters.a -= 11;
    counters.b += 6;
    launch_meter_close(&meter);
    check_row(0, 0, 6);
    check_row(2, 0, 0);
    check_row(1, 0, 0);
    check_row(NO_LAUNCH, 3, 0);
}
END_TEST

START_TEST(launches_may_share_a_row)
{
    struct launch_rows rows;
    launch_rows_init(&rows);
    launch_rows_set(&rows, 0, 0);
    launch_rows_set(&rows, 2, 1);
    launch_rows_set(&rows, 3, 1);
    ledger.row_of = &rows;
    launch_meter_turn(&meter, 2);
    counters.a += 5;
    launch_meter_turn(&meter, 0);
    counters.a += 2;
    launch_meter_turn(&meter, 3);
    counters.a += 10;
    launch_meter_close(&meter);
    check_row(0, 2, 0);
    check_row(1, 15, 0);
    check_row(NO_LAUNCH, 0, 0);
    launch_rows_finish(&rows);
}
END_TEST

/* A unit that has had nothing else to do since may work on for a launch whose row is forgotten. */
START_TEST(a_row_is_looked_up_once)
{
    enum { MANY = 100000 };
    struct launch_rows rows;
    uint32_t row;
    launch_rows_init(&rows);
    launch_rows_set(&rows, 7, 3);
    ledger.row_of = &rows;
    launch_meter_turn(&meter, 7);
    counters.a += 5;
    launch_rows_end(&rows, 7);
    for (uint32_t i = 8; i < MANY; i++) {
        launch_rows_set(&rows, i, 4);
        launch_rows_end(&rows, i);
    }
    ck_assert(!launch_rows_find(&rows, 7, &row));
    launch_meter_turn(&meter, 7);
    counters.a += 2;
    launch_meter_turn(&meter, MANY - 1);
    counters.a += 30;
    launch_meter_close(&meter);
    check_row(3, 7, 0);
    check_row(4, 30, 0);
    launch_rows_finish(&rows);
}
END_TEST

START_TEST(nobody_need_ask)
{
    struct launch_meter alone;
    launch_meter_init(&alone, NULL, &counters, sizeof counters);
    counters.a = 1;
    launch_meter_turn(&alone, 7);
    ck_assert_uint_eq(alone.launch, 7);
    launch_meter_close(&alone);
    launch_meter_finish(&alone);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("launch_meter");
    TCase *tests = tcase_create("meter");
    tcase_add_checked_fixture(tests, set_up, tear_down);
    tcase_add_test(tests, counts_go_to_the_launch_that_was);
    tcase_add_test(tests, units_share_a_ledger);
    tcase_add_test(tests, the_end_takes_back);
    tcase_add_test(tests, launches_may_share_a_row);
    tcase_add_test(tests, a_row_is_looked_up_once);
    tcase_add_test(tests, nobody_need_ask);
    suite_add_tcase(suite, tests);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_ENV);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
