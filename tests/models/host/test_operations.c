/* SPDX-License-Identifier: BSD-3-Clause */
/* Commands between issue and end: what waits for what, and the order in which they become ready. */
#include "models/host/operations.h"
#include <check.h>
#include <stdlib.h>

static struct operation *issue(struct operations *operations, uint32_t client, uint64_t id,
                               const uint64_t *after, unsigned n_after)
{
    const struct command command = {
        .kind = COMMAND_JOIN, .id = id, .after = after, .n_after = n_after};
    return operations_issue(operations, client, &command, 10 * id, 10 * id + 3);
}

static void run(struct operations *operations, struct operation *operation)
{
    operations_begin(operations, operation, 1000);
    operations_end(operations, operation);
}

/* The numbers of the ready operations, as text. */
static void expect_ready(const struct operations *operations, const char *expected)
{
    g_autoptr(GString) text = g_string_new(NULL);
    for (guint i = 0; i < operations->ready->len; i++) {
        const struct operation *operation = operations->ready->pdata[i];
        g_string_append_printf(text, "%u ", operation->number);
    }
    ck_assert_str_eq(text->str, expected);
}

START_TEST(what_waits_for_nothing_is_ready)
{
    struct operations operations;
    operations_init(&operations);
    ck_assert_uint_eq(operations_left(&operations), 0);
    struct operation *first = issue(&operations, 0, 7, NULL, 0);
    issue(&operations, 0, 3, NULL, 0);
    expect_ready(&operations, "0 1 ");
    ck_assert_uint_eq(first->number, 0);
    ck_assert_uint_eq(first->client, 0);
    ck_assert_uint_eq(first->command.id, 7);
    ck_assert_uint_eq(first->issued, 70);
    ck_assert_uint_eq(first->prepared, 73);
    ck_assert_uint_eq(first->begun, SIM_TIME_NEVER);
    ck_assert_ptr_eq(operations_find(&operations, 0, 7), first);
    ck_assert_uint_eq(operations_left(&operations), 2);
    operations_begin(&operations, first, 99);
    ck_assert_uint_eq(first->begun, 99);
    expect_ready(&operations, "1 ");
    ck_assert_uint_eq(operations_left(&operations), 2);
    operations_end(&operations, first);
    ck_assert_ptr_null(operations_find(&operations, 0, 7));
    ck_assert_uint_eq(operations_left(&operations), 1);
    operations_finish(&operations);
}
END_TEST

/* 0 <- 2, 1 <- 2, 2 <- 3: a command waits for the last of several. */
START_TEST(the_last_of_those_before_counts)
{
    struct operations operations;
    const uint64_t both[] = {1, 2}, third[] = {3};
    operations_init(&operations);
    struct operation *a = issue(&operations, 0, 1, NULL, 0);
    struct operation *b = issue(&operations, 0, 2, NULL, 0);
    struct operation *c = issue(&operations, 0, 3, both, 2);
    struct operation *d = issue(&operations, 0, 4, third, 1);
    expect_ready(&operations, "0 1 ");
    ck_assert_uint_eq(c->n_waiting, 2);
    run(&operations, b);
    expect_ready(&operations, "0 ");
    run(&operations, a);
    expect_ready(&operations, "2 ");
    run(&operations, c);
    expect_ready(&operations, "3 ");
    run(&operations, d);
    ck_assert_uint_eq(operations_left(&operations), 0);
    operations_finish(&operations);
}
END_TEST

/* Ids that have ended, never were, or are named twice. */
START_TEST(ended_unknown_and_repeated_ids_are_fine)
{
    struct operations operations;
    const uint64_t after[] = {1, 0, 1234, 2, 2};
    operations_init(&operations);
    run(&operations, issue(&operations, 0, 1, NULL, 0));
    struct operation *b = issue(&operations, 0, 2, NULL, 0);
    issue(&operations, 0, 3, after, 5);
    expect_ready(&operations, "1 ");
    run(&operations, b);
    expect_ready(&operations, "2 ");
    operations_finish(&operations);
}
END_TEST

/* What becomes ready late takes its place by number, before later ones that were ready first. */
START_TEST(ready_ones_are_in_order_of_issue)
{
    struct operations operations;
    const uint64_t first[] = {1}, sixth[] = {6};
    operations_init(&operations);
    struct operation *a = issue(&operations, 0, 1, NULL, 0); /* number 0 */
    issue(&operations, 0, 2, first, 1);
    issue(&operations, 0, 3, NULL, 0);
    issue(&operations, 0, 4, first, 1);
    issue(&operations, 0, 5, NULL, 0);
    struct operation *f = issue(&operations, 0, 6, NULL, 0);
    issue(&operations, 0, 7, sixth, 1);
    expect_ready(&operations, "0 2 4 5 ");
    run(&operations, f);
    expect_ready(&operations, "0 2 4 6 ");
    run(&operations, a);
    expect_ready(&operations, "1 2 3 4 6 ");
    operations_finish(&operations);
}
END_TEST

/* Clients number their commands on their own. */
START_TEST(clients_do_not_meet)
{
    struct operations operations;
    const uint64_t one[] = {1};
    operations_init(&operations);
    struct operation *a = issue(&operations, 0, 1, NULL, 0);
    struct operation *b = issue(&operations, 1, 1, NULL, 0);
    struct operation *c = issue(&operations, 1, 2, one, 1);
    ck_assert_ptr_eq(operations_find(&operations, 0, 1), a);
    ck_assert_ptr_eq(operations_find(&operations, 1, 1), b);
    ck_assert_ptr_null(operations_find(&operations, 0, 2));
    ck_assert_ptr_null(operations_find(&operations, 2, 1));
    run(&operations, a);
    expect_ready(&operations, "1 "); /* client 1's own command 1 has not ended */
    run(&operations, b);
    expect_ready(&operations, "2 ");
    ck_assert_uint_eq(c->number, 2);
    operations_finish(&operations);
}
END_TEST

/* A chain of 1,000, each after the one before it, and ends in between. */
START_TEST(a_long_chain)
{
    struct operations operations;
    operations_init(&operations);
    for (uint64_t id = 1; id <= 1000; id++) {
        uint64_t before = id - 1;
        issue(&operations, 0, id, &before, 1);
    }
    ck_assert_uint_eq(operations_left(&operations), 1000);
    for (unsigned i = 0; i < 1000; i++) {
        ck_assert_uint_eq(operations.ready->len, 1);
        struct operation *operation = operations.ready->pdata[0];
        ck_assert_uint_eq(operation->number, i);
        run(&operations, operation);
    }
    ck_assert_uint_eq(operations_left(&operations), 0);
    operations_finish(&operations);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("operations");
    TCase *tcase = tcase_create("operations");
    tcase_add_test(tcase, what_waits_for_nothing_is_ready);
    tcase_add_test(tcase, the_last_of_those_before_counts);
    tcase_add_test(tcase, ended_unknown_and_repeated_ids_are_fine);
    tcase_add_test(tcase, ready_ones_are_in_order_of_issue);
    tcase_add_test(tcase, clients_do_not_meet);
    tcase_add_test(tcase, a_long_chain);
    suite_add_tcase(suite, tcase);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed != 0;
}
