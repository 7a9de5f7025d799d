/* SPDX-License-Identifier: BSD-3-Clause */
/* Criticality predictors and who reads them: a warp scheduler from outside of the tree that picks
 * the warp with the highest score obeys the oracle's file, exactly and for every lookahead. */
#include "tests/rigs/folder.h"
#include "tests/rigs/result.h"
#include "tests/rigs/workloads.h"
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

/* A small spmv, whose rows are of many lengths, with a small L1 of 4 ways. */
static GPtrArray *spmv(void)
{
    GPtrArray *command = command_for("workloads/examples/spmv/spmv.json");
    command_set_all(command, (const char *const[]){"scalars.rows=1024", "scalars.edges=8192",
                                                   "scalars.block=128", "sm.count=2", NULL});
    return command;
}

static uint64_t sum_of(JsonNode *result, const char *kind, const char *member)
{
    uint64_t sum = 0;
    for (unsigned sm = 0; sm < result_length(result, "policy.0.sms"); sm++) {
        g_autofree char *path = g_strdup_printf("policy.0.sms.%u.%s.%s", sm, kind, member);
        sum += result_number(result, path);
    }
    return sum;
}

/* The three parts by their names are the set, whatever the lookahead; one of them can be another.
 */
START_TEST(cawa_is_a_set)
{
    g_autoptr(GPtrArray) set = spmv(), parts = spmv(), other = spmv();
    add_policy(set, "set", "cawa");
    g_autoptr(JsonNode) wide = run_for_result(set, EXIT_DONE);
    ck_assert(result_flag(wide, "checks.0.passed"));
    ck_assert_uint_gt(sum_of(wide, "l1_replacement", "critical_insertions"), 0);
    ck_assert_uint_gt(sum_of(wide, "criticality", "slow_cycles"), 0);
    ck_assert_uint_eq(sum_of(wide, "criticality", "loads"),
                      result_number(wide, "totals.sm.l1d_loads"));
    add_policy(parts, "criticality", "cpl");
    add_policy(parts, "warp_scheduler", "gcaws");
    add_policy(parts, "l1_replacement", "cacp");
    command_set_all(parts, (const char *const[]){"engine.lookahead=1", NULL});
    g_autoptr(JsonNode) narrow = run_for_result(parts, EXIT_DONE);
    g_autofree char *expected = result_without_host(wide);
    g_autofree char *actual = result_without_host(narrow);
    assert_same_result(expected, actual, "lookahead");
    add_policy(other, "l1_replacement", "srrip");
    add_policy(other, "set", "cawa");
    g_autoptr(JsonNode) replaced = run_for_result(other, EXIT_DONE);
    ck_assert_str_eq(result_text(replaced, "policies.l1_replacement.name"), "srrip");
    ck_assert_str_eq(result_text(replaced, "policies.warp_scheduler.name"), "gcaws");
}
END_TEST

START_TEST(unknown_sets_are_refused)
{
    g_autoptr(GPtrArray) command = spmv();
    auto_outcome outcome;
    add_policy(command, "set", "cava");
    command_run(command, &outcome);
    ck_assert_int_eq(outcome.exit_code, EXIT_BAD_INPUT);
    ck_assert_msg(strstr(outcome.err, "no set of policies is called \"cava\"; known: cawa"), "%s",
                  outcome.err);
}
END_TEST

/* Times of a run under round robin make the oracle of CAWS, in all three forms. */
START_TEST(caws_knows_the_times)
{
    static const char *const forms[] = {"caws form=blk", "caws form=sm", "caws form=avg"};
    g_autofree char *file = g_build_filename(folder, "times", NULL);
    g_autofree char *oracle = g_strdup_printf("oracle file=%s", file), *text = NULL;
    g_autoptr(GPtrArray) measure = spmv();
    add_policy(measure, "warp_scheduler", "lrr");
    add_policy(measure, "criticality", "timed");
    command_add(measure, "--profile-out");
    command_add(measure, "%s", file);
    g_autoptr(JsonNode) measured = run_for_result(measure, EXIT_DONE);
    ck_assert(g_file_get_contents(file, &text, NULL, NULL));
    g_auto(GStrv) lines = g_strsplit(text, "\n", -1);
    ck_assert_uint_eq(g_strv_length(lines), result_number(measured, "totals.sm.warps") + 2);
    for (unsigned i = 0; i < G_N_ELEMENTS(forms); i++) {
        g_autoptr(GPtrArray) command = spmv();
        add_policy(command, "warp_scheduler", forms[i]);
        add_policy(command, "criticality", oracle);
        g_autoptr(JsonNode) wide = run_for_result(command, EXIT_DONE);
        ck_assert_uint_eq(sum_of(wide, "warp_scheduler", "blocks"), 8);
        command_set_all(command, (const char *const[]){"engine.lookahead=1", NULL});
        g_autoptr(JsonNode) narrow = run_for_result(command, EXIT_DONE);
        g_autofree char *expected = result_without_host(wide);
        g_autofree char *actual = result_without_host(narrow);
        assert_same_result(expected, actual, forms[i]);
    }
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
    tcase_add_test(tests, cawa_is_a_set);
    tcase_add_test(tests, unknown_sets_are_refused);
    tcase_add_test(tests, caws_knows_the_times);
    tcase_add_loop_test(tests, bad_files_are_refused, 0, (int)G_N_ELEMENTS(bad_files));
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
