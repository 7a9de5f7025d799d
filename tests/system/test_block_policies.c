/* SPDX-License-Identifier: BSD-3-Clause */
/* Two kernels at a time, from traces on two streams, under every block scheduler and every
 * partition: all blocks run and are counted, and with the same bytes when actors run one cycle
 * ahead only. Few SMs, so that the kernels meet. */
#include "policies/tables.h"
#include "tests/rigs/folder.h"
#include "tests/rigs/result.h"
#include "tests/rigs/traces.h"
#include <string.h>

static char *folder, *list;

/* 60 blocks that stream, and 40 that compute. */
static void set_up(void)
{
    g_autofree char *vecadd = trace_of(
        "vecadd", (const char *const[]){"blocks=60", "warps=4", "iters=1", "stream=1", NULL});
    g_autofree char *ffma = trace_of(
        "ffma", (const char *const[]){"blocks=40", "warps=3", "iters=1", "stream=2", NULL});
    g_autofree char *first = g_path_get_dirname(vecadd);
    g_autofree char *second = g_path_get_dirname(ffma);
    g_autofree char *text =
        g_strdup_printf("%s/kernel-1.traceg\n%s/kernel-1.traceg\n", first, second);
    folder = folder_new();
    list = folder_write(folder, "kernelslist.g", text, strlen(text));
}

static void tear_down(void)
{
    g_free(list);
    folder_remove(folder);
}

static GPtrArray *command_with(const char *scheduler, const char *partition)
{
    GPtrArray *command = command_for(list);
    command_add(command, "--policy");
    command_add(command, "block_scheduler=%s", scheduler);
    command_add(command, "--policy");
    command_add(command, "partition=%s", partition);
    command_set_all(command, (const char *const[]){"sm.count=3", NULL});
    return command;
}

static char *result_of(GPtrArray *command)
{
    g_autoptr(JsonNode) result = run_for_result(command, EXIT_DONE);
    ck_assert_uint_eq(result_length(result, "kernels"), 2);
    ck_assert_uint_eq(result_number(result, "totals.sm.blocks"), 100);
    ck_assert_uint_eq(result_number(result, "totals.sm.warps"), 60 * 4 + 40 * 3);
    assert_slots_are_accounted(result);
    assert_kernels_add_up(result);
    return result_without_host(result);
}

/* The result, which must be the same with a short lookahead. g_free. */
static char *check(GPtrArray *command, const char *what)
{
    char *expected = result_of(command);
    command_set_all(command, (const char *const[]){"engine.lookahead=1", NULL});
    g_autofree char *actual = result_of(command);
    assert_same_result(expected, actual, what);
    return expected;
}

static unsigned table_length(const struct policy_head *const *table)
{
    unsigned n = 0;
    while (table[n])
        n++;
    return n;
}

/* Each block scheduler with blocks of both kernels on each SM, and each partition with round robin:
 * the contracts' tests go through all pairs. */
START_TEST(every_policy)
{
    int schedulers = (int)table_length(block_scheduler_table);
    const char *scheduler = block_scheduler_table[_i < schedulers ? _i : 0]->name;
    const char *partition =
        _i < schedulers ? "even_within" : partition_table[_i - schedulers]->name;
    g_autofree char *what = g_strdup_printf("%s, %s", scheduler, partition);
    g_autoptr(GPtrArray) command = command_with(scheduler, partition);
    g_free(check(command, what));
}
END_TEST

/* Blocks of a trace backwards, some with an SM; with quotas that let both kernels run. */
START_TEST(any_order_with_quotas)
{
    g_autoptr(GString) order = g_string_new("# backwards\n");
    for (int block = 59; block >= 0; block--)
        g_string_append_printf(order, block % 4 == 0 ? "%d %d\n" : "%d\n", block, block % 3);
    g_autofree char *path = folder_write(folder, "order.txt", order->str, order->len);
    g_autofree char *set = g_strdup_printf("block_scheduler.file=%s", path);
    g_autoptr(GPtrArray) command = command_with("given", "fixed");
    command_set_all(command, (const char *const[]){set, "partition.q0=2", "partition.q1=3", NULL});
    g_autofree char *backwards = check(command, "given, fixed");
    g_autoptr(GPtrArray) plain = command_with("round_robin", "left_over");
    g_autofree char *forwards = result_of(plain);
    ck_assert_str_ne(backwards, forwards);
}
END_TEST

/* It measures within the two kernels' time, and then slices: other bytes than SMs of their own. */
START_TEST(warped_slicer_slices)
{
    g_autoptr(GPtrArray) command = command_with("round_robin", "warped_slicer");
    command_set_all(command,
                    (const char *const[]){"partition.warm_up=500", "partition.sample=500", NULL});
    g_autofree char *sliced = check(command, "warped_slicer");
    command_set_all(command, (const char *const[]){"partition.loss=0", NULL});
    g_autofree char *apart = result_of(command);
    ck_assert_str_ne(sliced, apart);
}
END_TEST

/* A platform's files are beside it; the command line's are where one stands. */
START_TEST(files_are_beside_what_names_them)
{
    g_autofree char *base = source_path(FERMI);
    g_autofree char *text = g_strdup_printf(
        "<?xml version=\"1.0\"?>\n<!DOCTYPE platform SYSTEM \"https://simgrid.org/simgrid.dtd\">\n"
        "<platform version=\"4.1\"><zone id=\"system\" routing=\"Full\">"
        "<prop id=\"based_on\" value=\"%s\"/>"
        "<prop id=\"front.block_scheduler\" value=\"given file=own.txt\"/></zone></platform>",
        base);
    g_autofree char *platform = folder_write(folder, "own.xml", text, strlen(text));
    g_free(folder_write(folder, "own.txt", "1 99\n", 5));
    g_autoptr(GPtrArray) command = command_new();
    command_add(command, "%s", platform);
    command_add(command, "%s", list);
    command_set_all(command, (const char *const[]){"sm.count=3", NULL});
    auto_outcome outcome, other;
    command_run(command, &outcome);
    ck_assert_msg(strstr(outcome.err, "it chose SM 99 for block 1") != NULL, "%s", outcome.err);
    command_set_all(command, (const char *const[]){"block_scheduler.file=own.txt", NULL});
    command_run(command, &other);
    ck_assert_int_eq(other.exit_code, EXIT_BAD_INPUT);
    ck_assert_msg(g_str_has_prefix(other.err, "simgpu: own.txt: "), "%s", other.err);
}
END_TEST

START_TEST(bad_orders_are_named)
{
    g_autofree char *path = folder_write(folder, "order.txt", "1\n2 x\n", 6);
    g_autofree char *set = g_strdup_printf("block_scheduler.file=%s", path);
    g_autoptr(GPtrArray) command = command_with("given", "left_over");
    command_set_all(command, (const char *const[]){set, NULL});
    auto_outcome outcome;
    command_run(command, &outcome);
    ck_assert_int_eq(outcome.exit_code, EXIT_BAD_INPUT);
    ck_assert_msg(strstr(outcome.err, "order.txt:2: expected a block's number") != NULL, "%s",
                  outcome.err);
}
END_TEST

/* An SM that there isn't is found when its turn comes. */
START_TEST(wrong_choices_are_laid_at_the_policys_door)
{
    g_autofree char *path = folder_write(folder, "order.txt", "1 99\n", 5);
    g_autofree char *set = g_strdup_printf("block_scheduler.file=%s", path);
    g_autoptr(GPtrArray) command = command_with("given", "left_over");
    command_set_all(command, (const char *const[]){set, NULL});
    auto_outcome outcome;
    command_run(command, &outcome);
    ck_assert_int_eq(outcome.exit_code, EXIT_BAD_INPUT);
    ck_assert_msg(
        strstr(outcome.err,
               "block scheduler given: it chose SM 99 for block 1 of launch 0, but there are 3") !=
            NULL,
        "%s", outcome.err);
}
END_TEST

int main(void)
{
    traces_start();
    Suite *suite = suite_create("block policies");
    TCase *tests = tcase_create("two kernels");
    tcase_add_checked_fixture(tests, set_up, tear_down);
    tcase_add_loop_test(tests, every_policy, 0,
                        (int)(table_length(block_scheduler_table) + table_length(partition_table)));
    tcase_add_test(tests, any_order_with_quotas);
    tcase_add_test(tests, warped_slicer_slices);
    tcase_add_test(tests, files_are_beside_what_names_them);
    tcase_add_test(tests, bad_orders_are_named);
    tcase_add_test(tests, wrong_choices_are_laid_at_the_policys_door);
    tcase_set_timeout(tests, 60);
    suite_add_tcase(suite, tests);
    int result = run_suite(suite);
    traces_finish();
    return result;
}
