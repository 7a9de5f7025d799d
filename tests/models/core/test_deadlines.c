/* SPDX-License-Identifier: BSD-3-Clause */
/* Deadlines come in ascending order, each unit once, at its latest one. */
#include "models/core/deadlines.h"
#include <check.h>
#include <stdlib.h>

enum { UNITS = 40 };

struct rig {
    struct deadlines deadlines;
    struct unit units[UNITS];
    GPtrArray *due;
};

static void rig_init(struct rig *rig)
{
    *rig = (struct rig){.due = g_ptr_array_new()};
    deadlines_init(&rig->deadlines, 1000);
    for (unsigned i = 0; i < UNITS; i++)
        rig->units[i].deadline = UINT64_MAX;
}

static void rig_finish(struct rig *rig)
{
    deadlines_finish(&rig->deadlines);
    g_ptr_array_free(rig->due, TRUE);
}

static void lower(struct rig *rig, unsigned unit, uint64_t bucket)
{
    deadlines_lower(&rig->deadlines, &rig->units[unit], bucket);
}

static void check_next(struct rig *rig, uint64_t bucket, unsigned n, const unsigned *units)
{
    ck_assert(deadlines_next(&rig->deadlines, rig->due));
    ck_assert_uint_eq(rig->deadlines.now, bucket);
    ck_assert_uint_eq(rig->due->len, n);
    for (unsigned i = 0; i < n; i++) {
        struct unit *unit = g_ptr_array_index(rig->due, i);
        ck_assert_uint_eq((unsigned)(unit - rig->units), units[i]);
        ck_assert_uint_eq(unit->deadline, UINT64_MAX);
    }
}

START_TEST(nothing_to_do)
{
    struct rig rig;
    rig_init(&rig);
    ck_assert(!deadlines_next(&rig.deadlines, rig.due));
    lower(&rig, 0, 1);
    check_next(&rig, 1, 1, (unsigned[]){0});
    ck_assert(!deadlines_next(&rig.deadlines, rig.due));
    rig_finish(&rig);
}
END_TEST

/* Few are due: those come along for which the time is short beside their delay. */
START_TEST(some_come_early)
{
    struct rig rig;
    rig_init(&rig);
    lower(&rig, 0, 10);
    rig.units[1].delay = 8000;
    lower(&rig, 1, 12);
    rig.units[2].delay = 11000;
    lower(&rig, 2, 13); /* three buckets are more than a quarter of its delay */
    rig.units[3].delay = 60000;
    lower(&rig, 3, 15); /* too far */
    lower(&rig, 4, 11); /* it has no delay */
    check_next(&rig, 10, 2, (unsigned[]){0, 1});
    lower(&rig, 1, 14);
    check_next(&rig, 11, 2, (unsigned[]){4, 2});
    check_next(&rig, 14, 2, (unsigned[]){1, 3});
    ck_assert(!deadlines_next(&rig.deadlines, rig.due));
    rig_finish(&rig);
}
END_TEST

/* Many are due: nobody comes early. */
START_TEST(none_come_early_to_a_full_stop)
{
    struct rig rig;
    rig_init(&rig);
    for (unsigned i = 0; i < 8; i++) {
        rig.units[i].delay = 60000;
        lower(&rig, i, i < 4 ? 10 : 11);
    }
    check_next(&rig, 10, 4, (unsigned[]){0, 1, 2, 3});
    check_next(&rig, 11, 4, (unsigned[]){4, 5, 6, 7});
    rig_finish(&rig);
}
END_TEST

START_TEST(units_of_a_bucket_come_in_order_of_entry)
{
    struct rig rig;
    rig_init(&rig);
    lower(&rig, 5, 7);
    lower(&rig, 3, 2);
    lower(&rig, 9, 7);
    lower(&rig, 1, 7);
    check_next(&rig, 2, 1, (unsigned[]){3});
    check_next(&rig, 7, 3, (unsigned[]){5, 9, 1});
    rig_finish(&rig);
}
END_TEST

START_TEST(only_lowering_counts)
{
    struct rig rig;
    rig_init(&rig);
    lower(&rig, 0, 50);
    lower(&rig, 0, 60); /* later: no effect */
    lower(&rig, 0, 20); /* the entry at 50 is stale now */
    lower(&rig, 1, 50);
    check_next(&rig, 20, 1, (unsigned[]){0});
    check_next(&rig, 50, 1, (unsigned[]){1});
    ck_assert(!deadlines_next(&rig.deadlines, rig.due));
    rig_finish(&rig);
}
END_TEST

START_TEST(a_unit_that_comes_back_to_a_stale_entry_comes_once)
{
    struct rig rig;
    rig_init(&rig);
    lower(&rig, 0, 50);
    lower(&rig, 0, 20);
    check_next(&rig, 20, 1, (unsigned[]){0});
    lower(&rig, 0, 50); /* a second entry at 50 */
    check_next(&rig, 50, 1, (unsigned[]){0});
    ck_assert(!deadlines_next(&rig.deadlines, rig.due));
    rig_finish(&rig);
}
END_TEST

START_TEST(far_deadlines)
{
    struct rig rig;
    rig_init(&rig);
    lower(&rig, 0, 1000000);
    lower(&rig, 1, DEADLINE_BUCKETS);
    lower(&rig, 2, DEADLINE_BUCKETS - 1);
    lower(&rig, 3, 1000000);
    lower(&rig, 4, 5000);
    lower(&rig, 4, 3);
    check_next(&rig, 3, 1, (unsigned[]){4});
    check_next(&rig, DEADLINE_BUCKETS - 1, 1, (unsigned[]){2});
    check_next(&rig, DEADLINE_BUCKETS, 1, (unsigned[]){1});
    /* 5,000 is stale. Two of one far bucket: both, in whichever order, but always the same. */
    ck_assert(deadlines_next(&rig.deadlines, rig.due));
    ck_assert_uint_eq(rig.deadlines.now, 1000000);
    ck_assert_uint_eq(rig.due->len, 2);
    ck_assert(!deadlines_next(&rig.deadlines, rig.due));
    rig_finish(&rig);
}
END_TEST

/* Looking says what comes next, and changes nothing. */
START_TEST(peek_sees_the_next_bucket)
{
    struct rig rig;
    rig_init(&rig);
    ck_assert_uint_eq(deadlines_peek(&rig.deadlines), UINT64_MAX);
    lower(&rig, 0, 50);
    lower(&rig, 1, 50);
    lower(&rig, 2, 5000);
    ck_assert_uint_eq(deadlines_peek(&rig.deadlines), 50);
    ck_assert_uint_eq(deadlines_peek(&rig.deadlines), 50);
    check_next(&rig, 50, 2, (unsigned[]){0, 1});
    ck_assert_uint_eq(deadlines_peek(&rig.deadlines), 5000);
    lower(&rig, 3, 51); /* between two looks, and before what was seen */
    ck_assert_uint_eq(deadlines_peek(&rig.deadlines), 51);
    check_next(&rig, 51, 1, (unsigned[]){3});
    check_next(&rig, 5000, 1, (unsigned[]){2});
    ck_assert_uint_eq(deadlines_peek(&rig.deadlines), UINT64_MAX);
    rig_finish(&rig);
}
END_TEST

/* Stale entries, near and far, hide nothing: what is left of their buckets is still there. */
START_TEST(peek_skips_stale_entries)
{
    struct rig rig;
    rig_init(&rig);
    lower(&rig, 0, 9000);
    lower(&rig, 0, 8000);
    lower(&rig, 0, 40);
    lower(&rig, 0, 30);
    lower(&rig, 0, 10);
    lower(&rig, 1, 40);
    lower(&rig, 2, 9000);
    check_next(&rig, 10, 1, (unsigned[]){0});
    ck_assert_uint_eq(deadlines_peek(&rig.deadlines), 40); /* 30 is empty */
    check_next(&rig, 40, 1, (unsigned[]){1});
    ck_assert_uint_eq(deadlines_peek(&rig.deadlines), 9000); /* 8,000 is empty */
    lower(&rig, 1, 9000);
    check_next(&rig, 9000, 2, (unsigned[]){2, 1});
    ck_assert_uint_eq(deadlines_peek(&rig.deadlines), UINT64_MAX);
    rig_finish(&rig);
}
END_TEST

/* Somebody else may say where to go: there are units at that bucket or not, near or far, and stale
 * entries are passed by. */
START_TEST(take_goes_where_it_is_told)
{
    struct rig rig;
    rig_init(&rig);
    lower(&rig, 0, 40);
    lower(&rig, 1, 3000);
    lower(&rig, 1, 20);
    lower(&rig, 1, 10);
    lower(&rig, 2, 5000);
    lower(&rig, 3, 5000);
    deadlines_take(&rig.deadlines, 5, rig.due);
    ck_assert_uint_eq(rig.due->len, 0);
    deadlines_take(&rig.deadlines, 10, rig.due);
    ck_assert_uint_eq(rig.due->len, 1);
    ck_assert_ptr_eq(g_ptr_array_index(rig.due, 0), &rig.units[1]);
    deadlines_take(&rig.deadlines, 30, rig.due); /* past 20, which is stale */
    ck_assert_uint_eq(rig.due->len, 0);
    ck_assert_uint_eq(deadlines_peek(&rig.deadlines), 40);
    deadlines_take(&rig.deadlines, 40, rig.due);
    ck_assert_uint_eq(rig.due->len, 1);
    lower(&rig, 1, 40 + DEADLINE_BUCKETS - 20); /* where 20 was */
    deadlines_take(&rig.deadlines, 40 + DEADLINE_BUCKETS - 20, rig.due);
    ck_assert_uint_eq(rig.due->len, 1);
    deadlines_take(&rig.deadlines, 5000, rig.due); /* past 3,000 */
    ck_assert_uint_eq(rig.due->len, 2);
    ck_assert_uint_eq(deadlines_peek(&rig.deadlines), UINT64_MAX);
    rig_finish(&rig);
}
END_TEST

/* A unit whose stale entry was dropped by a look may come back to that bucket. */
START_TEST(peek_loses_no_unit_that_comes_back)
{
    struct rig rig;
    rig_init(&rig);
    lower(&rig, 0, 40);
    lower(&rig, 0, 10);
    lower(&rig, 1, 5000);
    lower(&rig, 1, 10);
    check_next(&rig, 10, 2, (unsigned[]){0, 1});
    ck_assert_uint_eq(deadlines_peek(&rig.deadlines), UINT64_MAX);
    lower(&rig, 1, 5000);
    ck_assert_uint_eq(deadlines_peek(&rig.deadlines), 5000);
    lower(&rig, 0, 40);
    ck_assert_uint_eq(deadlines_peek(&rig.deadlines), 40);
    check_next(&rig, 40, 1, (unsigned[]){0});
    check_next(&rig, 5000, 1, (unsigned[]){1});
    ck_assert(!deadlines_next(&rig.deadlines, rig.due));
    rig_finish(&rig);
}
END_TEST

/* Against a plain array of deadlines. */
START_TEST(like_a_plain_array)
{
    struct rig rig;
    rig_init(&rig);
    uint64_t expected[UNITS], state = 88172645463325252u;
    for (unsigned i = 0; i < UNITS; i++)
        expected[i] = UINT64_MAX;
    for (unsigned round = 0; round < 20000; round++) {
        for (unsigned k = 0; k < 3; k++) {
            state ^= state << 13; /* xorshift64, Marsaglia 2003 */
            state ^= state >> 7;
            state ^= state << 17;
            unsigned unit = state >> 33 & 31;
            uint64_t ahead = 1 + (state % 16 ? state >> 8 & 63 : state >> 8 & 1023);
            uint64_t bucket = rig.deadlines.now + ahead;
            lower(&rig, unit, bucket);
            expected[unit] = MIN(expected[unit], bucket);
        }
        uint64_t first = UINT64_MAX;
        guint n = 0;
        for (unsigned i = 0; i < UNITS; i++)
            first = MIN(first, expected[i]);
        for (unsigned i = 0; i < UNITS; i++)
            n += expected[i] == first;
        if (round % 2)
            ck_assert_uint_eq(deadlines_peek(&rig.deadlines), first);
        if (round % 3 == 0 && first > rig.deadlines.now + 1) {
            deadlines_take(&rig.deadlines, first - 1, rig.due);
            ck_assert_uint_eq(rig.due->len, 0);
        }
        if (round % 5 == 0)
            deadlines_take(&rig.deadlines, first, rig.due);
        else
            ck_assert(deadlines_next(&rig.deadlines, rig.due));
        ck_assert_uint_eq(rig.deadlines.now, first);
        ck_assert_uint_eq(rig.due->len, n);
        for (guint i = 0; i < n; i++) {
            struct unit *unit = g_ptr_array_index(rig.due, i);
            ck_assert_uint_eq(expected[unit - rig.units], first);
            expected[unit - rig.units] = UINT64_MAX;
        }
    }
    rig_finish(&rig);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("deadlines");
    TCase *tcase = tcase_create("deadlines");
    tcase_add_test(tcase, nothing_to_do);
    tcase_add_test(tcase, units_of_a_bucket_come_in_order_of_entry);
    tcase_add_test(tcase, only_lowering_counts);
    tcase_add_test(tcase, a_unit_that_comes_back_to_a_stale_entry_comes_once);
    tcase_add_test(tcase, far_deadlines);
    tcase_add_test(tcase, peek_sees_the_next_bucket);
    tcase_add_test(tcase, peek_skips_stale_entries);
    tcase_add_test(tcase, take_goes_where_it_is_told);
    tcase_add_test(tcase, peek_loses_no_unit_that_comes_back);
    tcase_add_test(tcase, some_come_early);
    tcase_add_test(tcase, none_come_early_to_a_full_stop);
    tcase_add_test(tcase, like_a_plain_array);
    suite_add_tcase(suite, tcase);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed != 0;
}
