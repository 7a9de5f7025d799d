/* SPDX-License-Identifier: BSD-3-Clause */
/* mascar: who owns memory while it is saturated, and to whom that passes. */
#include "tests/rigs/fake_sm.h"
#include "tests/rigs/suite.h"
#include <string.h>

static const struct warp_pressure saturated = {
    .free_mshrs = 9, .free_port = 9, .ldst_stalls = true};
static const struct warp_pressure relaxed = {.free_mshrs = 9, .free_port = 9};

/* Warps 0 to 3, the oldest first; 0 to 2 have memory work. */
static void setup_with(struct fake_sm *sm, const char *const *parameters)
{
    const struct warp_scheduler_ops *ops = scheduler_called("mascar");
    ck_assert_ptr_nonnull(ops);
    fake_sm_init_with(sm, ops, 8, 1, parameters);
    for (unsigned slot = 0; slot < 4; slot++)
        fake_sm_start_warp(sm, slot);
    sm->loads = 5;
    sm->stores = 2;
}

static void setup(struct fake_sm *sm)
{
    setup_with(sm, NULL);
}

static void finish(struct fake_sm *sm)
{
    ck_assert_ptr_null(sm->problem);
    fake_sm_finish(sm);
}

/* WARP_NONE: all may. */
static unsigned owner(const struct fake_sm *sm)
{
    uint64_t may = ~fake_sm_orders(sm)->no_memory;
    ck_assert_uint_eq(fake_sm_orders(sm)->no_issue | fake_sm_orders(sm)->no_loads, 0);
    if (may == UINT64_MAX)
        return WARP_NONE;
    ck_assert_uint_eq(may & (may - 1), 0);
    return warp_first(may);
}

/* Of four ready warps, when the last one is not ready for a cycle. */
static void check_order(struct fake_sm *sm, const unsigned expected[4])
{
    static const uint64_t ready[] = {0xf, 0xf, 0xe, 0xf};
    fake_sm_press(sm, &relaxed);
    for (unsigned i = 0; i < 4; i++)
        ck_assert_uint_eq(fake_sm_issue(sm, 0, ready[i]), expected[i]);
    ck_assert_uint_eq(owner(sm), WARP_NONE);
    ck_assert_uint_eq(fake_sm_orders(sm)->retries, 32);
}

START_TEST(nobody_is_held_until_memory_is_saturated)
{
    struct fake_sm sm;
    setup(&sm);
    check_order(&sm, (const unsigned[]){0, 0, 1, 1});
    finish(&sm);
    setup_with(&sm, (const char *const[]){"order=lrr", NULL});
    check_order(&sm, (const unsigned[]){0, 1, 2, 3});
    finish(&sm);
}
END_TEST

START_TEST(re_execution_alone_holds_nobody_back)
{
    struct fake_sm sm;
    setup_with(&sm, (const char *const[]){"ownership=false", NULL});
    fake_sm_press(&sm, &saturated);
    ck_assert_uint_eq(owner(&sm), WARP_NONE);
    ck_assert_uint_eq(fake_sm_issue(&sm, 0, 0xf), 0);
    ck_assert_uint_eq(fake_sm_orders(&sm)->retries, 32);
    finish(&sm);
}
END_TEST

START_TEST(arithmetic_goes_first_then_the_owner)
{
    struct fake_sm sm;
    setup(&sm);
    fake_sm_press(&sm, &saturated);
    ck_assert_uint_eq(owner(&sm), 0);
    ck_assert_uint_eq(fake_sm_issue(&sm, 0, 0xf), 3);
    ck_assert_uint_eq(fake_sm_issue(&sm, 0, 0xf), 3);
    ck_assert_uint_eq(fake_sm_issue(&sm, 0, 0x7), 0);
    ck_assert_uint_eq(fake_sm_issue(&sm, 0, 0x7), 0);
    ck_assert_uint_eq(fake_sm_issue(&sm, 0, 0x6), WARP_NONE); /* the owner waits for arithmetic */
    ck_assert_uint_eq(owner(&sm), 0);
    finish(&sm);
}
END_TEST

START_TEST(ownership_passes_on)
{
    struct fake_sm sm;
    setup(&sm);
    fake_sm_press(&sm, &saturated);
    fake_sm_wait_on_memory(&sm, 0); /* it needs what it has loaded */
    ck_assert_uint_eq(owner(&sm), 1);
    fake_sm_wait_on_memory(&sm, 3); /* not the owner */
    ck_assert_uint_eq(owner(&sm), 1);
    fake_sm_enter_barrier(&sm, 1);
    ck_assert_uint_eq(owner(&sm), 2);
    fake_sm_wait_on_memory(&sm, 2); /* nobody has memory work */
    ck_assert_uint_eq(owner(&sm), WARP_NONE);
    fake_sm_leave_barrier(&sm, 1);
    ck_assert_uint_eq(fake_sm_issue(&sm, 0, 0x2), 1); /* the first that issues some */
    ck_assert_uint_eq(owner(&sm), 1);
    fake_sm_memory_came(&sm, 0);
    fake_sm_finish_warp(&sm, 1);
    ck_assert_uint_eq(owner(&sm), 0);
    finish(&sm);
}
END_TEST

/* The owner stays it until it waits for memory. */
START_TEST(saturation_comes_and_goes)
{
    struct fake_sm sm;
    setup(&sm);
    fake_sm_press(&sm, &saturated);
    fake_sm_wait_on_memory(&sm, 0);
    fake_sm_memory_came(&sm, 0);
    fake_sm_press(&sm, &relaxed);
    ck_assert_uint_eq(owner(&sm), WARP_NONE);
    fake_sm_press(&sm, &saturated);
    ck_assert_uint_eq(owner(&sm), 1);
    fake_sm_press(&sm, &relaxed);
    fake_sm_wait_on_memory(&sm, 1);
    ck_assert_uint_eq(owner(&sm), WARP_NONE);
    fake_sm_press(&sm, &saturated);
    ck_assert_uint_eq(owner(&sm), 0);
    finish(&sm);
}
END_TEST

START_TEST(what_saturates)
{
    static const struct {
        struct warp_pressure pressure;
        bool saturates;
    } cases[] = {
        {{.free_mshrs = 2, .free_port = 2}, false},
        {{.free_mshrs = 1, .free_port = 2}, true},
        {{.free_mshrs = 2, .free_port = 2}, false},
        {{.free_mshrs = 2, .free_port = 1}, true},
        {{.free_mshrs = 2, .free_port = 2}, false},
        {{.free_mshrs = 2, .free_port = 2, .ldst_stalls = true}, true},
    };
    struct fake_sm sm;
    setup(&sm);
    for (size_t i = 0; i < G_N_ELEMENTS(cases); i++) {
        fake_sm_press(&sm, &cases[i].pressure);
        ck_assert_msg((owner(&sm) != WARP_NONE) == cases[i].saturates, "case %zu", i);
    }
    finish(&sm);
}
END_TEST

/* Warps 0 and 1 always have memory work again when the other one waits: 2 gets its turn. The first
 * turn, hand-over 128, is 1's, for 0 waits; the second one is 2's. */
START_TEST(nobody_starves)
{
    struct fake_sm sm;
    setup(&sm);
    fake_sm_press(&sm, &saturated);
    unsigned hand_overs = 1;
    for (; owner(&sm) != 2 && hand_overs < 1000; hand_overs++) {
        unsigned slot = owner(&sm);
        ck_assert_uint_eq(slot, hand_overs % 2 == 0);
        fake_sm_wait_on_memory(&sm, slot);
        fake_sm_memory_came(&sm, slot);
    }
    ck_assert_uint_eq(hand_overs, 256);
    finish(&sm);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("mascar");
    TCase *tests = tcase_create("mascar");
    tcase_add_test(tests, nobody_is_held_until_memory_is_saturated);
    tcase_add_test(tests, re_execution_alone_holds_nobody_back);
    tcase_add_test(tests, arithmetic_goes_first_then_the_owner);
    tcase_add_test(tests, ownership_passes_on);
    tcase_add_test(tests, saturation_comes_and_goes);
    tcase_add_test(tests, what_saturates);
    tcase_add_test(tests, nobody_starves);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
