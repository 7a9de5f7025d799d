/* SPDX-License-Identifier: BSD-3-Clause */
#include "models/launch/cluster_barrier.h"
#include <check.h>

enum { WARPS = 3, BLOCKS = 2 };

static struct cluster_barrier barrier;

static void setup(void)
{
    cluster_barrier_init(&barrier, WARPS, 1, BLOCKS);
}

static bool arrive(unsigned warp)
{
    bool told;
    ck_assert(cluster_barrier_arrive(&barrier, warp, &told));
    return told;
}

START_TEST(the_last_warp_completes_the_phase)
{
    ck_assert(!arrive(0));
    ck_assert(!arrive(2));
    ck_assert_uint_eq(cluster_barrier_phases(&barrier), 0);
    ck_assert(arrive(1));
    ck_assert_uint_eq(cluster_barrier_phases(&barrier), 1);
}
END_TEST

START_TEST(waits_for_the_other_block)
{
    arrive(0);
    ck_assert(!cluster_barrier_wait(&barrier, 0));
    ck_assert_uint_eq(cluster_barrier_release(&barrier), 0);
    cluster_barrier_hear(&barrier, 0, 1); /* before this block's own last warp */
    ck_assert_uint_eq(cluster_barrier_release(&barrier), 0);
    arrive(1);
    arrive(2);
    ck_assert_uint_eq(cluster_barrier_release(&barrier), 1);
    ck_assert(cluster_barrier_wait(&barrier, 1));
    ck_assert(cluster_barrier_wait(&barrier, 2));
}
END_TEST

START_TEST(the_other_may_be_a_phase_ahead)
{
    for (unsigned phase = 1; phase <= 4; phase++) {
        cluster_barrier_hear(&barrier, 0, phase);
        for (unsigned warp = 0; warp < WARPS; warp++)
            arrive(warp);
        for (unsigned warp = 0; warp < WARPS; warp++)
            ck_assert(cluster_barrier_wait(&barrier, warp));
        ck_assert_uint_eq(cluster_barrier_phases(&barrier), phase);
    }
}
END_TEST

START_TEST(nobody_waits_for_who_has_exited)
{
    arrive(0);
    arrive(1);
    ck_assert(cluster_barrier_exit(&barrier, 2)); /* the others have arrived */
    ck_assert_uint_eq(cluster_barrier_phases(&barrier), 1);
    ck_assert(!cluster_barrier_wait(&barrier, 0));
    cluster_barrier_hear(&barrier, 0, CLUSTER_BLOCK_GONE);
    ck_assert_uint_eq(cluster_barrier_release(&barrier), 1);
    ck_assert(!cluster_barrier_exit(&barrier, 1));
    ck_assert(cluster_barrier_exit(&barrier, 0));
    ck_assert_uint_eq(cluster_barrier_phases(&barrier), CLUSTER_BLOCK_GONE);
}
END_TEST

START_TEST(arriving_twice_is_wrong)
{
    bool told;
    arrive(0);
    ck_assert(!cluster_barrier_arrive(&barrier, 0, &told));
    arrive(1);
    arrive(2);
    ck_assert(!cluster_barrier_arrive(&barrier, 0, &told)); /* the other block has not arrived */
    cluster_barrier_hear(&barrier, 0, 1);
    ck_assert(cluster_barrier_arrive(&barrier, 0, &told));
}
END_TEST

START_TEST(says_who_is_missing)
{
    g_autoptr(GString) text = g_string_new(NULL);
    arrive(1);
    cluster_barrier_describe(&barrier, text);
    ck_assert_str_eq(text->str, "cluster barrier: 1 of 3 warps have arrived, block 0 of the "
                                "cluster has not");
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("cluster barrier");
    TCase *tests = tcase_create("cluster barrier");
    tcase_add_checked_fixture(tests, setup, NULL);
    tcase_add_test(tests, the_last_warp_completes_the_phase);
    tcase_add_test(tests, waits_for_the_other_block);
    tcase_add_test(tests, the_other_may_be_a_phase_ahead);
    tcase_add_test(tests, nobody_waits_for_who_has_exited);
    tcase_add_test(tests, arriving_twice_is_wrong);
    tcase_add_test(tests, says_who_is_missing);
    suite_add_tcase(suite, tests);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed == 0 ? 0 : 1;
}
