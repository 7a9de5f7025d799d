/* SPDX-License-Identifier: BSD-3-Clause */
/* What a warp scheduler reports, and words between SMs: iPAWS, whose first SM decides for all; and
 * Adapt_local, whom replies tell what loads found in L2. */
#include "tests/rigs/result.h"

static const struct {
    const char *scheduler, *workload;
    const char *sets[4];
} runs[] = {
    {"ipaws",
     "workloads/examples/spmv/spmv.json",
     {"scalars.rows=1024", "scalars.edges=6000", "scalars.block=64", NULL}},
    {"ipaws",
     "workloads/examples/kmeans/kmeans.json",
     {"scalars.n=1000", "scalars.clusters=2", "scalars.block=64", NULL}},
    {"adapt_local",
     "workloads/examples/spmv/spmv.json",
     {"scalars.rows=1024", "scalars.edges=6000", "warp_scheduler.period=300", NULL}},
    {"adapt_local",
     "workloads/examples/kmeans/kmeans.json",
     {"scalars.n=1000", "scalars.clusters=2", "warp_scheduler.period=300", NULL}},
    {"adapt_local", "workloads/examples/matmul/matmul.json", {"warp_scheduler.period=300", NULL}},
};

enum { ADAPT_LOCAL = 2 /* the first run of it */ };

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
    g_autofree char *path = g_strdup_printf("policy.0.sms.%u.warp_scheduler.%s", sm, name);
    return result_number(root, path);
}

START_TEST(all_sms_take_the_first_decision)
{
    g_autoptr(GPtrArray) command = command_of(_i);
    g_autoptr(JsonNode) root = run_for_result(command, EXIT_DONE);
    command_set_all(command, (const char *const[]){"engine.lookahead=1", NULL});
    g_autoptr(JsonNode) slow = run_for_result(command, EXIT_DONE);
    unsigned first = 0, n = result_length(root, "policy.0.sms");
    ck_assert_uint_eq(n, 15);
    for (unsigned i = 1; i < n; i++)
        if (number_of(root, i, "decided_cycle") < number_of(root, first, "decided_cycle"))
            first = i;
    ck_assert_uint_eq(number_of(root, first, "decided_here"), 1);
    g_autofree char *scores = g_strdup_printf("policy.0.sms.%u.warp_scheduler.scores", first);
    ck_assert_uint_eq(result_length(root, scores), number_of(root, first, "counters"));
    uint64_t sum = number_of(root, first, "score_sum");
    bool fair = sum > number_of(root, first, "score_threshold");
    for (unsigned i = 0; i < n; i++) {
        g_autofree char *sm = g_strdup_printf("policy.0.sms.%u.sm", i);
        ck_assert_uint_eq(result_number(root, sm), i);
        ck_assert_uint_eq(number_of(root, i, "decision"), fair ? 2 : 1);
        ck_assert_uint_gt(number_of(root, i, "decided_cycle"), number_of(root, i, "started_cycle"));
        ck_assert_uint_eq(number_of(slow, i, "decided_cycle"), number_of(root, i, "decided_cycle"));
    }
}
END_TEST

/* Of all SMs of the first launch. */
static uint64_t sum_of(JsonNode *root, const char *name)
{
    uint64_t sum = 0;
    for (unsigned i = 0; i < result_length(root, "policy.0.sms"); i++)
        sum += number_of(root, i, name);
    return sum;
}

/* Observers follow requests by their tags, in which there is now whose they are. */
START_TEST(adapt_local_counts_what_there_is)
{
    g_autoptr(GPtrArray) command = command_of(_i);
    g_autoptr(JsonNode) root = run_for_result(command, EXIT_DONE);
    command_add(command, "--observe");
    command_add(command, "locality,latency");
    g_autoptr(JsonNode) observed = run_for_result(command, EXIT_DONE);
    command_set_all(command, (const char *const[]){"engine.lookahead=1", NULL});
    g_autoptr(JsonNode) slow = run_for_result(command, EXIT_DONE);
    static const char *const l1[] = {"l1_intra_hits", "l1_inter_hits"};
    static const char *const l2[] = {"l2_intra_hits", "l2_inter_hits", "l2_other_sm_hits"};
    uint64_t in_l1 = 0, in_l2 = 0;
    for (unsigned i = 0; i < G_N_ELEMENTS(l1); i++)
        in_l1 += sum_of(root, l1[i]);
    for (unsigned i = 0; i < G_N_ELEMENTS(l2); i++)
        in_l2 += sum_of(root, l2[i]);
    /* A miss leaves its line to its warp, which owns it at each hit, and at merges. */
    ck_assert_uint_eq(in_l1, result_number(root, "totals.sm.l1d_hits") +
                                 result_number(root, "totals.sm.l1d_merges"));
    ck_assert_uint_gt(in_l2, 0);
    ck_assert_uint_le(in_l2, result_number(root, "totals.l2.hits") +
                                 result_number(root, "totals.l2.merges"));
    ck_assert_uint_gt(sum_of(root, "fair_periods"), 0);
    ck_assert_uint_gt(sum_of(root, "greedy_periods"), 0);
    ck_assert_uint_eq(result_number(root, "elapsed_cycles"),
                      result_number(observed, "elapsed_cycles"));
    ck_assert_uint_eq(sum_of(observed, "l2_other_sm_hits"), sum_of(root, "l2_other_sm_hits"));
    ck_assert_uint_eq(result_number(root, "elapsed_cycles"), result_number(slow, "elapsed_cycles"));
    ck_assert_uint_eq(sum_of(slow, "l2_other_sm_hits"), sum_of(root, "l2_other_sm_hits"));
    ck_assert_uint_eq(sum_of(slow, "turns"), sum_of(root, "turns"));
}
END_TEST

START_TEST(others_have_nothing_to_tell)
{
    g_autoptr(GPtrArray) command = command_for("workloads/examples/vecadd/vecadd.json");
    command_set_all(command, (const char *const[]){"scalars.n=500", NULL});
    g_autoptr(JsonNode) root = run_for_result(command, EXIT_DONE);
    ck_assert(!json_object_has_member(json_node_get_object(root), "policy"));
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("what policies report");
    TCase *tests = tcase_create("policies");
    tcase_set_timeout(tests, 100);
    tcase_add_loop_test(tests, all_sms_take_the_first_decision, 0, ADAPT_LOCAL);
    tcase_add_loop_test(tests, adapt_local_counts_what_there_is, ADAPT_LOCAL,
                        (int)G_N_ELEMENTS(runs));
    tcase_add_test(tests, others_have_nothing_to_tell);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
