/* SPDX-License-Identifier: BSD-3-Clause */
/* Two-level scheduling: a fetch group goes first until all of its warps wait for memory (iPAWS,
 * HPCA 2016, section 6, on Narasiman and others, MICRO 2011). */
#include "policies/warp_scheduler/warp_scheduler.h"
#include "tests/rigs/fake_sm.h"
#include "tests/rigs/suite.h"

extern const struct warp_scheduler_ops warp_scheduler_two_level;

/* Warps in all slots, in groups of so many. */
static void setup(struct fake_sm *sm, unsigned slots, unsigned schedulers, const char *group)
{
    const struct sm_policy_site site = {
        .schedulers = schedulers, .warp_slots = slots, .l1_lines = 256};
    const char *const parameters[] = {group, NULL};
    fake_sm_init_at(sm, &warp_scheduler_two_level, &site, parameters);
    for (unsigned slot = 0; slot < slots; slot++)
        fake_sm_start_warp(sm, slot);
}

static void teardown(struct fake_sm *sm)
{
    ck_assert_ptr_null(sm->problem);
    fake_sm_finish(sm);
}

/* Groups 0-3 and 4-7. */
START_TEST(a_group_goes_first_until_all_of_it_waits_for_memory)
{
    static const struct {
        uint64_t ready, on_memory;
        unsigned expected;
    } script[] = {
        {0xff, 0x00, 0}, /* round robin within the first group */
        {0xff, 0x00, 1}, {0xff, 0x00, 2}, {0xff, 0x00, 3},
        {0xff, 0x00, 0}, {0xf0, 0x0e, 4}, /* 0 waits, but not for memory: others issue, the group
                                             stays first */
        {0xff, 0x0e, 0}, {0xf0, 0x0f, 4}, /* all wait for memory: group 1 goes first, */
        {0xf0, 0x0f, 5}, {0xff, 0x00, 6}, /* ... also when group 0 is back */
        {0xff, 0x00, 7}, {0xff, 0x00, 4}, {0x0f, 0xf0, 0}, /* until it waits in turn */
        {0xff, 0x00, 1},
    };
    struct fake_sm sm;
    setup(&sm, 8, 1, "group=4");
    for (unsigned i = 0; i < G_N_ELEMENTS(script); i++) {
        sm.on_memory = script[i].on_memory;
        unsigned slot = fake_sm_issue(&sm, 0, script[i].ready);
        ck_assert_msg(slot == script[i].expected, "step %u: slot %u, expected %u", i, slot,
                      script[i].expected);
    }
    teardown(&sm);
}
END_TEST

/* Groups 0-1, 2-3, 4-5: from the last one the turn goes to the first. */
START_TEST(groups_take_turns)
{
    struct fake_sm sm;
    setup(&sm, 6, 1, "group=2");
    sm.on_memory = 0x03;
    ck_assert_uint_eq(fake_sm_issue(&sm, 0, 0x3c), 2);
    sm.on_memory = 0x0f;
    ck_assert_uint_eq(fake_sm_issue(&sm, 0, 0x30), 4);
    sm.on_memory = 0x30;
    ck_assert_uint_eq(fake_sm_issue(&sm, 0, 0x0f), 0);
    teardown(&sm);
}
END_TEST

START_TEST(a_barrier_and_an_end_are_long_waits)
{
    struct fake_sm sm;
    setup(&sm, 4, 1, "group=2");
    ck_assert_uint_eq(fake_sm_issue(&sm, 0, 0xf), 0);
    fake_sm_enter_barrier(&sm, 0);
    ck_assert_uint_eq(fake_sm_issue(&sm, 0, 0xf), 1);
    fake_sm_finish_warp(&sm, 1);
    ck_assert_uint_eq(fake_sm_issue(&sm, 0, 0xf), 2);
    fake_sm_leave_barrier(&sm, 0);
    ck_assert_uint_eq(fake_sm_issue(&sm, 0, 0xf), 3);
    teardown(&sm);
}
END_TEST

/* Two schedulers, a group of two each: 0, 2 and 4, 6; 1, 3 and 5, 7. */
START_TEST(schedulers_have_groups_of_their_own)
{
    struct fake_sm sm;
    setup(&sm, 8, 2, "group=2");
    sm.on_memory = 0x05;
    ck_assert_uint_eq(fake_sm_issue(&sm, 0, 0xfa), 4);
    ck_assert_uint_eq(fake_sm_issue(&sm, 1, 0xfa), 1);
    ck_assert_uint_eq(fake_sm_issue(&sm, 0, 0xfa), 6);
    ck_assert_uint_eq(fake_sm_issue(&sm, 1, 0xfa), 3);
    ck_assert_uint_eq(fake_sm_issue(&sm, 1, 0xfa), 1);
    teardown(&sm);
}
END_TEST

/* Eight by default. */
START_TEST(groups_have_eight_warps)
{
    struct fake_sm sm;
    setup(&sm, 32, 1, NULL);
    for (unsigned i = 0; i < 16; i++)
        ck_assert_uint_eq(fake_sm_issue(&sm, 0, UINT64_MAX), i % 8);
    sm.on_memory = 0xff;
    for (unsigned i = 0; i < 16; i++)
        ck_assert_uint_eq(fake_sm_issue(&sm, 0, UINT64_MAX & ~UINT64_C(0xff)), 8 + i % 8);
    teardown(&sm);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("two-level");
    TCase *tests = tcase_create("scripts");
    tcase_add_test(tests, a_group_goes_first_until_all_of_it_waits_for_memory);
    tcase_add_test(tests, groups_take_turns);
    tcase_add_test(tests, a_barrier_and_an_end_are_long_waits);
    tcase_add_test(tests, schedulers_have_groups_of_their_own);
    tcase_add_test(tests, groups_have_eight_warps);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
