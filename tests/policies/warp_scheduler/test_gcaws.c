/* SPDX-License-Identifier: BSD-3-Clause */
/* gCAWS, replayed against its definition in S.-Y. Lee's dissertation (Arizona State University
 * 2017), 4.2.2: the ready warp with the largest criticality, of equal ones the oldest, "until this
 * particular warp has no further available instructions". */
#include "tests/rigs/fake_sm.h"
#include "tests/rigs/suite.h"

struct rig {
    struct fake_sm sm;
    struct criticality criticality;
};

/* Warps start in this order, oldest first. */
static void setup(struct rig *rig, unsigned schedulers, const unsigned *slots, size_t count)
{
    const struct warp_scheduler_ops *ops = scheduler_called("gcaws");
    ck_assert_ptr_nonnull(ops);
    fake_sm_init(&rig->sm, ops, 8, schedulers);
    rig->criticality = (struct criticality){0};
    rig->sm.view.criticality = &rig->criticality;
    for (size_t i = 0; i < count; i++)
        fake_sm_start_warp(&rig->sm, slots[i]);
}

static void teardown(struct rig *rig)
{
    ck_assert_ptr_null(rig->sm.problem);
    fake_sm_finish(&rig->sm);
}

START_TEST(the_most_critical_until_it_stalls)
{
    static const unsigned order[] = {2, 0, 3, 1};
    struct rig rig;
    setup(&rig, 1, order, G_N_ELEMENTS(order));
    rig.criticality.score[3] = 10;
    rig.criticality.score[1] = 20;
    ck_assert_uint_eq(fake_sm_issue(&rig.sm, 0, 0xf), 1);
    rig.criticality.score[3] = 30;
    ck_assert_uint_eq(fake_sm_issue(&rig.sm, 0, 0xf), 1); /* greedy, though 3 is ahead by now */
    ck_assert_uint_eq(fake_sm_issue(&rig.sm, 0, 0xd), 3); /* it stalls */
    ck_assert_uint_eq(fake_sm_issue(&rig.sm, 0, 0x7), 1);
    ck_assert_uint_eq(fake_sm_issue(&rig.sm, 0, 0x5), 2); /* equal: the oldest */
    ck_assert_uint_eq(fake_sm_issue(&rig.sm, 0, 0x0), WARP_NONE);
    ck_assert_uint_eq(fake_sm_issue(&rig.sm, 0, 0xf), 3); /* 2 had its turn up to the idle cycle */
    teardown(&rig);
}
END_TEST

START_TEST(looks_at_the_greedy_one_and_what_goes_before)
{
    static const unsigned order[] = {2, 0, 3, 1};
    struct rig rig;
    setup(&rig, 1, order, G_N_ELEMENTS(order));
    rig.criticality.score[3] = 10;
    ck_assert_uint_eq(fake_sm_issue(&rig.sm, 0, 0x1), 0);
    ck_assert_uint_eq(rig.sm.visited, 0xd); /* 3 is more critical, 2 is older */
    ck_assert_uint_eq(fake_sm_issue(&rig.sm, 0, 0xf), 0);
    ck_assert_uint_eq(rig.sm.visited, 0x1); /* greedy */
    ck_assert_uint_eq(fake_sm_issue(&rig.sm, 0, 0xa), 3);
    ck_assert_uint_eq(rig.sm.visited, 0x9); /* 0 had the turn */
    teardown(&rig);
}
END_TEST

START_TEST(schedulers_are_greedy_apart_and_turns_are_not_inherited)
{
    static const unsigned order[] = {0, 1, 2, 3};
    struct rig rig;
    setup(&rig, 2, order, G_N_ELEMENTS(order));
    rig.criticality.score[2] = rig.criticality.score[3] = 5;
    ck_assert_uint_eq(fake_sm_issue(&rig.sm, 0, 0xf), 2);
    ck_assert_uint_eq(fake_sm_issue(&rig.sm, 1, 0xf), 3);
    fake_sm_finish_warp(&rig.sm, 2);
    rig.criticality.score[2] = 0;
    fake_sm_start_warp(&rig.sm, 2);
    ck_assert_uint_eq(fake_sm_issue(&rig.sm, 0, 0xf), 0);
    ck_assert_uint_eq(fake_sm_issue(&rig.sm, 1, 0xf), 3);
    teardown(&rig);
}
END_TEST

/* Without a predictor, on random sets of ready warps: greedy then oldest. */
START_TEST(without_scores_it_is_gto)
{
    static const unsigned order[] = {5, 3, 0, 7, 1, 2, 6, 4};
    struct rig rig;
    struct fake_sm gto;
    uint64_t random = 1;
    setup(&rig, 2, order, G_N_ELEMENTS(order));
    fake_sm_init(&gto, scheduler_called("gto"), 8, 2);
    for (size_t i = 0; i < G_N_ELEMENTS(order); i++)
        fake_sm_start_warp(&gto, order[i]);
    for (unsigned i = 0; i < 10000; i++) {
        random = random * UINT64_C(6364136223846793005) + 1442695040888963407;
        uint64_t ready = random >> 40 & random >> 48 & 0xff;
        ck_assert_uint_eq(fake_sm_issue(&rig.sm, i % 2, ready), fake_sm_issue(&gto, i % 2, ready));
    }
    fake_sm_finish(&gto);
    teardown(&rig);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("gCAWS");
    TCase *tests = tcase_create("scripts");
    tcase_add_test(tests, the_most_critical_until_it_stalls);
    tcase_add_test(tests, looks_at_the_greedy_one_and_what_goes_before);
    tcase_add_test(tests, schedulers_are_greedy_apart_and_turns_are_not_inherited);
    tcase_add_test(tests, without_scores_it_is_gto);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
