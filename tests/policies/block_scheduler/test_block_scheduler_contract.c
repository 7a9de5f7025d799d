/* SPDX-License-Identifier: BSD-3-Clause */
/* Every block scheduler keeps its contract (fake_dispatcher.h), under every partition; a broken one
 * is found out; and what each does is what its file says. */
#include "policies/block_scheduler/block_scheduler.h"
#include "policies/policy_values.h"
#include "policies/tables.h"
#include "tests/rigs/fake_dispatcher.h"
#include "tests/rigs/suite.h"

static unsigned table_length(const struct policy_head *const *table)
{
    unsigned n = 0;
    while (table[n])
        n++;
    return n;
}

static const struct policy_head *find(const struct policy_head *const *table, const char *name)
{
    while (!g_str_equal((*table)->name, name))
        table++;
    return *table;
}

/* Every third pair: each of the one kind meets at least two of the other kind. */
START_TEST(every_policy)
{
    const int partitions = (int)table_length(partition_table);
    const int first = _i / partitions, second = _i % partitions;
    if ((first + second) % 3)
        return;
    struct policy_values *scheduler = policy_values_new(block_scheduler_table[first]);
    struct policy_values *partition = policy_values_new(partition_table[second]);
    g_autofree char *problem =
        dispatcher_contract_problem(&(const struct fake_policies){scheduler, partition});
    ck_assert_msg(problem == NULL, "%s with %s: %s", scheduler->policy->name,
                  partition->policy->name, problem);
    policy_values_free(scheduler);
    policy_values_free(partition);
}
END_TEST

/* ---- given -------------------------------------------------------------------------------------
 */

static struct policy_values *given(const char *text)
{
    struct policy_values *values = policy_values_new(find(block_scheduler_table, "given"));
    struct policy_file *file = g_new(struct policy_file, 1);
    *file = (struct policy_file){g_strdup("order.txt"), g_strdup(text)};
    values->values[0].file = file;
    return values;
}

START_TEST(given_orders)
{
    static const char *const texts[] = {
        "", "# nothing\n", "3 0\n1 0 # twice the same SM\n\n0\n 2\n",
        "149\n148\r\n77 0\n100000 0\n", "5 0\n4 0\n3 0\n2 0\n1 0\n0 0"};
    for (size_t i = 0; i < G_N_ELEMENTS(texts); i++) {
        struct policy_values *values = given(texts[i]);
        ck_assert(policy_values_check(values, NULL));
        g_autofree char *problem =
            dispatcher_contract_problem(&(const struct fake_policies){values, NULL});
        ck_assert_msg(problem == NULL, "%s: %s", texts[i], problem);
        policy_values_free(values);
    }
}
END_TEST

static const struct {
    const char *text, *message;
} bad_orders[] = {
    {"1\n2\nx\n", "order.txt:3: expected a block's number and, perhaps, an SM's"},
    {"1 2 3\n", "order.txt:1: expected a block's number"},
    {"\n-1\n", "order.txt:2: expected a block's number"},
    {"1 -1\n", "order.txt:1: expected a block's number"},
    {"1x\n", "order.txt:1: expected a block's number"},
    {"1 70000\n", "order.txt:1: expected a block's number"},
    {"99999999999999999999\n", "order.txt:1: expected a block's number"},
    {"7\n# 7\n7 1\n", "order.txt:3: block 7 has been named before"},
};

START_TEST(bad_given_orders)
{
    struct policy_values *values = given(bad_orders[_i].text);
    GError *error = NULL;
    ck_assert(!policy_values_check(values, &error));
    ck_assert_msg(g_str_has_prefix(error->message, bad_orders[_i].message), "%s", error->message);
    g_error_free(error);
    policy_values_free(values);
}
END_TEST

/* ---- what they choose --------------------------------------------------------------------------
 */

/* Asks until there is no room, and expects "block:SM" again and again. */
static void expect_choices(struct policy_values *values, const uint32_t *room_of,
                           const char *expected)
{
    enum { SMS = 4, BLOCKS = 64 };
    const struct block_scheduler_ops *ops = (const struct block_scheduler_ops *)values->policy;
    g_autofree void *state = g_malloc0(MAX(ops->policy.head.state_bytes, 1));
    g_autofree void *own = g_malloc0(MAX(ops->kernel_bytes, 1));
    const struct dispatched_kernel kernel = {.n_blocks = BLOCKS, .capacity = 8};
    uint32_t room[SMS], running[SMS] = {0};
    uint64_t sent = 0;
    g_autoptr(GString) text = g_string_new(NULL);
    memcpy(room, room_of, sizeof room);
    struct block_scheduler_view view = {.n_sms = SMS,
                                        .room = room,
                                        .running = running,
                                        .n_blocks = BLOCKS,
                                        .blocks_left = BLOCKS,
                                        .sent = &sent};
    struct block_choice choice;
    if (ops->policy.init)
        ops->policy.init(state, &(const struct dispatcher_policy_site){.n_sms = SMS}, values);
    if (ops->kernel_begin)
        ops->kernel_begin(state, own, &kernel);
    while (room[0] + room[1] + room[2] + room[3] > 0 && ops->choose(state, own, &view, &choice)) {
        g_string_append_printf(text, "%u:%u ", (unsigned)choice.block, choice.sm);
        room[choice.sm]--;
        sent |= UINT64_C(1) << choice.block;
        while (sent >> view.next_block & 1)
            view.next_block++;
        view.blocks_left--;
    }
    ck_assert_str_eq(text->str, expected);
    policy_values_free(values);
}

/* Kernels of one block each. */
START_TEST(round_robin_goes_on)
{
    for (int goes_on = 0; goes_on <= 1; goes_on++) {
        struct policy_values *values =
            policy_values_new(find(block_scheduler_table, "round_robin"));
        const struct block_scheduler_ops *ops = (const struct block_scheduler_ops *)values->policy;
        values->values[0].boolean = goes_on;
        g_autofree void *state = g_malloc0(ops->policy.head.state_bytes);
        const uint32_t room[] = {1, 1, 1}, running[] = {0, 0, 0};
        const struct block_scheduler_view view = {
            .n_sms = 3, .room = room, .running = running, .n_blocks = 1, .blocks_left = 1};
        ops->policy.init(state, &(const struct dispatcher_policy_site){.n_sms = 3}, values);
        for (uint32_t kernel = 0; kernel < 5; kernel++) {
            g_autofree void *own = g_malloc0(ops->kernel_bytes);
            struct block_choice choice;
            ck_assert(ops->choose(state, own, &view, &choice));
            ck_assert_uint_eq(choice.sm, goes_on ? kernel % 3 : 0);
        }
        policy_values_free(values);
    }
}
END_TEST

START_TEST(choices)
{
    static const uint32_t room[] = {2, 1, 0, 3};
    expect_choices(policy_values_new(find(block_scheduler_table, "round_robin")), room,
                   "0:0 1:1 2:3 3:0 4:3 5:3 ");
    expect_choices(policy_values_new(find(block_scheduler_table, "depth_first")), room,
                   "0:0 1:0 2:1 3:3 4:3 5:3 ");
    expect_choices(given("63 3\n1\n100\n1 # comment\n"), room, "63:3 1:0 0:1 2:3 3:0 4:3 ");
    /* SM 2 has no room: what comes behind block 9 waits as well. */
    expect_choices(given("8 3\n9 2\n10 3\n"), room, "8:3 ");
}
END_TEST

/* ---- broken ones -------------------------------------------------------------------------------
 */

static bool full_sm(void *state, void *own, const struct block_scheduler_view *view,
                    struct block_choice *choice)
{
    (void)state, (void)own;
    *choice = (struct block_choice){view->next_block, 0};
    return true;
}

static bool first_block(void *state, void *own, const struct block_scheduler_view *view,
                        struct block_choice *choice)
{
    (void)state, (void)own;
    *choice = (struct block_choice){0, 0};
    while (view->room[choice->sm] == 0)
        choice->sm++;
    return true;
}

static bool two_at_a_time(void *state, void *own, const struct block_scheduler_view *view,
                          struct block_choice *choice)
{
    (void)state, (void)own;
    *choice = (struct block_choice){view->next_block, 0};
    while (choice->sm < view->n_sms && view->room[choice->sm] < 2)
        choice->sm++;
    return choice->sm < view->n_sms;
}

static bool by_address(void *state, void *own, const struct block_scheduler_view *view,
                       struct block_choice *choice)
{
    uint32_t *calls = state;
    static uint32_t all; /* what is shared by states makes them differ */
    (void)own, (void)calls;
    *choice = (struct block_choice){view->next_block, all++ % view->n_sms};
    while (view->room[choice->sm] == 0)
        choice->sm = (choice->sm + 1) % view->n_sms;
    return true;
}

START_TEST(broken_ones_are_found)
{
    static const struct {
        bool (*choose)(void *state, void *own, const struct block_scheduler_view *view,
                       struct block_choice *choice);
        const char *problem;
    } cases[] = {{full_sm, "which has no room"},
                 {first_block, "it chose block 0 of"},
                 {two_at_a_time, "blocks are held back for ever"},
                 {by_address, "the same calls have given other choices"}};
    for (size_t i = 0; i < G_N_ELEMENTS(cases); i++) {
        const struct block_scheduler_ops ops = {
            .policy = {.head = {.name = "broken", .summary = "x", .source = "x"}},
            .choose = cases[i].choose};
        struct policy_values *values = policy_values_new(&ops.policy.head);
        g_autofree char *problem =
            dispatcher_contract_problem(&(const struct fake_policies){values, NULL});
        ck_assert_msg(problem && strstr(problem, cases[i].problem), "%s", problem);
        policy_values_free(values);
    }
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("block schedulers");
    TCase *tests = tcase_create("contract");
    tcase_add_loop_test(tests, every_policy, 0,
                        (int)(table_length(block_scheduler_table) * table_length(partition_table)));
    tcase_add_test(tests, given_orders);
    tcase_add_loop_test(tests, bad_given_orders, 0, G_N_ELEMENTS(bad_orders));
    tcase_add_test(tests, round_robin_goes_on);
    tcase_add_test(tests, choices);
    tcase_add_test(tests, broken_ones_are_found);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
