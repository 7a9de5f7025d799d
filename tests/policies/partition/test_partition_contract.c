/* SPDX-License-Identifier: BSD-3-Clause */
/* Every partition keeps its contract (fake_dispatcher.h), a broken one is found out, and quotas are
 * what each file says. */
#include "policies/partition/partition.h"
#include "policies/policy_values.h"
#include "policies/tables.h"
#include "tests/rigs/fake_dispatcher.h"
#include "tests/rigs/suite.h"

static struct policy_values *values_of(const char *name, const char *const *sets)
{
    const struct policy_head *const *head = partition_table;
    while (!g_str_equal((*head)->name, name))
        head++;
    struct policy_values *values = policy_values_new(*head);
    for (; sets && *sets; sets += 2)
        ck_assert(policy_values_set(values, sets[0], sets[1], NULL));
    return values;
}

START_TEST(every_policy)
{
    struct policy_values *values = policy_values_new(partition_table[_i]);
    g_autofree char *problem =
        dispatcher_contract_problem(&(const struct fake_policies){NULL, values});
    ck_assert_msg(problem == NULL, "%s: %s", values->policy->name, problem);
    policy_values_free(values);
}
END_TEST

START_TEST(fixed_with_quotas)
{
    const char *const sets[] = {"kernels", "3", "q0", "1", "q1", "2", "q2", "7", NULL};
    struct policy_values *values = values_of("fixed", sets);
    g_autofree char *problem =
        dispatcher_contract_problem(&(const struct fake_policies){NULL, values});
    ck_assert_msg(problem == NULL, "%s", problem);
    policy_values_free(values);
}
END_TEST

/* So short that whole profiles lie between two kernels. */
START_TEST(warped_slicer_that_hurries)
{
    const char *const sets[] = {"warm_up", "0", "sample", "100", "delay", "7", NULL};
    struct policy_values *values = values_of("warped_slicer", sets);
    g_autofree char *problem =
        dispatcher_contract_problem(&(const struct fake_policies){NULL, values});
    ck_assert_msg(problem == NULL, "%s", problem);
    policy_values_free(values);
}
END_TEST

START_TEST(fcfs_by_arrival)
{
    const char *const sets[] = {"order", "arrival", NULL};
    struct policy_values *values = values_of("fcfs", sets);
    g_autofree char *problem =
        dispatcher_contract_problem(&(const struct fake_policies){NULL, values});
    ck_assert_msg(problem == NULL, "%s", problem);
    policy_values_free(values);
}
END_TEST

/* ---- what they say -----------------------------------------------------------------------------
 */

/* Quotas of n kernels on n_sms, "k0: q q q; k1: ..."; "-" is as many as fit. The kernels have
 * capacities of 8, 6, 1 and 3, and the first has no blocks left with `sent`. */
static void expect_quotas(struct policy_values *values, uint32_t n, uint32_t n_sms, bool sent,
                          const char *expected)
{
    static const uint32_t capacities[] = {8, 6, 1, 3};
    const struct partition_ops *ops = (const struct partition_ops *)values->policy;
    g_autofree void *state = g_malloc0(MAX(ops->policy.head.state_bytes, 1));
    struct partition_kernel kernels[4];
    const struct partition_view view = {.n_sms = n_sms, .n_kernels = n, .kernels = kernels};
    g_autoptr(GString) text = g_string_new(NULL);
    for (uint32_t k = 0; k < n; k++)
        kernels[k] = (struct partition_kernel){.launch = 10 + k,
                                               .capacity = capacities[k],
                                               .arrival = 5 + k,
                                               .blocks_left = k == 0 && sent ? 0 : 100};
    if (ops->policy.init)
        ops->policy.init(state, &(const struct dispatcher_policy_site){.n_sms = n_sms}, values);
    for (uint32_t k = 0; k < n; k++) {
        for (uint32_t i = 0; i < n_sms; i++) {
            uint32_t quota = ops->quota(state, &view, k, i);
            if (quota == UINT32_MAX)
                g_string_append_c(text, '-');
            else
                g_string_append_printf(text, "%u", quota);
        }
        g_string_append_c(text, ' ');
    }
    ck_assert_str_eq(text->str, expected);
    policy_values_free(values);
}

START_TEST(quotas)
{
    expect_quotas(values_of("left_over", NULL), 3, 2, false, "-- 00 00 ");
    expect_quotas(values_of("left_over", NULL), 3, 2, true, "-- -- 00 ");
    expect_quotas(values_of("even", NULL), 1, 3, false, "--- ");
    expect_quotas(values_of("even", NULL), 2, 4, false, "--00 00-- ");
    expect_quotas(values_of("even", NULL), 2, 5, false, "--000 00--- ");
    expect_quotas(values_of("even", NULL), 3, 7, false, "--00000 00--000 0000--- ");
    expect_quotas(values_of("even", NULL), 4, 3, false, "-00 0-0 00- 000 ");
    expect_quotas(values_of("even_within", NULL), 1, 2, false, "-- ");
    expect_quotas(values_of("even_within", NULL), 2, 2, false, "44 33 ");
    expect_quotas(values_of("even_within", NULL), 4, 2, false, "22 11 11 11 ");
    expect_quotas(values_of("fixed", NULL), 2, 2, false, "-- -- ");
    /* Five kernels came before these: the lists begin with the sixth. */
    const char *const two[] = {"q0", "3", "q1", "5", "q2", "7", NULL};
    expect_quotas(values_of("fixed", two), 3, 1, false, "5 3 5 ");
    const char *const three[] = {"kernels", "3", "q0", "3", "q1", "5", NULL};
    expect_quotas(values_of("fixed", three), 3, 1, false, "- 3 5 ");
}
END_TEST

/* ---- broken ones -------------------------------------------------------------------------------
 */

static uint32_t nothing(const void *state, const struct partition_view *view, uint32_t kernel,
                        uint32_t sm)
{
    (void)state, (void)view, (void)kernel, (void)sm;
    return 0;
}

static uint32_t one_more_each_time(const void *state, const struct partition_view *view,
                                   uint32_t kernel, uint32_t sm)
{
    static uint32_t calls;
    (void)state, (void)view, (void)kernel, (void)sm;
    return ++calls;
}

static uint32_t none_for_two(const void *state, const struct partition_view *view, uint32_t kernel,
                             uint32_t sm)
{
    (void)state, (void)kernel, (void)sm;
    return view->n_kernels > 1 ? 0 : 1;
}

START_TEST(broken_ones_are_found)
{
    static const struct {
        uint32_t (*quota)(const void *state, const struct partition_view *view, uint32_t kernel,
                          uint32_t sm);
        const char *problem;
    } cases[] = {{nothing, "a kernel that is alone may run nowhere"},
                 {one_more_each_time, "a quota that is asked again is another one"},
                 {none_for_two, "blocks are held back for ever"}};
    for (size_t i = 0; i < G_N_ELEMENTS(cases); i++) {
        const struct partition_ops ops = {
            .policy = {.head = {.name = "broken", .summary = "x", .source = "x"}},
            .quota = cases[i].quota};
        struct policy_values *values = policy_values_new(&ops.policy.head);
        g_autofree char *problem =
            dispatcher_contract_problem(&(const struct fake_policies){NULL, values});
        ck_assert_msg(problem && strstr(problem, cases[i].problem), "%s", problem);
        policy_values_free(values);
    }
}
END_TEST

/* ---- holding others ----------------------------------------------------------------------------
 */

/* Counts kernels under way; one that is held by another hears what it would hear by itself. */
struct counting {
    uint32_t under_way;
};

static unsigned finished; /* states */

static void counted_start(void *state, const struct dispatched_kernel *kernel, uint64_t cycle)
{
    (void)kernel, (void)cycle;
    ((struct counting *)state)->under_way++;
}

static void counted_end(void *state, uint32_t launch, uint64_t cycle)
{
    (void)launch, (void)cycle;
    ((struct counting *)state)->under_way--;
}

static uint32_t by_count(const void *state, const struct partition_view *view, uint32_t kernel,
                         uint32_t sm)
{
    (void)sm;
    const struct counting *own = state;
    ck_assert_uint_eq(own->under_way, view->n_kernels);
    return own->under_way > 1 ? 1 + kernel : UINT32_MAX;
}

static void count_finish(void *state)
{
    (void)state;
    finished++;
}

static const struct partition_ops counting = {
    .policy = {.head = {.name = "counting",
                        .summary = "x",
                        .source = "x",
                        .state_bytes = sizeof(struct counting)},
               .on = {.kernel_started = counted_start, .kernel_ended = counted_end},
               .finish = count_finish},
    .quota = by_count,
};

struct holder {
    const void *held;
};

static void holder_init(void *state, const struct dispatcher_policy_site *site,
                        const struct policy_values *values)
{
    (void)values;
    ((struct holder *)state)->held = site->hold(site->members, &counting.policy.head, NULL);
}

static uint32_t as_held(const void *state, const struct partition_view *view, uint32_t kernel,
                        uint32_t sm)
{
    return counting.quota(((const struct holder *)state)->held, view, kernel, sm);
}

START_TEST(a_policy_may_hold_another)
{
    const struct partition_ops ops = {.policy = {.head = {.name = "holder",
                                                          .summary = "x",
                                                          .source = "x",
                                                          .state_bytes = sizeof(struct holder)},
                                                 .init = holder_init,
                                                 .finish = count_finish},
                                      .quota = as_held};
    struct policy_values *values = policy_values_new(&ops.policy.head);
    g_autoptr(GString) held = g_string_new(NULL);
    g_autofree char *problem =
        fake_dispatcher_run(&(const struct fake_policies){NULL, values}, 3, held);
    ck_assert_msg(problem == NULL, "%s", problem);
    ck_assert_uint_eq(finished, 2);
    policy_values_free(values);
    values = policy_values_new(&counting.policy.head);
    g_autoptr(GString) alone = g_string_new(NULL);
    g_free(fake_dispatcher_run(&(const struct fake_policies){NULL, values}, 3, alone));
    ck_assert_str_eq(held->str, alone->str);
    policy_values_free(values);
}
END_TEST

int main(void)
{
    int n = 0;
    while (partition_table[n])
        n++;
    Suite *suite = suite_create("partitions");
    TCase *tests = tcase_create("contract");
    tcase_add_loop_test(tests, every_policy, 0, n);
    tcase_add_test(tests, fixed_with_quotas);
    tcase_add_test(tests, warped_slicer_that_hurries);
    tcase_add_test(tests, fcfs_by_arrival);
    tcase_add_test(tests, quotas);
    tcase_add_test(tests, broken_ones_are_found);
    tcase_add_test(tests, a_policy_may_hold_another);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
