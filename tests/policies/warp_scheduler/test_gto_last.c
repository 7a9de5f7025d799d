/* SPDX-License-Identifier: BSD-3-Clause */
/* gto with `keep`: the warp that issued last keeps its turn through idle cycles, until another
 * issues. */
#include "tests/rigs/fake_sm.h"
#include "tests/rigs/suite.h"

static void setup(struct fake_sm *sm, const unsigned *slots, size_t count)
{
    const struct warp_scheduler_ops *ops = scheduler_called("gto");
    ck_assert_ptr_nonnull(ops);
    fake_sm_init_with(sm, ops, 8, 1, (const char *const[]){"keep=true", NULL});
    for (size_t i = 0; i < count; i++)
        fake_sm_start_warp(sm, slots[i]);
}

START_TEST(a_turn_outlasts_idle_cycles)
{
    static const unsigned order[] = {2, 0, 3, 1};
    static const struct {
        uint64_t ready;
        unsigned expected;
    } script[] = {
        {0xf, 2},                   /* none has issued: the oldest */
        {0xb, 0},                   /* 2 is not ready: the oldest of the others */
        {0xf, 0},                   /* the last one, though 2 is older */
        {0x0, WARP_NONE},           /* nobody */
        {0x0, WARP_NONE}, {0xf, 0}, /* still the last one: gto would take 2 */
        {0x0, WARP_NONE}, {0xa, 3}, /* it is not ready when the others are: the oldest of them */
        {0xf, 3},
    };
    struct fake_sm sm;
    setup(&sm, order, G_N_ELEMENTS(order));
    for (size_t i = 0; i < G_N_ELEMENTS(script); i++) {
        unsigned slot = fake_sm_issue(&sm, 0, script[i].ready);
        ck_assert_msg(slot == script[i].expected, "step %zu: slot %u, expected %u", i, slot,
                      script[i].expected);
    }
    ck_assert_ptr_null(sm.problem);
    fake_sm_finish(&sm);
}
END_TEST

START_TEST(a_new_warp_in_the_slot_of_the_last_one_is_the_youngest)
{
    static const unsigned order[] = {0, 1};
    struct fake_sm sm;
    setup(&sm, order, G_N_ELEMENTS(order));
    ck_assert_uint_eq(fake_sm_issue(&sm, 0, 0x3), 0);
    fake_sm_finish_warp(&sm, 0);
    fake_sm_start_warp(&sm, 0);
    ck_assert_uint_eq(fake_sm_issue(&sm, 0, 0x3), 1);
    ck_assert_ptr_null(sm.problem);
    fake_sm_finish(&sm);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("gto, keep");
    TCase *tests = tcase_create("keep");
    tcase_add_test(tests, a_turn_outlasts_idle_cycles);
    tcase_add_test(tests, a_new_warp_in_the_slot_of_the_last_one_is_the_youngest);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
