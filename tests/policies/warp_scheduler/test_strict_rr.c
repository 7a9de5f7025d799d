/* SPDX-License-Identifier: BSD-3-Clause */
/* Strict round robin: each warp in turn, and the others wait for it (iPAWS, HPCA 2016,
 * section 3.2). */
#include "policies/warp_scheduler/warp_scheduler.h"
#include "tests/rigs/fake_sm.h"
#include "tests/rigs/suite.h"

extern const struct warp_scheduler_ops warp_scheduler_strict_rr;

static void setup(struct fake_sm *sm, unsigned schedulers, unsigned warps)
{
    fake_sm_init(sm, &warp_scheduler_strict_rr, 8, schedulers);
    for (unsigned slot = 0; slot < warps; slot++)
        fake_sm_start_warp(sm, slot);
}

static void teardown(struct fake_sm *sm)
{
    ck_assert_ptr_null(sm->problem);
    fake_sm_finish(sm);
}

START_TEST(nobody_overtakes)
{
    struct fake_sm sm;
    setup(&sm, 1, 3);
    ck_assert_uint_eq(fake_sm_issue(&sm, 0, 0x7), 0);
    ck_assert_uint_eq(fake_sm_issue(&sm, 0, 0x5), WARP_NONE); /* 1 has the turn */
    ck_assert_uint_eq(fake_sm_orders(&sm)->no_issue, 0x5);
    ck_assert_uint_eq(fake_sm_issue(&sm, 0, 0x7), 1);
    ck_assert_uint_eq(fake_sm_issue(&sm, 0, 0x7), 2);
    ck_assert_uint_eq(fake_sm_issue(&sm, 0, 0x6), WARP_NONE);
    ck_assert_uint_eq(fake_sm_issue(&sm, 0, 0x7), 0);
    teardown(&sm);
}
END_TEST

START_TEST(a_warp_at_a_barrier_is_passed_over)
{
    struct fake_sm sm;
    setup(&sm, 1, 3);
    ck_assert_uint_eq(fake_sm_issue(&sm, 0, 0x7), 0);
    fake_sm_enter_barrier(&sm, 1);
    ck_assert_uint_eq(fake_sm_issue(&sm, 0, 0x7), 2);
    ck_assert_uint_eq(fake_sm_issue(&sm, 0, 0x7), 0);
    fake_sm_leave_barrier(&sm, 1);
    ck_assert_uint_eq(fake_sm_issue(&sm, 0, 0x7), 1);
    teardown(&sm);
}
END_TEST

START_TEST(the_turn_of_a_warp_that_ends_passes_on)
{
    struct fake_sm sm;
    setup(&sm, 1, 3);
    ck_assert_uint_eq(fake_sm_issue(&sm, 0, 0x7), 0);
    fake_sm_finish_warp(&sm, 1);
    ck_assert_uint_eq(fake_sm_issue(&sm, 0, 0x7), 2);
    fake_sm_start_warp(&sm, 1); /* a new one: its turn comes behind 0's */
    ck_assert_uint_eq(fake_sm_issue(&sm, 0, 0x7), 0);
    ck_assert_uint_eq(fake_sm_issue(&sm, 0, 0x7), 1);
    teardown(&sm);
}
END_TEST

START_TEST(schedulers_take_turns_apart)
{
    struct fake_sm sm;
    setup(&sm, 2, 6);
    ck_assert_uint_eq(fake_sm_issue(&sm, 0, 0x3f), 0);
    ck_assert_uint_eq(fake_sm_issue(&sm, 1, 0x3f), 1);
    ck_assert_uint_eq(fake_sm_issue(&sm, 0, 0x3f), 2);
    ck_assert_uint_eq(fake_sm_issue(&sm, 0, 0x3f), 4);
    ck_assert_uint_eq(fake_sm_issue(&sm, 1, 0x37), WARP_NONE);
    ck_assert_uint_eq(fake_sm_issue(&sm, 0, 0x3f), 0);
    ck_assert_uint_eq(fake_sm_issue(&sm, 1, 0x3f), 3);
    teardown(&sm);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("strict round robin");
    TCase *tests = tcase_create("scripts");
    tcase_add_test(tests, nobody_overtakes);
    tcase_add_test(tests, a_warp_at_a_barrier_is_passed_over);
    tcase_add_test(tests, the_turn_of_a_warp_that_ends_passes_on);
    tcase_add_test(tests, schedulers_take_turns_apart);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
