/* SPDX-License-Identifier: BSD-3-Clause */
/* Runs the contract over every L1 bypass policy of the table, and shows with policies that break it
 * that it can fail. */
#include "policies/kinds.h"
#include "policies/policy_problem.h"
#include "policies/tables.h"
#include "tests/rigs/event_stream.h"
#include "tests/rigs/suite.h"

#include <string.h>

static const struct l1_bypass_ops *in_table(int i)
{
    return (const struct l1_bypass_ops *)l1_bypass_table[i];
}

static int table_length(void)
{
    int length = 0;
    while (l1_bypass_table[length])
        length++;
    return length;
}

START_TEST(keeps_the_contract)
{
    const struct l1_bypass_ops *ops = in_table(_i);
    g_autofree char *head = policy_problem(&ops->policy.head);
    ck_assert_msg(head == NULL, "%s: %s", ops->policy.head.name, head);
    ck_assert_ptr_null(policy_kinds[POLICY_L1_BYPASS]->problem(&ops->policy.head));
    for (uint64_t seed = 0; seed < 5; seed++) {
        const char *problem = event_stream_bypass_problem(ops, NULL, seed);
        ck_assert_msg(problem == NULL, "%s: %s", ops->policy.head.name, problem);
    }
}
END_TEST

/* But for `none`, each lets something bypass in the stream. */
START_TEST(does_something)
{
    const struct l1_bypass_ops *ops = in_table(_i);
    struct event_stream stream;
    event_stream_init(&stream, &ops->policy, NULL, 1);
    event_stream_ask(&stream, ops);
    event_stream_run(&stream, 200000); /* Ctrl-C begins after 1024 lines of an instruction */
    ck_assert_uint_gt(stream.asked, 40000);
    ck_assert((stream.bypassed == 0) == (strcmp(ops->policy.head.name, "none") == 0));
    event_stream_finish(&stream);
}
END_TEST

/* ---- policies that break it -------------------------------------------------------------------
 */

/* What the contract forbids: a memory that all SMs share. */
static unsigned shared_calls;

static bool by_shared(const void *state, const struct bypass_request *request,
                      const struct warp_view *view)
{
    (void)state, (void)request, (void)view;
    return shared_calls % 3 == 0;
}

static void count_shared(void *state, const struct warp_access *access,
                         const struct warp_view *view)
{
    (void)state, (void)access, (void)view;
    shared_calls++;
}

static bool by_address(const void *state, const struct bypass_request *request,
                       const struct warp_view *view)
{
    (void)view;
    return (uint64_t)(uintptr_t)state >> (4 + request->line / 128) & 1;
}

static bool by_counting(const void *state, const struct bypass_request *request,
                        const struct warp_view *view)
{
    (void)request, (void)view;
    unsigned *calls = (unsigned *)(uintptr_t)state;
    return ++*calls % 4 > 1;
}

static bool counting(const void *state, const struct bypass_request *request,
                     const struct warp_view *view)
{
    by_counting(state, request, view);
    return false;
}

static void write_behind(void *state, const struct warp_access *access,
                         const struct warp_view *view)
{
    (void)access, (void)view;
    ((unsigned *)state)[1] = 1;
}

static void expect_problem(const struct l1_bypass_ops *ops, const char *expected)
{
    const char *problem = event_stream_bypass_problem(ops, NULL, 1);
    ck_assert_ptr_nonnull(problem);
    ck_assert_str_eq(problem, expected);
}

START_TEST(bad_policies_are_found)
{
    struct l1_bypass_ops ops = {.policy.head = {
                                    .name = "bad",
                                    .summary = "-",
                                    .source = "-",
                                    .state_bytes = sizeof(unsigned),
                                }};
    ops.on_miss = by_counting;
    expect_problem(&ops, "it decides otherwise when asked again");
    ops.on_miss = counting;
    expect_problem(&ops, "it changes its state while deciding");
    ops.on_miss = by_address;
    expect_problem(&ops, "the same events on fresh states give different answers");
    ops.on_miss = by_shared;
    ops.policy.on.accessed = count_shared;
    expect_problem(&ops, "the same events on fresh states give different answers");
    ops.on_miss = NULL;
    ops.policy.on.accessed = write_behind;
    expect_problem(&ops, "it writes behind its state");
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("L1 bypass contract");
    TCase *tests = tcase_create("table");
    tcase_add_loop_test(tests, keeps_the_contract, 0, table_length());
    tcase_add_loop_test(tests, does_something, 0, table_length());
    tcase_add_test(tests, bad_policies_are_found);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
