/* SPDX-License-Identifier: BSD-3-Clause */
/* Greedy then oldest, replayed against the definition in Rogers and others, "Divergence-Aware
 * Warp Scheduling", MICRO 2013, section 7.1: "runs a single warp until it stalls then picks the
 * oldest ready warp"; age by assignment to the core, within a block by thread id. */
#include "tests/rigs/fake_sm.h"
#include "tests/rigs/suite.h"

/* An SM of 8 slots under GTO whose warps started in the order of `slots`, oldest first. */
static void setup(struct fake_sm *sm, unsigned schedulers, const unsigned *slots, size_t count)
{
    const struct warp_scheduler_ops *gto = scheduler_called("gto");
    ck_assert_ptr_nonnull(gto);
    fake_sm_init(sm, gto, 8, schedulers);
    for (size_t i = 0; i < count; i++)
        fake_sm_start_warp(sm, slots[i]);
}

static void teardown(struct fake_sm *sm)
{
    ck_assert_ptr_null(sm->problem);
    fake_sm_finish(sm);
}

START_TEST(greedy_until_stall_then_oldest)
{
    static const unsigned order[] = {2, 0, 3, 1};
    static const struct {
        uint64_t ready;
        unsigned expected;
    } script[] = {
        {0xf, 2},         /* none is running: the oldest */
        {0xf, 2},         /* greedy */
        {0xb, 0},         /* 2 stalls: the oldest of 0, 1 and 3 */
        {0xf, 0},         /* 2 is back and older, but 0 has not stalled */
        {0xb, 0},         /* ... */
        {0xa, 3},         /* 0 stalls while 2 does not wake: 3 is older than 1 */
        {0xa, 3},         /* greedy */
        {0x3, 0},         /* 3 stalls: 0 is older than 1 */
        {0x2, 1},         /* alone */
        {0xf, 1},         /* the youngest keeps its turn against all others */
        {0x0, WARP_NONE}, /* nobody: 1 has stalled */
        {0xf, 2},         /* ... so the oldest goes */
        {0xf, 2},
    };
    struct fake_sm sm;
    setup(&sm, 1, order, G_N_ELEMENTS(order));
    for (size_t i = 0; i < G_N_ELEMENTS(script); i++) {
        unsigned slot = fake_sm_issue(&sm, 0, script[i].ready);
        ck_assert_msg(slot == script[i].expected, "step %zu: slot %u, expected %u", i, slot,
                      script[i].expected);
    }
    teardown(&sm);
}
END_TEST

/* A block's warps arrive together; the SM ages them by thread id, wherever their slots are. */
START_TEST(ties_go_by_thread_id_not_by_slot)
{
    static const unsigned order[] = {6, 5, 1, 4}; /* warps 0 to 3 of one block */
    struct fake_sm sm;
    setup(&sm, 1, order, G_N_ELEMENTS(order));
    ck_assert_uint_eq(fake_sm_issue(&sm, 0, 0x32), 5); /* of 1, 4 and 5 */
    ck_assert_uint_eq(fake_sm_issue(&sm, 0, 0x12), 1);
    ck_assert_uint_eq(fake_sm_issue(&sm, 0, 0x70), 6);
    teardown(&sm);
}
END_TEST

START_TEST(a_new_warp_in_the_slot_of_the_greedy_one_is_the_youngest)
{
    static const unsigned order[] = {0, 1, 2};
    struct fake_sm sm;
    setup(&sm, 1, order, G_N_ELEMENTS(order));
    ck_assert_uint_eq(fake_sm_issue(&sm, 0, 0x7), 0);
    fake_sm_finish_warp(&sm, 0);
    fake_sm_start_warp(&sm, 0);
    ck_assert_uint_eq(fake_sm_issue(&sm, 0, 0x7), 1);
    ck_assert_uint_eq(fake_sm_issue(&sm, 0, 0x5), 2);
    ck_assert_uint_eq(fake_sm_issue(&sm, 0, 0x1), 0);
    teardown(&sm);
}
END_TEST

START_TEST(a_barrier_is_a_stall)
{
    static const unsigned order[] = {0, 1, 2};
    struct fake_sm sm;
    setup(&sm, 1, order, G_N_ELEMENTS(order));
    ck_assert_uint_eq(fake_sm_issue(&sm, 0, 0x7), 0);
    fake_sm_enter_barrier(&sm, 0);
    ck_assert_uint_eq(fake_sm_issue(&sm, 0, 0x7), 1);
    fake_sm_leave_barrier(&sm, 0);
    ck_assert_uint_eq(fake_sm_issue(&sm, 0, 0x7), 1);
    ck_assert_uint_eq(fake_sm_issue(&sm, 0, 0x5), 0);
    teardown(&sm);
}
END_TEST

/* Scheduler 0 owns slots 0, 2, 4, 6 and scheduler 1 the others; each has its own greedy warp. */
START_TEST(schedulers_are_greedy_apart)
{
    static const unsigned order[] = {7, 6, 5, 4, 3, 2, 1, 0};
    struct fake_sm sm;
    setup(&sm, 2, order, G_N_ELEMENTS(order));
    ck_assert_uint_eq(fake_sm_issue(&sm, 0, 0x0f), 2);
    ck_assert_uint_eq(fake_sm_issue(&sm, 1, 0x0f), 3);
    ck_assert_uint_eq(fake_sm_issue(&sm, 0, 0xff), 2);
    ck_assert_uint_eq(fake_sm_issue(&sm, 1, 0xf7), 7); /* 3 stalls */
    ck_assert_uint_eq(fake_sm_issue(&sm, 0, 0xff), 2); /* which 2 does not notice */
    ck_assert_uint_eq(fake_sm_issue(&sm, 1, 0xff), 7);
    teardown(&sm);
}
END_TEST

/* The greedy warp, then those that are older than the one that issues. */
START_TEST(looks_at_the_greedy_one_and_the_older)
{
    static const unsigned order[] = {2, 0, 3, 1};
    struct fake_sm sm;
    setup(&sm, 1, order, G_N_ELEMENTS(order));
    ck_assert_uint_eq(fake_sm_issue(&sm, 0, 0x9), 0);
    ck_assert_uint_eq(sm.visited, 0x5); /* 2 is older */
    ck_assert_uint_eq(fake_sm_issue(&sm, 0, 0xf), 0);
    ck_assert_uint_eq(sm.visited, 0x1); /* greedy */
    ck_assert_uint_eq(fake_sm_issue(&sm, 0, 0x2), 1);
    ck_assert_uint_eq(sm.visited, 0xf); /* the youngest */
    ck_assert_uint_eq(fake_sm_issue(&sm, 0, 0x4), 2);
    ck_assert_uint_eq(sm.visited, 0x6); /* 1 was greedy; 2 is the oldest */
    teardown(&sm);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("greedy then oldest");
    TCase *tests = tcase_create("scripts");
    tcase_add_test(tests, greedy_until_stall_then_oldest);
    tcase_add_test(tests, ties_go_by_thread_id_not_by_slot);
    tcase_add_test(tests, a_new_warp_in_the_slot_of_the_greedy_one_is_the_youngest);
    tcase_add_test(tests, a_barrier_is_a_stall);
    tcase_add_test(tests, schedulers_are_greedy_apart);
    tcase_add_test(tests, looks_at_the_greedy_one_and_the_older);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
