/* SPDX-License-Identifier: BSD-3-Clause */
/* Loose round robin: scripted ready masks with the slots that must issue. */
#include "tests/rigs/fake_sm.h"
#include "tests/rigs/suite.h"

/* An SM under LRR with a warp in every slot. */
static void setup(struct fake_sm *sm, unsigned warp_slots, unsigned schedulers)
{
    const struct warp_scheduler_ops *lrr = scheduler_called("lrr");
    ck_assert_ptr_nonnull(lrr);
    fake_sm_init(sm, lrr, warp_slots, schedulers);
    for (unsigned slot = 0; slot < warp_slots; slot++)
        fake_sm_start_warp(sm, slot);
}

static void teardown(struct fake_sm *sm)
{
    ck_assert_ptr_null(sm->problem);
    fake_sm_finish(sm);
}

START_TEST(takes_turns_and_skips_who_is_not_ready)
{
    static const struct {
        uint64_t ready;
        unsigned expected;
    } script[] = {
        {0x1f, 0},         {0x1f, 1}, {0x1f, 2}, /* in turn */
        {0x17, 4},                               /* 3 loses its turn */
        {0x1f, 0},                               /* wraps */
        {0x19, 3},                               /* next of 0, 3 and 4 */
        {0x08, 3},                               /* alone: again */
        {0x0f, 0},                               /* 4 is not ready: wraps */
        {0x00, WARP_NONE},                       /* a stall moves nothing */
        {0x1f, 1},         {0x01, 0}, {0x1f, 1},
    };
    struct fake_sm sm;
    setup(&sm, 5, 1);
    for (size_t i = 0; i < G_N_ELEMENTS(script); i++) {
        unsigned slot = fake_sm_issue(&sm, 0, script[i].ready);
        ck_assert_msg(slot == script[i].expected, "step %zu: slot %u, expected %u", i, slot,
                      script[i].expected);
    }
    teardown(&sm);
}
END_TEST

/* Slot 63 is the last bit of the mask: what follows it is slot 0. */
START_TEST(wraps_behind_the_last_slot)
{
    struct fake_sm sm;
    setup(&sm, 64, 1);
    for (unsigned turn = 0; turn < 3; turn++)
        for (unsigned slot = 0; slot < 64; slot++)
            ck_assert_uint_eq(fake_sm_issue(&sm, 0, UINT64_MAX), slot);
    ck_assert_uint_eq(fake_sm_issue(&sm, 0, warp_bit(63)), 63);
    ck_assert_uint_eq(fake_sm_issue(&sm, 0, warp_bit(63)), 63);
    ck_assert_uint_eq(fake_sm_issue(&sm, 0, warp_bit(63) | warp_bit(5)), 5);
    teardown(&sm);
}
END_TEST

START_TEST(schedulers_turn_apart)
{
    struct fake_sm sm;
    setup(&sm, 8, 4); /* scheduler s owns s and s + 4 */
    ck_assert_uint_eq(fake_sm_issue(&sm, 0, 0xff), 0);
    ck_assert_uint_eq(fake_sm_issue(&sm, 0, 0xff), 4);
    ck_assert_uint_eq(fake_sm_issue(&sm, 3, 0xff), 3);
    ck_assert_uint_eq(fake_sm_issue(&sm, 0, 0xff), 0);
    ck_assert_uint_eq(fake_sm_issue(&sm, 3, 0xff), 7);
    ck_assert_uint_eq(fake_sm_issue(&sm, 2, 0xff), 2);
    teardown(&sm);
}
END_TEST

/* Age plays no part: the turn is by slot. */
START_TEST(a_new_warp_takes_the_turn_of_its_slot)
{
    struct fake_sm sm;
    setup(&sm, 3, 1);
    ck_assert_uint_eq(fake_sm_issue(&sm, 0, 0x7), 0);
    fake_sm_finish_warp(&sm, 1);
    ck_assert_uint_eq(fake_sm_issue(&sm, 0, 0x7), 2);
    fake_sm_start_warp(&sm, 1);
    ck_assert_uint_eq(fake_sm_issue(&sm, 0, 0x7), 0);
    ck_assert_uint_eq(fake_sm_issue(&sm, 0, 0x7), 1);
    teardown(&sm);
}
END_TEST

/* What lies between the turn's beginning and the slot. */
START_TEST(looks_at_those_before)
{
    struct fake_sm sm;
    setup(&sm, 64, 1);
    ck_assert_uint_eq(fake_sm_issue(&sm, 0, warp_bit(3)), 3);
    ck_assert_uint_eq(sm.visited, 0xf);
    ck_assert_uint_eq(fake_sm_issue(&sm, 0, UINT64_MAX), 4);
    ck_assert_uint_eq(sm.visited, 0x10);
    ck_assert_uint_eq(fake_sm_issue(&sm, 0, warp_bit(62)), 62);
    ck_assert_uint_eq(sm.visited, UINT64_MAX >> 1 & ~UINT64_C(0x1f));
    fake_sm_finish_warp(&sm, 0);
    ck_assert_uint_eq(fake_sm_issue(&sm, 0, warp_bit(1)), 1);
    ck_assert_uint_eq(sm.visited, warp_bit(63) | warp_bit(1));
    teardown(&sm);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("loose round robin");
    TCase *tests = tcase_create("scripts");
    tcase_add_test(tests, takes_turns_and_skips_who_is_not_ready);
    tcase_add_test(tests, wraps_behind_the_last_slot);
    tcase_add_test(tests, schedulers_turn_apart);
    tcase_add_test(tests, a_new_warp_takes_the_turn_of_its_slot);
    tcase_add_test(tests, looks_at_those_before);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
