/* SPDX-License-Identifier: BSD-3-Clause */
/* Static warp limiting: the n oldest warps issue, greedy then oldest among them (Rogers and others,
 * "Divergence-Aware Warp Scheduling", MICRO 2013, sections 3.3 and 7.1). */
#include "policies/warp_scheduler/warp_scheduler.h"
#include "tests/rigs/fake_sm.h"
#include "tests/rigs/suite.h"

extern const struct warp_scheduler_ops warp_scheduler_swl;

/* 8 slots; the warps are started in the order 2, 0, 3, 1. */
static void setup(struct fake_sm *sm, unsigned schedulers, const char *limit)
{
    static const unsigned order[] = {2, 0, 3, 1};
    const struct sm_policy_site site = {.schedulers = schedulers, .warp_slots = 8, .l1_lines = 256};
    const char *const parameters[] = {limit, NULL};
    fake_sm_init_at(sm, &warp_scheduler_swl, &site, parameters);
    for (unsigned i = 0; i < G_N_ELEMENTS(order); i++)
        fake_sm_start_warp(sm, order[i]);
}

static void teardown(struct fake_sm *sm)
{
    ck_assert_ptr_null(sm->problem);
    fake_sm_finish(sm);
}

START_TEST(the_oldest_issue_greedily)
{
    struct fake_sm sm;
    setup(&sm, 1, "limit=2");
    ck_assert_uint_eq(fake_sm_orders(&sm)->no_issue, 0xa); /* 3 and 1 */
    ck_assert_uint_eq(fake_sm_issue(&sm, 0, 0xf), 2);
    ck_assert_uint_eq(fake_sm_issue(&sm, 0, 0xb), 0);
    ck_assert_uint_eq(fake_sm_issue(&sm, 0, 0xf), 0); /* greedy */
    ck_assert_uint_eq(fake_sm_issue(&sm, 0, 0xa), WARP_NONE);
    ck_assert_uint_eq(fake_sm_issue(&sm, 0, 0xf), 2);
    teardown(&sm);
}
END_TEST

START_TEST(a_warp_that_ends_frees_its_place)
{
    struct fake_sm sm;
    setup(&sm, 1, "limit=2");
    fake_sm_finish_warp(&sm, 2);
    ck_assert_uint_eq(fake_sm_orders(&sm)->no_issue, 0x2);
    fake_sm_start_warp(&sm, 2); /* the youngest */
    ck_assert_uint_eq(fake_sm_orders(&sm)->no_issue, 0x6);
    teardown(&sm);
}
END_TEST

/* With one place and a block of four warps: each comes to the barrier in turn, and none waits for
 * ever. */
START_TEST(a_barrier_frees_the_place)
{
    static const unsigned order[] = {2, 0, 3, 1};
    struct fake_sm sm;
    setup(&sm, 1, "limit=1");
    for (unsigned i = 0; i < G_N_ELEMENTS(order); i++) {
        ck_assert_uint_eq(fake_sm_issue(&sm, 0, 0xf), order[i]);
        fake_sm_enter_barrier(&sm, order[i]);
    }
    ck_assert_uint_eq(fake_sm_orders(&sm)->no_issue, 0);
    fake_sm_leave_barrier(&sm, 1);
    ck_assert_uint_eq(fake_sm_issue(&sm, 0, 0xf), 1);
    fake_sm_leave_barrier(&sm, 0); /* older: it takes the place back */
    ck_assert_uint_eq(fake_sm_orders(&sm)->no_issue, 0x2);
    ck_assert_uint_eq(fake_sm_issue(&sm, 0, 0xf), 0);
    teardown(&sm);
}
END_TEST

/* The limit is the SM's, not a scheduler's: both of these have slots of scheduler 0. */
START_TEST(schedulers_share_the_limit)
{
    struct fake_sm sm;
    setup(&sm, 2, "limit=2");
    ck_assert_uint_eq(fake_sm_issue(&sm, 0, 0xf), 2);
    ck_assert_uint_eq(fake_sm_issue(&sm, 1, 0xf), WARP_NONE);
    fake_sm_finish_warp(&sm, 0);
    ck_assert_uint_eq(fake_sm_issue(&sm, 1, 0xf), 3);
    teardown(&sm);
}
END_TEST

START_TEST(a_high_limit_is_none)
{
    struct fake_sm sm;
    setup(&sm, 1, "limit=4");
    ck_assert_uint_eq(fake_sm_orders(&sm)->no_issue, 0);
    ck_assert_uint_eq(fake_sm_orders(&sm)->review, UINT64_MAX);
    teardown(&sm);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("swl");
    TCase *tests = tcase_create("scripts");
    tcase_add_test(tests, the_oldest_issue_greedily);
    tcase_add_test(tests, a_warp_that_ends_frees_its_place);
    tcase_add_test(tests, a_barrier_frees_the_place);
    tcase_add_test(tests, schedulers_share_the_limit);
    tcase_add_test(tests, a_high_limit_is_none);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
