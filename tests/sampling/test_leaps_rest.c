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

/* Warps have come to the ends of their loops: what follows is another part of the kernel, and tells
 * nothing of the leap. */
START_TEST(is_like_before_if_loops_have_ended)
{
    ck_assert_double_eq_tol(computed(0.5), (double)(WORK + SLOW) * PERIOD / FAST, 1e-6);
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
    tcase_add_test(tests, a_pace_needs_time);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_ENV);
    const int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
