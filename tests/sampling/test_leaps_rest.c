/* SPDX-License-Identifier: BSD-3-Clause */
/* What windows say of a leap between them, and how fast a block is: a made-up launch whose rows are
 * known. */
#include "cli/run/sampling/leaps_blocks.h"
#include "cli/run/sampling/leaps_rest.h"
#include <check.h>
#include <stdlib.h>

enum { PERIOD = 2048, ROWS = 9, HELD = 4, WORK = 10000, FAST = 1024, SLOW = 256 };

/* Rows 0 to 3 are a fast window, then a leap; rows 4 to 8 lie behind it, 5 to 8 a slow window. */
static void set_up(struct leaps *leaps, const struct leaps_gap *gap)
{
    const struct leaps_window windows[] = {{0, HELD - 1}, {HELD + 1, ROWS - 1}};
    uint64_t work = 0;
    *leaps = (struct leaps){
        .rows.list = g_array_new(FALSE, TRUE, sizeof(struct wave_row)),
        .windows = g_array_new(FALSE, FALSE, sizeof(struct leaps_window)),
        .gaps = g_array_new(FALSE, FALSE, sizeof(struct leaps_gap)),
    };
    g_array_append_vals(leaps->windows, windows, G_N_ELEMENTS(windows));
    g_array_append_vals(leaps->gaps, gap, 1);
    for (unsigned i = 0; i < ROWS; i++) {
        struct wave_row row = {.blocks = 1, .cycles = (uint64_t)i * PERIOD};
        if (i > 0 && i != HELD)
            work += i < HELD ? FAST : SLOW;
        row.counters.sm.warp_instructions = work;
        g_array_append_val(leaps->rows.list, row);
    }
}

static void tear_down(struct leaps *leaps)
{
    g_array_free(leaps->rows.list, TRUE);
    g_array_free(leaps->windows, TRUE);
    g_array_free(leaps->gaps, TRUE);
}

/* Cycles that the leap, and the row at which time went on, are taken for. */
static double computed(double at_ends)
{
    const struct leaps_gap gap = {
        .go = HELD, .work = WORK, .planned = WORK, .at_ends = at_ends, .distance = WORK};
    struct leaps leaps;
    set_up(&leaps, &gap);
    const struct leaps_rest rest = leaps_rest(&leaps, leaps_cycles_at, NULL);
    tear_down(&leaps);
    return rest.computed;
}

/* Both windows tell of the leap. */
START_TEST(is_between_its_windows)
{
    const double work = WORK + SLOW, fast = (double)PERIOD / FAST, slow = (double)PERIOD / SLOW;
    ck_assert_double_eq_tol(computed(0), work * (fast + slow) / 2, 1e-6);
    ck_assert_double_eq_tol(computed(0.01), work * (fast + slow) / 2, 1e-6);
}
END_TEST

/* All warps have come to the ends of their loops: what follows is another part of the kernel, and
 * tells nothing of the leap. */
START_TEST(is_like_before_if_loops_have_ended)
{
    ck_assert_double_eq_tol(computed(0.95), (double)(WORK + SLOW) * PERIOD / FAST, 1e-6);
}
END_TEST

/* Some have, and the others went on at the later pace: from when on nobody knows. */
START_TEST(is_anywhere_between_if_some_loops_have_ended)
{
    const double work = WORK + SLOW, fast = (double)PERIOD / FAST, slow = (double)PERIOD / SLOW;
    const struct leaps_gap gap = {.go = HELD, .work = WORK, .planned = WORK, .at_ends = 0.5};
    struct leaps leaps;
    set_up(&leaps, &gap);
    const struct leaps_rest rest = leaps_rest(&leaps, leaps_cycles_at, NULL);
    tear_down(&leaps);
    ck_assert_double_eq_tol(rest.computed, work * (fast + slow) / 2, 1e-6);
    ck_assert_double_ge(rest.half_width, work * (slow - fast) / 2);
}
END_TEST

/* Blocks of other lengths than those that were simulated end at other times. */
START_TEST(blocks_may_be_uneven)
{
    const struct leaps_gap gap = {.go = HELD, .work = WORK, .planned = WORK};
    const double pace = (double)FAST / PERIOD; /* of the one block that is there */
    struct leaps leaps;
    set_up(&leaps, &gap);
    leaps.shortest = 990;
    leaps.longest = 1000;
    ck_assert_double_eq(leaps_uneven(&leaps, 1000), 0);
    ck_assert_double_eq_tol(leaps_uneven(&leaps, 1500), (1500 - 990) / 2.0 / pace, 1e-6);
    leaps.shortest = 500;
    ck_assert_double_eq_tol(leaps_uneven(&leaps, 800), 250 / pace, 1e-6);
    leaps.shortest = 0; /* nobody has seen an end */
    ck_assert_double_eq(leaps_uneven(&leaps, 800), 0);
    tear_down(&leaps);
}
END_TEST

/* The first block ends behind the fast window. By hand: the whole launch, with the leap, takes
 * 6 * 2048 + 10256 * 5 + 1000 cycles for 14096 instructions, of which 3072 are of that window. */
START_TEST(what_lies_behind_the_first_end_counts)
{
    const struct leaps_gap gap = {.go = HELD, .work = WORK, .planned = WORK};
    const double fast = (double)PERIOD / FAST, all = 64568.0 / 14096;
    struct leaps_others others = {3072, 1000};
    struct leaps leaps;
    set_up(&leaps, &gap);
    for (unsigned i = 0; i < ROWS; i++)
        wave_rows_at(&leaps.rows, i)->at = i;
    leaps.first_end = HELD - 1;
    struct wave_rate rate = leaps_beyond(&leaps, leaps_cycles_at, NULL, &others);
    ck_assert_double_eq_tol(rate.mean, fast, 1e-9);
    others.length = 6000; /* half of a block has been seen */
    rate = leaps_beyond(&leaps, leaps_cycles_at, NULL, &others);
    ck_assert_double_eq_tol(rate.mean, (fast + all) / 2, 1e-9);
    ck_assert_double_ge(rate.half_width, (all - fast) / 2);
    ck_assert_double_le(rate.half_width, all - fast);
    tear_down(&leaps);
}
END_TEST

/* Half the interval's width of the leap: what its plan left. */
static double half_width(double planned, double distance)
{
    const struct leaps_gap gap = {
        .go = HELD, .work = WORK, .planned = planned, .at_ends = 1, .distance = distance};
    struct leaps leaps;
    set_up(&leaps, &gap);
    const struct leaps_rest rest = leaps_rest(&leaps, leaps_cycles_at, NULL);
    tear_down(&leaps);
    return rest.half_width - 0.1 * rest.computed; /* no gap has two sides */
}

/* Blocks that have done what they were to do left nothing, whatever they were slower than. Those
 * that have come to their ends left something if there was less to do than time. */
START_TEST(a_plan_that_was_met_leaves_nothing)
{
    const double took = (double)WORK * PERIOD / FAST;
    ck_assert_double_eq_tol(half_width(WORK, 4 * took), 0, 1e-6);
    ck_assert_double_eq_tol(half_width(2 * WORK, 4 * took), took / 2, 1e-6);
    ck_assert_double_eq_tol(half_width(4 * WORK, took), 0, 1e-6);
}
END_TEST

/* Rows of these rates behind a leap, of which windows before it had the first one. */
static void go_on(struct leaps *leaps, const unsigned *work, unsigned n)
{
    for (unsigned i = 0; i < n; i++) {
        struct wave_row row = *wave_rows_at(&leaps->rows, leaps->rows.list->len - 1);
        row.cycles += PERIOD;
        row.counters.sm.warp_instructions += work[i];
        g_array_append_val(leaps->rows.list, row);
    }
}

/* At the pace of before, or at another one for long. A pace that changes is waited for. */
START_TEST(a_pace_settles)
{
    static const struct {
        unsigned work[20], n;
        bool settled;
    } cases[] = {
        {{FAST, FAST, FAST, FAST}, 4, true},
        {{SLOW, SLOW, SLOW, SLOW}, 4, false},
        {{SLOW, SLOW, SLOW, SLOW, FAST, FAST, FAST}, 7, true},
        {{SLOW, SLOW, SLOW, SLOW, SLOW, FAST, FAST}, 7, false},
        {{SLOW, SLOW, SLOW, SLOW, SLOW, SLOW, SLOW, SLOW, SLOW, SLOW,
          SLOW, SLOW, SLOW, SLOW, SLOW, SLOW, SLOW, SLOW, SLOW, SLOW},
         20,
         true},
    };
    const struct leaps_gap gap = {.go = HELD, .work = WORK, .planned = WORK};
    struct leaps leaps;
    set_up(&leaps, &gap);
    g_array_set_size(leaps.rows.list, HELD + 1);
    leaps.go = HELD;
    leaps.error = 0.035;
    go_on(&leaps, cases[_i].work, cases[_i].n);
    ck_assert_int_eq(leaps_settled(&leaps), cases[_i].settled);
    ck_assert_int_eq(leaps_turns(&leaps), !cases[_i].settled);
    g_array_index(leaps.gaps, struct leaps_gap, 0).work = 0; /* nobody has leapt there */
    ck_assert(!leaps_turns(&leaps));
    tear_down(&leaps);
}
END_TEST

/* A block has its pace since its begin, unless it goes at quite another one now. */
START_TEST(a_pace_may_be_another_one)
{
    struct leaps leaps = {.rows.list = g_array_new(FALSE, TRUE, sizeof(struct wave_row))};
    const struct wave_row rows[] = {{.cycles = 0}, {.cycles = 100 * PERIOD}};
    g_array_append_vals(leaps.rows.list, rows, 2);
    struct leaps_block block = {
        .rows = 4, .seen = 1000 * PERIOD, .seen_at = {0, 0, 0, 1100}, .clock_at = {0, 0, 0, 100}};
    ck_assert_double_eq(leaps_pace(&leaps, &block), 10);
    block.seen_at[3] = 1300;
    ck_assert_double_eq(leaps_pace(&leaps, &block), 13);
    block.seen_at[3] = 700;
    ck_assert_double_eq(leaps_pace(&leaps, &block), 7);
    block.rows = 3; /* no window yet */
    ck_assert_double_eq(leaps_pace(&leaps, &block), 10);
    g_array_free(leaps.rows.list, TRUE);
}
END_TEST

/* Of the last rows alone, and of none between which no time has passed: it was held. */
START_TEST(a_pace_needs_time)
{
    struct leaps_block block = {.rows = 1, .seen_at = {10}, .clock_at = {100}};
    ck_assert_double_eq(leaps_late_pace(&block), 0);
    block.rows = 2;
    block.seen_at[1] = 10;
    block.clock_at[1] = 100;
    ck_assert_double_eq(leaps_late_pace(&block), 0);
    block.rows = LEAPS_LATE + 1; /* the first row has gone, the last one is in its place */
    block.seen_at[0] = 70;
    block.clock_at[0] = 120;
    ck_assert_double_eq(leaps_late_pace(&block), 3);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("leaps_rest");
    TCase *tests = tcase_create("leaps_rest");
    suite_add_tcase(suite, tests);
    tcase_add_test(tests, is_between_its_windows);
    tcase_add_test(tests, is_like_before_if_loops_have_ended);
    tcase_add_test(tests, is_anywhere_between_if_some_loops_have_ended);
    tcase_add_test(tests, blocks_may_be_uneven);
    tcase_add_test(tests, what_lies_behind_the_first_end_counts);
    tcase_add_test(tests, a_plan_that_was_met_leaves_nothing);
    tcase_add_loop_test(tests, a_pace_settles, 0, 5);
    tcase_add_test(tests, a_pace_may_be_another_one);
    tcase_add_test(tests, a_pace_needs_time);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_ENV);
    const int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
