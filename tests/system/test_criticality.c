/* SPDX-License-Identifier: BSD-3-Clause */
/* Criticality predictors and who reads them: a warp scheduler from outside of the tree that picks
 * the warp with the highest score obeys the oracle's file, exactly and for every lookahead. */
#include "tests/system/folder.h"
#include "tests/system/result.h"
#include "tests/system/workloads.h"
#include <string.h>

enum { VECADD_BLOCKS = 40, VECADD_WARPS = 4 }; /* of n=5000, block=128 */

static char *folder;

static void setup(void)
{
    folder = folder_new();
}

static void teardown(void)
{
    folder_remove(folder);
}

/* A file with a line for each warp of vecadd, and its score by the warp's number in the grid. */
static char *scores_file(uint64_t (*score)(uint64_t number))
{
    g_autoptr(GString) text = g_string_new("# launch block warp score\n");
    for (uint64_t i = 0; i < VECADD_BLOCKS * VECADD_WARPS; i++)
        g_string_append_printf(
            text, "0 %" G_GUINT64_FORMAT " %" G_GUINT64_FORMAT " %" G_GUINT64_FORMAT "%s\n",
            i / VECADD_WARPS, i % VECADD_WARPS, score(i), i % VECADD_WARPS == 0 ? " critical" : "");
    return folder_write(folder, "scores", text->str, text->len);
}

/* Few SMs, so that each chooses among the warps of several blocks. */
static GPtrArray *vecadd(void)
{
    GPtrArray *command = command_for("workloads/examples/vecadd/vecadd.json");
    command_set_all(
        command, (const char *const[]){"scalars.n=5000", "scalars.block=128", "sm.count=2", NULL});
    return command;
}

static void add_plugin(GPtrArray *command, const char *name)
{
    command_add(command, "--plugin");
    command_add(command, "%s/%s.so", test_environment("SIMGPU_TEST_PLUGINS"), name);
}

static void add_policy(GPtrArray *command, const char *kind, const char *name)
{
    command_add(command, "--policy");
    command_add(command, "%s=%s", kind, name);
}

/* What the run comes to, under the oracle with these scores. Checks that no lookahead changes it.
 */
static char *run_by_scores(uint64_t (*score)(uint64_t number))
{
    g_autofree char *file = scores_file(score);
    g_autofree char *set = g_strdup_printf("criticality.file=%s", file);
    g_autoptr(GPtrArray) command = vecadd();
    add_plugin(command, "most_critical");
    add_policy(command, "warp_scheduler", "most_critical");
    add_policy(command, "criticality", "oracle");
    command_set_all(command, (const char *const[]){set, NULL});
    g_autoptr(JsonNode) wide = run_for_result(command, EXIT_DONE);
    command_set_all(command, (const char *const[]){"engine.lookahead=1", NULL});
    g_autoptr(JsonNode) narrow = run_for_result(command, EXIT_DONE);
    json_object_remove_member(json_node_get_object(wide), "policies");
    json_object_remove_member(json_node_get_object(narrow), "policies");
    char *expected = result_without_host(wide);
    g_autofree char *actual = result_without_host(narrow);
    assert_same_result(expected, actual, "lookahead");
    return expected;
}

static uint64_t by_age(uint64_t number)
{
    return UINT32_MAX - number;
}

static uint64_t by_youth(uint64_t number)
{
    return number;
}

static uint64_t same(uint64_t number)
{
    (void)number;
    return 7;
}

/* Blocks come to an SM in their order, so that scores by age are what `oldest` does, as are equal
 * ones; the other way round they are not. */
START_TEST(a_scheduler_obeys_the_oracle)
{
    g_autoptr(GPtrArray) command = vecadd();
    add_policy(command, "warp_scheduler", "oldest");
    g_autoptr(JsonNode) result = run_for_result(command, EXIT_DONE);
    json_object_remove_member(json_node_get_object(result), "policies");
    g_autofree char *oldest = result_without_host(result);
    g_autofree char *aged = run_by_scores(by_age);
    g_autofree char *equal = run_by_scores(same);
    g_autofree char *young = run_by_scores(by_youth);
    assert_same_result(oldest, aged, "by age");
    assert_same_result(oldest, equal, "equal scores");
    ck_assert_str_ne(oldest, young);
}
END_TEST

START_TEST(a_predictor_may_come_from_outside)
{
    g_autoptr(GPtrArray) command = vecadd();
    add_plugin(command, "most_critical");
    add_plugin(command, "fewest_issued");
    add_policy(command, "warp_scheduler", "most_critical");
    add_policy(command, "criticality", "fewest_issued");
    g_autoptr(JsonNode) wide = run_for_result(command, EXIT_DONE);
    ck_assert(result_flag(wide, "checks.0.passed"));
    command_set_all(command, (const char *const[]){"engine.lookahead=1", NULL});
    g_autoptr(JsonNode) narrow = run_for_result(command, EXIT_DONE);
    g_autofree char *expected = result_without_host(wide);
    g_autofree char *actual = result_without_host(narrow);
    assert_same_result(expected, actual, "lookahead");
}
END_TEST

/* Whom nobody reads changes nothing. */
START_TEST(a_predictor_alone_changes_nothing)
{
    g_autofree char *file = scores_file(by_youth);
    g_autofree char *set = g_strdup_printf("criticality.file=%s", file);
    g_autoptr(GPtrArray) without = vecadd(), with = vecadd();
    add_policy(with, "criticality", "oracle");
    command_set_all(with, (const char *const[]){set, NULL});
    g_autoptr(JsonNode) one = run_for_result(without, EXIT_DONE);
    g_autoptr(JsonNode) other = run_for_result(with, EXIT_DONE);
    json_object_remove_member(json_node_get_object(one), "policies");
    json_object_remove_member(json_node_get_object(other), "policies");
    g_autofree char *expected = result_without_host(one);
    g_autofree char *actual = result_without_host(other);
    assert_same_result(expected, actual, "oracle");
}
END_TEST

static const struct {
    const char *text, *error; /* NULL: no file */
} bad_files[] = {
    {NULL, "expected a file with the warps' scores"},
    {"0 0 0 1\n0 0 one 2\n", "scores:2: expected launch, block, warp, score"},
    {"0 0 1 1\n0 0 0 2\n", "scores:2: launch 0 block 0 warp 0 does not come after"},
};

START_TEST(bad_files_are_refused)
{
    g_autoptr(GPtrArray) command = vecadd();
    add_policy(command, "criticality", "oracle");
    if (bad_files[_i].text) {
        g_autofree char *file =
            folder_write(folder, "scores", bad_files[_i].text, strlen(bad_files[_i].text));
        g_autofree char *set = g_strdup_printf("criticality.file=%s", file);
        command_set_all(command, (const char *const[]){set, NULL});
    }
    auto_outcome outcome;
    command_run(command, &outcome);
    ck_assert_int_eq(outcome.exit_code, EXIT_BAD_INPUT);
    ck_assert_msg(strstr(outcome.err, bad_files[_i].error) != NULL, "%s", outcome.err);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("criticality");
    TCase *tests = tcase_create("criticality");
    tcase_add_checked_fixture(tests, setup, teardown);
    tcase_add_test(tests, a_scheduler_obeys_the_oracle);
    tcase_add_test(tests, a_predictor_may_come_from_outside);
    tcase_add_test(tests, a_predictor_alone_changes_nothing);
    tcase_add_loop_test(tests, bad_files_are_refused, 0, (int)G_N_ELEMENTS(bad_files));
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
