/* SPDX-License-Identifier: BSD-3-Clause */
/* What observers of locality tell sums to the units' own counters, on every workload, and changes
 * nothing else. (test_lookahead.c shows that it doesn't depend on the lookahead.) */
#include "tests/rigs/result.h"
#include "tests/rigs/traces.h"
#include "tests/rigs/workloads.h"
#include <string.h>

static const char *const observers[] = {"locality", "reuse", "sharing", "pattern"};

/* The numbers anywhere in a value. */
static uint64_t all_of(JsonNode *node)
{
    uint64_t sum = 0;
    if (JSON_NODE_HOLDS_VALUE(node)) {
        GType type = json_node_get_value_type(node);
        return type == G_TYPE_INT64 ? (uint64_t)json_node_get_int(node) : 0;
    }
    if (JSON_NODE_HOLDS_NULL(node))
        return 0;
    bool array = JSON_NODE_HOLDS_ARRAY(node);
    GList *values = array ? json_array_get_elements(json_node_get_array(node))
                          : json_object_get_values(json_node_get_object(node));
    for (GList *value = values; value; value = value->next)
        sum += all_of(value->data);
    g_list_free(values);
    return sum;
}

static uint64_t sum_at(JsonNode *root, const char *path)
{
    return all_of(result_at(root, path));
}

/* The numbers at a path in each kernel of an observer. */
static uint64_t of_kernels(JsonNode *root, const char *observer, const char *path)
{
    g_autofree char *kernels = g_strdup_printf("%s.kernels", observer);
    uint64_t sum = 0;
    for (unsigned i = 0; i < result_length(root, kernels); i++) {
        g_autofree char *here = g_strdup_printf("%s.%u.%s", kernels, i, path);
        sum += sum_at(root, here);
    }
    return sum;
}

static uint64_t sm(JsonNode *root, const char *counter)
{
    g_autofree char *path = g_strdup_printf("totals.sm.%s", counter);
    return result_number(root, path);
}

/* ---- sums ------------------------------------------------------------------------------------ */

static void check_l1(JsonNode *root)
{
    static const char *const counters[][2] = {
        {"l1d.accesses", "l1d_loads"},
        {"l1d.uncached", "l1d_uncached"},
        {"l1d.bypassed", "l1d_bypassed"},
        {"l1d.hits", "l1d_sector_hits"},
        {"l1d.merges", "l1d_sector_merges"},
        {"l1d.misses", "l1d_sector_misses"},
        {"texture.accesses", "texture_loads"},
        {"texture.hits", "texture_hits"},
        {"warp_instructions", "warp_instructions"},
        {"l1d.fetched", "l1d_sector_misses"},
        {"thread_instructions", "thread_instructions"},
    };
    for (unsigned i = 0; i < G_N_ELEMENTS(counters); i++)
        ck_assert_msg(of_kernels(root, "locality", counters[i][0]) == sm(root, counters[i][1]),
                      "%s is not %s", counters[i][0], counters[i][1]);
    ck_assert_uint_eq(of_kernels(root, "locality", "l1d.trips"),
                      of_kernels(root, "locality", "l1d.hits.intra_warp"));
}

/* What was looked up was found somewhere. */
static void check_found(JsonNode *root)
{
    static const char *const members[] = {"hits.intra_warp", "hits.inter_warp", "merges", "misses"};
    static const char *const founds[][5] = {
        {"l1_intra_warp"},
        {"l1_inter_warp"},
        {"l1_merges"},
        {"l2_intra_warp", "l2_inter_warp", "lost_intra_warp", "lost_inter_warp", "cold"}};
    for (unsigned m = 0; m < G_N_ELEMENTS(members); m++) {
        g_autofree char *l1d = g_strdup_printf("l1d.%s", members[m]);
        g_autofree char *texture = g_strdup_printf("texture.%s", members[m]);
        uint64_t sum = 0;
        for (unsigned i = 0; i < 5 && founds[m][i]; i++) {
            g_autofree char *found = g_strdup_printf("found.all.%s", founds[m][i]);
            sum += of_kernels(root, "locality", found);
        }
        ck_assert_uint_eq(sum, of_kernels(root, "locality", l1d) +
                                   of_kernels(root, "locality", texture));
    }
    ck_assert_uint_le(of_kernels(root, "locality", "found.until_first_warp"),
                      of_kernels(root, "locality", "found.all"));
}

/* The load instructions of a kernel sum to it. */
static void check_instructions(JsonNode *root)
{
    static const char *const members[] = {"accesses", "uncached", "bypassed", "hits",
                                          "merges",   "misses",   "trips",    "fetched"};
    for (unsigned k = 0; k < result_length(root, "locality.kernels"); k++)
        for (unsigned m = 0; m < G_N_ELEMENTS(members); m++) {
            g_autofree char *list = g_strdup_printf("locality.kernels.%u.load_instructions", k);
            g_autofree char *l1d = g_strdup_printf("locality.kernels.%u.l1d.%s", k, members[m]);
            g_autofree char *texture =
                g_strdup_printf("locality.kernels.%u.texture.%s", k, members[m]);
            uint64_t sum = 0;
            for (unsigned i = 0; i < result_length(root, list); i++) {
                g_autofree char *member = g_strdup_printf("%s.%u.%s", list, i, members[m]);
                sum += sum_at(root, member);
            }
            ck_assert_uint_eq(sum, sum_at(root, l1d) + sum_at(root, texture));
        }
}

static void check_l2(JsonNode *root)
{
    static const char *const requests[] = {"loads", "stores", "atomics", "code"};
    static const char *const outcomes[] = {"hits", "merges", "misses"};
    for (unsigned outcome = 0; outcome < 3; outcome++) {
        g_autofree char *counter = g_strdup_printf("totals.l2.access_%s", outcomes[outcome]);
        uint64_t sum = 0;
        for (unsigned request = 0; request < 4; request++) {
            g_autofree char *path =
                g_strdup_printf("l2.%s.%s", requests[request], outcomes[outcome]);
            sum += of_kernels(root, "locality", path);
        }
        ck_assert_uint_eq(sum, result_number(root, counter));
    }
    /* Whatever was found, somebody has brought it. */
    for (unsigned request = 0; request < 4; request++) {
        g_autofree char *path = g_strdup_printf("l2.%s.hits.nobody", requests[request]);
        ck_assert_uint_eq(of_kernels(root, "locality", path), 0);
    }
    ck_assert_uint_eq(of_kernels(root, "locality", "latency.loads.requests") +
                          of_kernels(root, "locality", "latency.atomics.requests") +
                          of_kernels(root, "locality", "latency.code.requests"),
                      sm(root, "read_replies") + sm(root, "atomic_replies") +
                          sm(root, "fetch_replies"));
}

static void check_dram(JsonNode *root)
{
    static const char *const rows[] = {"row_hits", "row_misses", "row_conflicts"};
    for (unsigned i = 0; i < 3; i++) {
        g_autofree char *reads = g_strdup_printf("dram_reads.%s", rows[i]);
        g_autofree char *writes = g_strdup_printf("locality.dram_write_backs.%s", rows[i]);
        g_autofree char *counter = g_strdup_printf("totals.dram.%s", rows[i]);
        ck_assert_uint_eq(of_kernels(root, "locality", reads) + result_number(root, writes),
                          result_number(root, counter));
    }
}

static void check_reuse_and_sharing(JsonNode *root)
{
    uint64_t cached = sm(root, "l1d_loads") - sm(root, "l1d_uncached");
    ck_assert_uint_eq(of_kernels(root, "reuse", "cold") + of_kernels(root, "reuse", "by_distance"),
                      cached);
    uint64_t inserted = 0;
    for (unsigned k = 0; k < result_length(root, "reuse.kernels"); k++) {
        g_autofree char *list = g_strdup_printf("reuse.kernels.%u.inserted_by", k);
        for (unsigned i = 0; i < result_length(root, list); i++) {
            g_autofree char *cold = g_strdup_printf("%s.%u.cold", list, i);
            g_autofree char *distances = g_strdup_printf("%s.%u.by_distance", list, i);
            inserted += result_number(root, cold) + sum_at(root, distances);
        }
    }
    ck_assert_uint_eq(inserted, cached);
    ck_assert_uint_eq(of_kernels(root, "sharing", "reads") +
                          of_kernels(root, "sharing", "local_reads"),
                      sm(root, "l1d_loads") + sm(root, "texture_loads"));
}

static void check_pattern(JsonNode *root)
{
    uint64_t threads = 0;
    for (unsigned lanes = 0; lanes <= 32; lanes++) {
        g_autofree char *path = g_strdup_printf("lanes.%u", lanes);
        threads += lanes * of_kernels(root, "pattern", path);
    }
    ck_assert_uint_eq(threads, sm(root, "thread_instructions"));
    ck_assert_uint_eq(of_kernels(root, "pattern", "lanes"), sm(root, "warp_instructions"));
    ck_assert_uint_eq(of_kernels(root, "pattern", "lane_buckets"), sm(root, "warp_instructions"));
    ck_assert_uint_ge(of_kernels(root, "pattern", "issue.warps"),
                      of_kernels(root, "pattern", "issue.at_first_end.sum"));
}

static void check_sums(JsonNode *root)
{
    check_l1(root);
    check_found(root);
    check_instructions(root);
    check_l2(root);
    check_dram(root);
    check_reuse_and_sharing(root);
    check_pattern(root);
}

/* ---- runs ------------------------------------------------------------------------------------ */

static void observe(GPtrArray *command)
{
    command_add(command, "--observe");
    command_add(command, "locality,reuse,sharing,pattern");
}

static void set(GPtrArray *command, const char *what)
{
    command_add(command, "--set");
    command_add(command, "%s", what);
}

/* Runs of gto: each workload once. */
static GPtrArray *command_of(int workload)
{
    return command_of_run(workload * SCHEDULERS + 1);
}

START_TEST(sums_and_nothing_else)
{
    g_autoptr(GPtrArray) command = command_of(_i);
    g_autoptr(JsonNode) plain = run_for_result(command, EXIT_DONE);
    observe(command);
    g_autoptr(JsonNode) observed = run_for_result(command, EXIT_DONE);
    check_sums(observed);
    for (unsigned i = 0; i < G_N_ELEMENTS(observers); i++)
        json_object_remove_member(json_node_get_object(observed), observers[i]);
    g_autofree char *without = result_without_host(plain);
    g_autofree char *rest = result_without_host(observed);
    assert_same_result(without, rest, workload_of_run(_i * SCHEDULERS)->file);
}
END_TEST

/* Loads that go around L1D, before and after the lookup; half of the workloads with sectors, stores
 * that allocate, and an L2 that fetches by sectors. */
START_TEST(sums_with_bypass)
{
    g_autoptr(GPtrArray) command = command_of(_i);
    command_add(command, "--policy");
    command_add(command, "l1_bypass=probability");
    set(command, _i % 2 ? "l1_bypass.at=lookup" : "l1_bypass.at=miss");
    if (_i % 4 < 2) {
        set(command, "sm.l1d.sector=32B");
        set(command, "sm.l1d.write=allocate");
        set(command, "l2.fetch=sector");
    }
    observe(command);
    g_autoptr(JsonNode) result = run_for_result(command, EXIT_DONE);
    check_sums(result);
}
END_TEST

/* On one platform with sectors, and one with lines. */
START_TEST(sums_of_traces)
{
    const char *platform = platform_of_trace_run(_i);
    if (!strstr(platform, "volta-qv100") && !strstr(platform, "fermi-gtx480"))
        return;
    g_autoptr(GPtrArray) command = command_of_trace_run(_i);
    observe(command);
    g_autoptr(JsonNode) result = run_for_result(command, EXIT_DONE);
    check_sums(result);
}
END_TEST

int main(void)
{
    traces_start();
    Suite *suite = suite_create("localities");
    TCase *cases = tcase_create("localities");
    tcase_set_timeout(cases, 100);
    tcase_add_loop_test(cases, sums_and_nothing_else, 0, n_small_workloads);
    tcase_add_loop_test(cases, sums_with_bypass, 0, n_small_workloads);
    tcase_add_loop_test(cases, sums_of_traces, 0, trace_runs());
    suite_add_tcase(suite, cases);
    int result = run_suite(suite);
    traces_finish();
    return result;
}
