/* SPDX-License-Identifier: BSD-3-Clause */
/* Every replacement policy that there is, in L1 and in L2 banks: two workloads run to their end
 * with right results, and the same bytes when actors run one cycle ahead only. Caches are small, so
 * that lines must go: L1 once evicts on stores and reserves lines on a miss, once takes lines for
 * stores and on fills, by sectors. */
#include "policies/replacement/replacement.h"
#include "policies/tables.h"
#include "tests/rigs/result.h"
#include "tests/rigs/workloads.h"

static const char *const spmv[] = {"scalars.rows=256",
                                   "scalars.edges=2000",
                                   "scalars.block=64",
                                   "sm.count=2",
                                   "sm.l1d.size=4KiB",
                                   "l2.size=2KiB",
                                   NULL};

static const char *const kmeans[] = {"scalars.n=100",
                                     "scalars.clusters=2",
                                     "scalars.block=64",
                                     "sm.count=2",
                                     "sm.l1d.size=4KiB",
                                     "sm.l1d.write=allocate",
                                     "sm.l1d.allocate=fill",
                                     "sm.l1d.sector=32B",
                                     "sm.l1d.set_index=xor",
                                     "l2.size=2KiB",
                                     NULL};

static const struct {
    const char *file;
    const char *const *sets;
} runs[] = {{"workloads/examples/spmv/spmv.json", spmv},
            {"workloads/examples/kmeans/kmeans.json", kmeans}};

static JsonNode *result_of(GPtrArray *command)
{
    JsonNode *result = run_for_result(command, EXIT_DONE);
    ck_assert_str_eq(result_text(result, "end"), "done");
    ck_assert(result_flag(result, "complete"));
    ck_assert_uint_eq(result_length(result, "checks"), 1);
    ck_assert(result_flag(result, "checks.0.passed"));
    return result;
}

/* policy: NULL for what the platform chooses. One for L1 alone gets a predictor of critical warps.
 */
static GPtrArray *command_with(size_t run, const struct policy_head *policy)
{
    bool l1_only = policy && ((const struct replacement_ops *)policy)->l1_only;
    GPtrArray *command = command_for(runs[run].file);
    command_set_all(command, runs[run].sets);
    for (unsigned level = 1; policy && level <= (l1_only ? 1 : 2); level++) {
        command_add(command, "--policy");
        command_add(command, "l%u_replacement=%s", level, policy->name);
    }
    if (l1_only) {
        command_add(command, "--policy");
        command_add(command, "criticality=cpl");
    }
    return command;
}

START_TEST(every_policy_runs)
{
    const struct policy_head *policy = replacement_table[_i];
    for (size_t run = 0; run < G_N_ELEMENTS(runs); run++) {
        g_autofree char *what = g_strdup_printf("%s, %s", policy->name, runs[run].file);
        g_autoptr(GPtrArray) command = command_with(run, policy);
        g_autoptr(JsonNode) first = result_of(command);
        command_set_all(command, (const char *const[]){"engine.lookahead=1", NULL});
        g_autoptr(JsonNode) second = result_of(command);
        g_autofree char *expected = result_without_host(first), *actual = NULL;
        actual = result_without_host(second);
        assert_same_result(expected, actual, what);
    }
}
END_TEST

/* They do decide something: not two of them make L1 and L2 miss alike. Least recently used is what
 * platforms choose. */
START_TEST(policies_differ)
{
    enum { MOST = 64 };
    uint64_t missed[MOST];
    unsigned n = 0;
    for (; replacement_table[n] && n < MOST; n++) {
        g_autoptr(GPtrArray) command = command_with(0, replacement_table[n]);
        g_autoptr(JsonNode) result = result_of(command);
        missed[n] = result_sum(result, "per_sm", "l1d_misses") * 1000000 +
                    result_number(result, "kernels.0.counters.l2.access_misses");
        for (unsigned other = 0; other < n; other++)
            ck_assert_msg(missed[other] != missed[n], "%s and %s", replacement_table[other]->name,
                          replacement_table[n]->name);
    }
    g_autoptr(GPtrArray) command = command_with(0, NULL);
    g_autoptr(JsonNode) result = result_of(command);
    ck_assert_str_eq(replacement_table[0]->name, "lru");
    ck_assert_uint_eq(missed[0], result_sum(result, "per_sm", "l1d_misses") * 1000000 +
                                     result_number(result, "kernels.0.counters.l2.access_misses"));
}
END_TEST

int main(void)
{
    int n = 0;
    while (replacement_table[n])
        n++;
    Suite *suite = suite_create("replacement runs");
    TCase *tests = tcase_create("every policy");
    tcase_set_timeout(tests, 60);
    tcase_add_loop_test(tests, every_policy_runs, 0, n);
    tcase_add_test(tests, policies_differ);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
