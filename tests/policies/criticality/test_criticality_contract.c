/* SPDX-License-Identifier: BSD-3-Clause */
/* Runs the contract over every criticality predictor of the table, and shows with predictors that
 * break it that it can fail. */
#include "policies/kinds.h"
#include "policies/policy_problem.h"
#include "policies/tables.h"
#include "tests/rigs/event_stream.h"
#include "tests/rigs/suite.h"

static int table_length(void)
{
    int length = 0;
    while (criticality_table[length])
        length++;
    return length;
}

START_TEST(keeps_the_contract)
{
    const struct criticality_ops *ops = (const struct criticality_ops *)criticality_table[_i];
    g_autofree char *head = policy_problem(&ops->policy.head);
    ck_assert_msg(head == NULL, "%s: %s", ops->policy.head.name, head);
    ck_assert_ptr_null(policy_kinds[POLICY_CRITICALITY]->problem(&ops->policy.head));
    for (uint64_t seed = 0; seed < 5; seed++) {
        const char *problem = event_stream_criticality_problem(ops, NULL, seed);
        ck_assert_msg(problem == NULL, "%s: %s", ops->policy.head.name, problem);
    }
}
END_TEST

/* ---- predictors that break it -----------------------------------------------------------------
 */

static const struct criticality *state_is_published(void *state)
{
    return state;
}

static void critical_for_ever(void *state, unsigned slot, const struct warp_view *view)
{
    (void)view;
    ((struct criticality *)state)->critical |= warp_bit(slot);
}

static void score_by_address(void *state, unsigned slot, const struct warp_view *view)
{
    (void)view;
    ((struct criticality *)state)->score[slot] = (uintptr_t)state;
}

static void write_behind(void *state, unsigned slot, const struct warp_view *view)
{
    (void)slot, (void)view;
    ((struct criticality *)state)[1].critical = 0;
}

static void expect_problem(void (*warp_started)(void *, unsigned, const struct warp_view *),
                           const char *expected)
{
    const struct criticality_ops ops = {
        .policy = {.head = {.name = "bad",
                            .summary = "-",
                            .source = "-",
                            .state_bytes = sizeof(struct criticality)},
                   .on.warp_started = warp_started},
        .published = state_is_published};
    const char *problem = event_stream_criticality_problem(&ops, NULL, 1);
    ck_assert_ptr_nonnull(problem);
    ck_assert_str_eq(problem, expected);
}

START_TEST(bad_predictors_are_found)
{
    expect_problem(critical_for_ever, "a warp that is not there is critical");
    expect_problem(score_by_address, "the same events on fresh states give different answers");
    expect_problem(write_behind, "it writes behind its state");
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("criticality contract");
    TCase *tests = tcase_create("table");
    tcase_add_loop_test(tests, keeps_the_contract, 0, table_length());
    tcase_add_test(tests, bad_predictors_are_found);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
