/* SPDX-License-Identifier: BSD-3-Clause */
/* CPL, replayed against algorithms 5 and 6 and equation 4.1 of S.-Y. Lee's dissertation (Arizona
 * State University 2017), 4.2.1 and 4.3.3; and what `timed` writes. */
#include "policies/criticality/criticality.h"
#include "policies/policy_values.h"
#include "policies/sm_members.h"
#include "tests/rigs/suite.h"

#include <string.h>

extern const struct criticality_ops criticality_cpl, criticality_timed;

enum { RESULTS = 7 };

#define ZERO (UINT64_C(1) << 62) /* the score of a counter of 0 */

struct rig {
    struct sm_members members;
    void *state;
    const struct criticality *published;
    struct warp_view view;
};

static void rig_init_with(struct rig *rig, const struct criticality_ops *ops,
                          const struct policy_values *values)
{
    const struct sm_policy_site facts = {.n_sms = 1, .schedulers = 1, .warp_slots = WARP_SLOTS};
    *rig = (struct rig){.view.cycle = 100};
    sm_members_init(&rig->members, &facts);
    rig->state = sm_members_add(&rig->members, &ops->policy.head, values);
    rig->published = ops->published ? ops->published(rig->state) : NULL;
    sm_members_ready(&rig->members);
}

static void rig_init(struct rig *rig, const struct criticality_ops *ops)
{
    rig_init_with(rig, ops, NULL);
}

static void start_block(struct rig *rig, uint64_t index, uint8_t place, uint64_t warps)
{
    const struct warp_block block = {.index = index, .slot = place, .warps = warps};
    SM_MEMBERS_TELL(&rig->members, block_started, &block, &rig->view);
    for (; warps; warps &= warps - 1) {
        rig->view.resident |= warps & -warps;
        SM_MEMBERS_TELL(&rig->members, warp_started, warp_first(warps), &rig->view);
    }
}

static void finish_warp(struct rig *rig, unsigned slot, uint64_t cycle)
{
    rig->view.cycle = cycle;
    rig->view.resident &= ~warp_bit(slot);
    SM_MEMBERS_TELL(&rig->members, warp_finished, slot, &rig->view);
}

static void finish_block(struct rig *rig, uint8_t place)
{
    const struct warp_block block = {.slot = place};
    SM_MEMBERS_TELL(&rig->members, block_finished, &block, &rig->view);
}

/* The warp issues an instruction, which decides on so many. */
static void issue(struct rig *rig, unsigned slot, uint64_t cycle, uint32_t path)
{
    const struct warp_executed what = {.path = path, .is_branch = path > 0};
    rig->view.cycle = cycle;
    SM_MEMBERS_TELL(&rig->members, issued, 0, slot, &rig->view);
    SM_MEMBERS_TELL(&rig->members, executed, slot, &what, &rig->view);
}

static int64_t counter(const struct rig *rig, unsigned slot)
{
    return (int64_t)(rig->published->score[slot] - ZERO);
}

/* Algorithm 5 with its branch at PC 1: m = 2 instructions if it is not taken, n = 1 if it is, both
 * if the lanes diverge. Without stalls a cycle an instruction, so that CPI is 1. */
START_TEST(branches_add_and_commits_take_off)
{
    static const uint32_t paths[] = {1, 2, 3};
    for (unsigned i = 0; i < G_N_ELEMENTS(paths); i++) {
        struct rig rig;
        rig_init(&rig, &criticality_cpl);
        start_block(&rig, 0, 0, 1);
        issue(&rig, 0, 100, paths[i]); /* PC 1, itself committed */
        ck_assert_int_eq(counter(&rig, 0), (int64_t)paths[i] - 1);
        for (unsigned done = 1; done <= paths[i]; done++) {
            issue(&rig, 0, 100 + done, 0);
            ck_assert_int_eq(counter(&rig, 0), (int64_t)(paths[i] - done) - 1);
        }
        sm_members_finish(&rig.members);
    }
}
END_TEST

/* Algorithm 6 and equation 4.1: by hand. */
START_TEST(stalls_and_cpi)
{
    struct rig rig;
    rig_init(&rig, &criticality_cpl);
    start_block(&rig, 0, 0, 1);
    issue(&rig, 0, 103, 11); /* no instruction before it: no stall; nInst 10, CPI 4 / 1 */
    ck_assert_int_eq(counter(&rig, 0), 40);
    issue(&rig, 0, 104, 0); /* nInst 9, CPI 5 / 2 */
    ck_assert_int_eq(counter(&rig, 0), 22);
    issue(&rig, 0, 110, 0); /* five cycles between the two; nInst 8, CPI 11 / 3 */
    ck_assert_int_eq(counter(&rig, 0), 29 + 5);
    rig.view.cycle = 500; /* nothing issues, nothing changes */
    ck_assert_int_eq(counter(&rig, 0), 34);
    issue(&rig, 0, 511, 0); /* 400 more; nInst 7, CPI 412 / 4 */
    ck_assert_int_eq(counter(&rig, 0), 7 * 103 + 405);
    sm_members_finish(&rig.members);
}
END_TEST

/* From cycle 101 to 142 it does not issue, up to 141 since it waits at a barrier: 42 stalls, or
 * one. */
START_TEST(barriers_are_stalls_or_not)
{
    static const char *const words[] = {"stall", "skip"};
    static const int64_t stalls[] = {42, 1};
    for (unsigned i = 0; i < G_N_ELEMENTS(words); i++) {
        struct rig rig;
        struct policy_values *values = policy_values_new(&criticality_cpl.policy.head);
        ck_assert(policy_values_set(values, "barriers", words[i], NULL));
        rig_init_with(&rig, &criticality_cpl, values);
        start_block(&rig, 0, 0, 1);
        issue(&rig, 0, 100, 2); /* nInst 1 */
        SM_MEMBERS_TELL(&rig.members, barrier_entered, 0, &rig.view);
        rig.view.cycle = 141;
        SM_MEMBERS_TELL(&rig.members, barrier_left, 0, &rig.view);
        issue(&rig, 0, 143, 0); /* nInst 0 */
        ck_assert_int_eq(counter(&rig, 0), stalls[i]);
        sm_members_finish(&rig.members);
        policy_values_free(values);
    }
}
END_TEST

/* What is not announced counts downwards; both ends saturate at 2^20. */
START_TEST(the_counter_is_signed_and_saturates)
{
    struct rig rig;
    rig_init(&rig, &criticality_cpl);
    start_block(&rig, 0, 0, 1);
    issue(&rig, 0, 100, 0);
    ck_assert_int_eq(counter(&rig, 0), -1);
    issue(&rig, 0, 101, UINT32_MAX);
    ck_assert_int_eq(counter(&rig, 0), 1 << 20);
    for (uint64_t i = 0; i < (2u << 20) + 10; i++)
        issue(&rig, 0, 102 + i, 0);
    ck_assert_int_eq(counter(&rig, 0), -(1 << 20));
    sm_members_finish(&rig.members);
}
END_TEST

/* Slow: above half of the block's other warps, when it issues. */
START_TEST(slow_warps_are_critical)
{
    struct rig rig;
    rig_init(&rig, &criticality_cpl);
    start_block(&rig, 0, 0, 0xf);
    start_block(&rig, 1, 1, 0x10); /* alone in its block */
    issue(&rig, 0, 101, 5);
    ck_assert_uint_eq(rig.published->critical, 1);
    issue(&rig, 1, 101, 0); /* below all */
    ck_assert_uint_eq(rig.published->critical, 1);
    issue(&rig, 2, 101, 3); /* above 1 and 3, below 0 */
    ck_assert_uint_eq(rig.published->critical, 5);
    issue(&rig, 3, 101, 2); /* above 1 alone */
    ck_assert_uint_eq(rig.published->critical, 5);
    issue(&rig, 4, 101, 0);
    ck_assert_uint_eq(rig.published->critical, 0x15);
    finish_warp(&rig, 0, 102);
    ck_assert_uint_eq(rig.published->critical, 0x14);
    sm_members_finish(&rig.members);
}
END_TEST

static void expect_counts(const struct rig *rig, uint64_t critical_cycles, uint64_t slow_cycles,
                          uint64_t predictions, uint64_t slow_predictions)
{
    uint64_t values[RESULTS] = {0};
    criticality_cpl.policy.report(rig->state, values);
    ck_assert_uint_eq(values[0], critical_cycles);
    ck_assert_uint_eq(values[1], slow_cycles);
    ck_assert_uint_eq(values[5], predictions);
    ck_assert_uint_eq(values[6], slow_predictions);
}

/* Of two warps the second one takes 100 cycles, and is slow in all but the first 10 and the ten in
 * which its counter was the smaller one; that is said after one of its three instructions. */
START_TEST(the_accuracy_is_that_of_the_slowest_warp)
{
    struct rig rig;
    rig_init(&rig, &criticality_cpl);
    start_block(&rig, 0, 0, 3);
    issue(&rig, 0, 105, 2);
    issue(&rig, 1, 110, 9);
    issue(&rig, 0, 115, 90);
    issue(&rig, 1, 140, 0);
    issue(&rig, 1, 150, 200);
    finish_warp(&rig, 0, 160);
    finish_warp(&rig, 1, 200);
    expect_counts(&rig, 0, 0, 0, 0);
    finish_block(&rig, 0);
    expect_counts(&rig, 100, 80, 3, 2);
    sm_members_finish(&rig.members);
}
END_TEST

START_TEST(loads_of_critical_warps_are_counted)
{
    struct rig rig;
    uint64_t values[RESULTS] = {0};
    rig_init(&rig, &criticality_cpl);
    start_block(&rig, 0, 0, 3);
    issue(&rig, 1, 101, 5);
    for (unsigned slot = 0; slot < 2; slot++)
        for (unsigned outcome = WARP_ACCESS_HIT; outcome <= WARP_ACCESS_MISS; outcome++) {
            const struct warp_access access = {.slot = (uint8_t)slot, .outcome = (uint8_t)outcome};
            SM_MEMBERS_TELL(&rig.members, accessed, &access, &rig.view);
        }
    criticality_cpl.policy.report(rig.state, values);
    ck_assert_uint_eq(values[2], 3);
    ck_assert_uint_eq(values[3], 1);
    ck_assert_uint_eq(values[4], 6);
    const struct warp_kernel kernel = {.launch = 1, .name = "next"};
    SM_MEMBERS_TELL(&rig.members, kernel_started, &kernel, &rig.view);
    memset(values, 1, sizeof values);
    criticality_cpl.policy.report(rig.state, values);
    ck_assert_uint_eq(values[4], 0);
    sm_members_finish(&rig.members);
}
END_TEST

/* Two SMs' warps in the order in which `oracle` wants them. */
START_TEST(times_are_written)
{
    struct rig rig, other;
    g_autoptr(GString) text = g_string_new(NULL);
    rig_init(&rig, &criticality_timed);
    rig_init(&other, &criticality_timed);
    start_block(&rig, 7, 0, 0x14);
    start_block(&other, 3, 0, 0x3);
    finish_warp(&rig, 4, 150);
    finish_warp(&rig, 2, 170);
    finish_warp(&other, 0, 110);
    finish_warp(&other, 1, 101);
    criticality_timed.policy.profile_merge(rig.state, other.state);
    criticality_timed.policy.profile_write(rig.state, text);
    ck_assert_str_eq(text->str, "# launch block warp cycles\n"
                                "0 3 0 10\n0 3 1 1\n0 7 0 70\n0 7 1 50\n");
    sm_members_finish(&other.members);
    sm_members_finish(&rig.members);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("CPL");
    TCase *tests = tcase_create("scripts");
    tcase_add_test(tests, branches_add_and_commits_take_off);
    tcase_add_test(tests, stalls_and_cpi);
    tcase_add_test(tests, barriers_are_stalls_or_not);
    tcase_add_test(tests, the_counter_is_signed_and_saturates);
    tcase_add_test(tests, slow_warps_are_critical);
    tcase_add_test(tests, the_accuracy_is_that_of_the_slowest_warp);
    tcase_add_test(tests, loads_of_critical_warps_are_counted);
    tcase_add_test(tests, times_are_written);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
