/* SPDX-License-Identifier: BSD-3-Clause */
/* Oldest first (Rogers and others, "Divergence-Aware Warp Scheduling", MICRO 2013, section 7.1). */
#include "policies/warp_scheduler/warp_scheduler.h"
#include "tests/rigs/fake_sm.h"
#include "tests/rigs/suite.h"

extern const struct warp_scheduler_ops warp_scheduler_oldest;

START_TEST(the_oldest_ready_warp_goes)
{
    static const unsigned order[] = {2, 0, 3, 1};
    struct fake_sm sm;
    fake_sm_init(&sm, &warp_scheduler_oldest, 8, 1);
    for (unsigned i = 0; i < G_N_ELEMENTS(order); i++)
        fake_sm_start_warp(&sm, order[i]);
    ck_assert_uint_eq(fake_sm_issue(&sm, 0, 0xf), 2);
    ck_assert_uint_eq(fake_sm_issue(&sm, 0, 0xb), 0);
    ck_assert_uint_eq(fake_sm_issue(&sm, 0, 0xf), 2); /* not greedy: 2 is back */
    ck_assert_uint_eq(fake_sm_issue(&sm, 0, 0xa), 3);
    ck_assert_uint_eq(fake_sm_issue(&sm, 0, 0x2), 1);
    fake_sm_finish_warp(&sm, 2);
    fake_sm_start_warp(&sm, 2); /* the youngest now */
    ck_assert_uint_eq(fake_sm_issue(&sm, 0, 0xf), 0);
    ck_assert_uint_eq(fake_sm_issue(&sm, 0, 0x6), 1);
    ck_assert_ptr_null(sm.problem);
    fake_sm_finish(&sm);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("oldest first");
    TCase *tests = tcase_create("scripts");
    tcase_add_test(tests, the_oldest_ready_warp_goes);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
