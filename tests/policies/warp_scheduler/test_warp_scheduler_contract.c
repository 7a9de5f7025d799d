/* SPDX-License-Identifier: BSD-3-Clause */
/* Runs the contract over every warp scheduler of the table, and shows with schedulers that break
 * it that it can fail. */
#include "policies/kinds.h"
#include "policies/policy_problem.h"
#include "policies/tables.h"
#include "tests/policies/warp_scheduler/warp_scheduler_contract.h"
#include "tests/rigs/suite.h"

static unsigned table_length(void)
{
    unsigned length = 0;
    while (warp_scheduler_table[length] != NULL)
        length++;
    return length;
}

START_TEST(keeps_the_contract)
{
    const struct warp_scheduler_ops *ops =
        (const struct warp_scheduler_ops *)warp_scheduler_table[_i];
    g_autofree char *head = policy_problem(&ops->policy.head);
    ck_assert_msg(head == NULL, "%s: %s", ops->policy.head.name, head);
    ck_assert_ptr_null(policy_kinds[POLICY_WARP_SCHEDULER]->problem(&ops->policy.head));
    g_autofree char *problem = contract_problem(ops);
    ck_assert_msg(problem == NULL, "%s", problem);
}
END_TEST

/* --- Schedulers that break the contract --- */

static unsigned pick_slot_zero(void *state, unsigned scheduler, uint64_t candidates,
                               const struct warp_view *view)
{
    (void)state, (void)scheduler, (void)candidates, (void)view;
    return 0;
}

static unsigned pick_out_of_range(void *state, unsigned scheduler, uint64_t candidates,
                                  const struct warp_view *view)
{
    (void)state, (void)scheduler, (void)candidates, (void)view;
    return WARP_SLOTS + 1;
}

static unsigned highest(uint64_t set)
{
    return 63 - (unsigned)__builtin_clzll(set);
}

/* What the contract forbids: a memory that all SMs share. */
static unsigned shared_issues;

static unsigned pick_by_shared(void *state, unsigned scheduler, uint64_t candidates,
                               const struct warp_view *view)
{
    (void)state, (void)scheduler, (void)view;
    return shared_issues % 2 != 0 ? warp_first(candidates) : highest(candidates);
}

static void count_shared(void *state, unsigned scheduler, unsigned slot,
                         const struct warp_view *view)
{
    (void)state, (void)scheduler, (void)slot, (void)view;
    shared_issues++;
}

static unsigned pick_counting(void *state, unsigned scheduler, uint64_t candidates,
                              const struct warp_view *view)
{
    (void)scheduler, (void)view;
    unsigned *calls = state;
    return (*calls)++ % 2 != 0 ? warp_first(candidates) : highest(candidates);
}

static unsigned pick_all_but_slot_three(void *state, unsigned scheduler, uint64_t candidates,
                                        const struct warp_view *view)
{
    (void)state, (void)scheduler, (void)view;
    candidates &= ~warp_bit(3);
    return candidates != 0 ? warp_first(candidates) : WARP_NONE;
}

static unsigned pick_first(void *state, unsigned scheduler, uint64_t candidates,
                           const struct warp_view *view)
{
    (void)state, (void)scheduler, (void)view;
    return warp_first(candidates);
}

static void write_behind_state(void *state, unsigned scheduler, unsigned slot,
                               const struct warp_view *view)
{
    (void)scheduler, (void)slot, (void)view;
    ((unsigned *)state)[1] = 1;
}

static struct warp_scheduler_ops bad(unsigned (*pick)(void *, unsigned, uint64_t,
                                                      const struct warp_view *))
{
    return (struct warp_scheduler_ops){
        .policy.head = {.name = "bad",
                        .summary = "-",
                        .source = "-",
                        .state_bytes = sizeof(unsigned)},
        .pick = pick,
    };
}

static void expect_problem(const struct warp_scheduler_ops *ops, const char *expected)
{
    g_autofree char *problem = contract_problem(ops);
    ck_assert_ptr_nonnull(problem);
    ck_assert_msg(strstr(problem, expected) != NULL, "%s", problem);
}

START_TEST(bad_schedulers_are_found)
{
    struct warp_scheduler_ops ops = bad(pick_slot_zero);
    expect_problem(&ops, "it picks a slot that is no candidate (2 slots, 1 schedulers)");
    ops = bad(pick_out_of_range);
    expect_problem(&ops, "it picks a slot that is no candidate (1 slots, 1 schedulers)");
    ops = bad(pick_by_shared);
    ops.policy.on.issued = count_shared;
    expect_problem(&ops, "the same calls on fresh states give different picks");
    ops = bad(pick_counting);
    expect_problem(&ops, "it picks another warp when asked twice");
    ops = bad(pick_all_but_slot_three);
    expect_problem(&ops, "a ready warp starves (slot 3 of 8, 1 schedulers)");
    ops = bad(pick_first);
    ops.policy.on.issued = write_behind_state;
    expect_problem(&ops, "it writes behind its state");
}
END_TEST

/* Only the oldest warp may load, even while it waits at a barrier for the others. */
struct oldest_only {
    struct warp_orders orders;
    const struct warp_orders *in_force;
};

static void hold_back_all_but_the_oldest(void *state, unsigned slot, const struct warp_view *view)
{
    (void)slot;
    struct oldest_only *own = state;
    own->orders = WARP_NO_ORDERS;
    own->orders.no_loads = view->resident;
    if (view->resident != 0)
        own->orders.no_loads &= ~warp_bit(warp_oldest(view->resident, view));
}

static const struct warp_orders *const *orders_of_oldest_only(void *state)
{
    struct oldest_only *own = state;
    own->orders = WARP_NO_ORDERS;
    own->in_force = &own->orders;
    return &own->in_force;
}

START_TEST(a_deadlock_at_a_barrier_is_found)
{
    struct warp_scheduler_ops ops = bad(pick_first);
    ops.policy.head.state_bytes = sizeof(struct oldest_only);
    ops.policy.on.warp_started = ops.policy.on.warp_finished = hold_back_all_but_the_oldest;
    ops.orders = orders_of_oldest_only;
    g_autofree char *problem = contract_loops(&ops);
    ck_assert_ptr_nonnull(problem);
    ck_assert_str_eq(problem, "bad: warps in a loop with a load and a barrier wait for ever "
                              "(1 schedulers)");
}
END_TEST

/* A policy that wants no events is a policy. */
START_TEST(pick_alone_is_enough)
{
    struct warp_scheduler_ops ops = bad(pick_first);
    g_autofree char *problem = contract_problem(&ops);
    ck_assert_msg(problem == NULL, "%s", problem);
}
END_TEST

START_TEST(registry_lists_and_finds_the_tables)
{
    struct policy_registry *registry = policy_registry_new(policy_kinds);
    const struct policy_kind *kind = policy_kinds[_i];
    g_autofree const struct policy_head **list = policy_registry_list(registry, kind);
    unsigned n = 0;
    for (; kind->built_in[n]; n++) {
        ck_assert_ptr_eq(list[n], kind->built_in[n]);
        ck_assert_ptr_eq(policy_registry_find(registry, kind, list[n]->name, NULL), list[n]);
        g_autofree char *problem = policy_problem(list[n]);
        ck_assert_msg(!problem, "%s %s: %s", kind->title, list[n]->name, problem);
        ck_assert_ptr_null(kind->problem(list[n]));
    }
    ck_assert_ptr_null(list[n]);
    g_autoptr(GError) error = NULL;
    ck_assert_ptr_null(policy_registry_find(registry, kind, "lr", &error));
    g_autofree char *expected =
        g_strdup_printf("%s: none is called \"lr\"; known: %s", kind->title, list[0]->name);
    ck_assert_msg(g_str_has_prefix(error->message, expected), "%s", error->message);
    policy_registry_free(registry);
    policy_registry_free(NULL);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("warp scheduler contract");
    TCase *tests = tcase_create("table");
    tcase_set_timeout(tests, 60);
    tcase_add_loop_test(tests, keeps_the_contract, 0, (int)table_length());
    tcase_add_test(tests, bad_schedulers_are_found);
    tcase_add_test(tests, a_deadlock_at_a_barrier_is_found);
    tcase_add_test(tests, pick_alone_is_enough);
    tcase_add_loop_test(tests, registry_lists_and_finds_the_tables, 0, POLICY_KINDS);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
