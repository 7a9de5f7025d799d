/* SPDX-License-Identifier: BSD-3-Clause */
/* What a warp scheduler reports, and words between SMs: iPAWS, whose first SM decides for all. */
#include "tests/system/result.h"

static const struct {
    const char *scheduler, *workload;
    const char *sets[4];
} runs[] = {
    {"ipaws",
     "workloads/spmv/spmv.json",
     {"scalars.rows=1024", "scalars.edges=6000", "scalars.block=64", NULL}},
    {"ipaws",
     "workloads/kmeans/kmeans.json",
     {"scalars.n=1000", "scalars.clusters=2", "scalars.block=64", NULL}},
    {"ipaws_ccws",
     "workloads/spmv/spmv.json",
     {"scalars.rows=1024", "scalars.edges=6000", "scalars.block=64", NULL}},
    {"ipaws_mascar",
     "workloads/spmv/spmv.json",
     {"scalars.rows=1024", "scalars.edges=6000", "scalars.block=64", NULL}},
};

static GPtrArray *command_of(int run)
{
    GPtrArray *command = command_for(runs[run].workload);
    command_set_all(command, runs[run].sets);
    command_add(command, "--scheduler");
    command_add(command, "%s", runs[run].scheduler);
    return command;
}

static uint64_t number_of(JsonNode *root, unsigned sm, const char *name)
{
    g_autofree char *path = g_strdup_printf("policy.0.sms.%u.%s", sm, name);
    return result_number(root, path);
}

START_TEST(all_sms_take_the_first_decision)
{
    g_autoptr(GPtrArray) command = command_of(_i);
    g_autoptr(JsonNode) root = run_for_result(command, EXIT_DONE);
    unsigned first = 0, n = result_length(root, "policy.0.sms");
    ck_assert_uint_eq(n, 15);
    for (unsigned i = 1; i < n; i++)
        if (number_of(root, i, "decided_cycle") < number_of(root, first, "decided_cycle"))
            first = i;
    ck_assert_uint_eq(number_of(root, first, "decided_here"), 1);
    g_autofree char *scores = g_strdup_printf("policy.0.sms.%u.scores", first);
    ck_assert_uint_eq(result_length(root, scores), number_of(root, first, "counters"));
    uint64_t sum = number_of(root, first, "score_sum");
    bool fair = sum > number_of(root, first, "score_threshold");
    for (unsigned i = 0; i < n; i++) {
        ck_assert_uint_eq(number_of(root, i, "sm"), i);
        ck_assert_uint_eq(number_of(root, i, "decision"), fair ? 2 : 1);
        ck_assert_uint_gt(number_of(root, i, "decided_cycle"), number_of(root, i, "started_cycle"));
    }
}
END_TEST

START_TEST(others_have_nothing_to_tell)
{
    g_autoptr(GPtrArray) command = command_for("workloads/vecadd/vecadd.json");
    command_set_all(command, (const char *const[]){"scalars.n=500", NULL});
    g_autoptr(JsonNode) root = run_for_result(command, EXIT_DONE);
    ck_assert(!json_object_has_member(json_node_get_object(root), "policy"));
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("what policies report");
    TCase *tests = tcase_create("iPAWS");
    tcase_set_timeout(tests, 100);
    tcase_add_loop_test(tests, all_sms_take_the_first_decision, 0, (int)G_N_ELEMENTS(runs));
    tcase_add_test(tests, others_have_nothing_to_tell);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
