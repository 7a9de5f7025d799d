/* SPDX-License-Identifier: BSD-3-Clause */
/* Runs the contract over every replacement policy of the table, and shows with policies that break
 * it that it can fail. */
#include "base/input_error.h"
#include "policies/kinds.h"
#include "policies/policy_problem.h"
#include "policies/tables.h"
#include "tests/policies/replacement/replacement_contract.h"
#include "tests/rigs/suite.h"

extern const struct policy_kind l1_replacement_kind, l2_replacement_kind;

static int table_length(void)
{
    int length = 0;
    while (replacement_table[length] != NULL)
        length++;
    return length;
}

START_TEST(keeps_the_contract)
{
    const struct replacement_ops *ops = (const struct replacement_ops *)replacement_table[_i];
    g_autofree char *head = policy_problem(&ops->policy.head);
    ck_assert_msg(head == NULL, "%s: %s", ops->policy.head.name, head);
    ck_assert_ptr_null(l1_replacement_kind.problem(&ops->policy.head));
    ck_assert_ptr_null(l1_replacement_kind.refused);
    ck_assert_int_eq(l2_replacement_kind.refused(&ops->policy.head) != NULL, ops->l1_only);
    g_autofree char *problem = replacement_contract_problem(ops);
    ck_assert_msg(problem == NULL, "%s", problem);
}
END_TEST

/* --- Policies that break the contract --- */

struct broken {
    uint64_t bytes[4];
};

static unsigned way_zero(void *state, const struct replacement_set *set,
                         const struct replacement_access *access)
{
    (void)state, (void)set, (void)access;
    return 0;
}

static unsigned first(void *state, const struct replacement_set *set,
                      const struct replacement_access *access)
{
    (void)state, (void)access;
    return replacement_first(&set->allowed);
}

static unsigned by_address(void *state, const struct replacement_set *set,
                           const struct replacement_access *access)
{
    (void)access;
    unsigned ways = replacement_count(&set->allowed);
    return replacement_nth(&set->allowed, (unsigned)((uintptr_t)state / 16 % ways));
}

static void beyond_state(void *state, void *lines, uint32_t set, unsigned way,
                         const struct replacement_access *access)
{
    (void)lines, (void)set, (void)way, (void)access;
    ((struct broken *)state)[1].bytes[0] = 1;
}

static void before_lines(void *state, void *lines, uint32_t set, unsigned way,
                         const struct replacement_access *access)
{
    (void)state, (void)set, (void)way, (void)access;
    ((uint8_t *)lines)[-1] += 1;
}

#define BROKEN(...)                                                                                \
    {                                                                                              \
        .policy.head = {.name = "broken", .state_bytes = sizeof(struct broken)}, .line_bytes = 1,  \
        __VA_ARGS__                                                                                \
    }

static const struct {
    struct replacement_ops ops;
    const char *expected;
} broken[] = {
    {BROKEN(.victim = way_zero), "its victim may not go"},
    {BROKEN(.victim = by_address), "equal calls give different victims"},
    {BROKEN(.victim = first, .inserted = beyond_state), "it writes outside of its state"},
    {BROKEN(.victim = first, .touched = before_lines), "it writes outside of what is kept"},
    {BROKEN(.victim = first), NULL},
};

START_TEST(the_contract_finds_what_is_broken)
{
    for (size_t i = 0; i < G_N_ELEMENTS(broken); i++) {
        g_autofree char *problem = replacement_contract_problem(&broken[i].ops);
        if (broken[i].expected)
            ck_assert_msg(problem && strstr(problem, broken[i].expected), "%s: %s",
                          broken[i].expected, problem ? problem : "nothing");
        else
            ck_assert_ptr_null(problem);
    }
}
END_TEST

static void init(void *state, const struct sm_policy_site *site, const struct policy_values *values)
{
    (void)state, (void)site, (void)values;
}

START_TEST(what_a_kind_refuses)
{
    struct replacement_ops ops = BROKEN(.victim = first);
    ck_assert_ptr_null(l1_replacement_kind.problem(&ops.policy.head));
    ck_assert_ptr_null(l2_replacement_kind.refused(&ops.policy.head));
    ops.l1_only = true;
    ck_assert_ptr_null(l1_replacement_kind.problem(&ops.policy.head));
    ck_assert_ptr_nonnull(l2_replacement_kind.refused(&ops.policy.head));
    ops.policy.init = init;
    ck_assert_ptr_nonnull(l1_replacement_kind.problem(&ops.policy.head));
    ops = (struct replacement_ops)BROKEN(.touched = before_lines);
    ck_assert_ptr_nonnull(l1_replacement_kind.problem(&ops.policy.head));
}
END_TEST

/* A run may choose it for L1, and is told why not for L2. */
START_TEST(only_for_l1)
{
    struct policy_registry *registry = policy_registry_new(policy_kinds);
    struct policy_choices chosen = {0};
    g_autoptr(GError) error = NULL;
    ck_assert_ptr_nonnull(g_getenv("SIMGPU_TEST_L1_ONLY"));
    ck_assert(policy_registry_load_plugin(registry, g_getenv("SIMGPU_TEST_L1_ONLY"), NULL));
    ck_assert(policy_choose(&chosen, registry, POLICY_L1_REPLACEMENT, "l1_only", NULL));
    ck_assert(policy_choose(&chosen, registry, POLICY_L2_REPLACEMENT, "srrip bits=3", NULL));
    ck_assert(!policy_choose(&chosen, registry, POLICY_L2_REPLACEMENT, "l1_only", &error));
    ck_assert(g_error_matches(error, INPUT_ERROR, 0));
    ck_assert_str_eq(
        error->message,
        "L2 replacement: \"l1_only\": it needs facts that only an SM knows, so it serves L1 alone");
    g_autoptr(GString) listed = g_string_new(NULL);
    policy_registry_describe(registry, listed);
    const char *of_l1 = strstr(listed->str, "L1 replacement:"),
               *of_l2 = strstr(listed->str, "L2 replacement:");
    const char *first = strstr(of_l1, "  l1_only: ");
    ck_assert(first != NULL && first < of_l2);
    ck_assert_ptr_null(strstr(of_l2, "  l1_only: "));
    const struct policy_values *l1 = chosen.of[POLICY_L1_REPLACEMENT];
    g_autofree char *problem =
        replacement_contract_problem((const struct replacement_ops *)l1->policy);
    ck_assert_msg(problem == NULL, "%s", problem);
    policy_choices_clear(&chosen);
    policy_registry_free(registry);
}
END_TEST

START_TEST(sets_of_ways)
{
    const struct replacement_ways ways = {.word = {UINT64_C(1) << 63, 0, 6}};
    ck_assert_uint_eq(replacement_count(&ways), 3);
    ck_assert_uint_eq(replacement_first(&ways), 63);
    ck_assert_uint_eq(replacement_nth(&ways, 0), 63);
    ck_assert_uint_eq(replacement_nth(&ways, 1), 129);
    ck_assert_uint_eq(replacement_nth(&ways, 2), 130);
    ck_assert(replacement_has(&ways, 130) && !replacement_has(&ways, 131));
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("replacement contract");
    TCase *tests = tcase_create("contract");
    tcase_set_timeout(tests, 60);
    tcase_add_loop_test(tests, keeps_the_contract, 0, table_length());
    tcase_add_test(tests, the_contract_finds_what_is_broken);
    tcase_add_test(tests, what_a_kind_refuses);
    tcase_add_test(tests, only_for_l1);
    tcase_add_test(tests, sets_of_ways);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
