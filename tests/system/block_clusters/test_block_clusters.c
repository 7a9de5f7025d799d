/* SPDX-License-Identifier: BSD-3-Clause */
/* Clusters of blocks on the H100: what blocks hand each other arrives, in clusters of all shapes,
 * at any lookahead and on any number of threads; the blocks of a cluster are on one GPC; a load
 * from another block takes what HPMLL has measured; and what can't be is refused, or named.
 *
 * Source: HPMLL/NVIDIA-Hopper-Benchmark: 181 cycles in a cluster of two, 203 to 213 in larger ones.
 */
#include "tests/rigs/folder.h"
#include "tests/rigs/result.h"
#include <string.h>

#define HERE   "tests/system/block_clusters/"
#define HOPPER "platforms/hopper-h100.xml"

static GPtrArray *command_on(const char *platform, const char *workload)
{
    GPtrArray *command = command_new();
    g_autofree char *file = source_path(platform), *load = source_path(workload);
    command_add(command, "%s", file);
    command_add(command, "%s", load);
    return command;
}

static void set(GPtrArray *command, const char *name, unsigned value)
{
    command_add(command, "--set");
    command_add(command, "scalars.%s=%u", name, value);
}

static const unsigned shapes[][2] = {{1, 1}, {2, 1}, {1, 2}, {4, 1}, {2, 2}, {8, 1}, {4, 4}};

static GPtrArray *ring(const unsigned shape[2])
{
    GPtrArray *command = command_on(HOPPER, HERE "ring.json");
    set(command, "y", 4);
    set(command, "cx", shape[0]);
    set(command, "cy", shape[1]);
    command_add(command, "--check");
    return command;
}

START_TEST(a_ring_is_right_and_adds_up)
{
    enum { BLOCKS = 128, WARPS = 2 };
    const unsigned blocks = shapes[_i][0] * shapes[_i][1];
    g_autoptr(GPtrArray) command = ring(shapes[_i]);
    g_autoptr(JsonNode) result = run_for_result(command, EXIT_DONE);
    const uint64_t requests = result_number(result, "totals.sm.remote_requests");
    ck_assert(result_flag(result, "complete"));
    ck_assert_uint_eq(result_number(result, "totals.sm.blocks"), BLOCKS);
    /* Two loads, a store and two atomics of each warp; a block by itself has its own memory. */
    ck_assert_uint_eq(requests, blocks > 1 ? 5 * WARPS * BLOCKS : 0);
    ck_assert_uint_eq(result_number(result, "totals.sm.remote_replies"), requests);
    ck_assert_uint_eq(result_number(result, "totals.sm.remote_served"), requests);
    g_autoptr(GPtrArray) computed = ring(shapes[_i]);
    command_add(computed, "--functional");
    g_autoptr(JsonNode) other = run_for_result(computed, EXIT_DONE);
    ck_assert_uint_eq(result_number(other, "totals.functional.blocks"), BLOCKS);
}
END_TEST

START_TEST(nothing_depends_on_the_host)
{
    static const char *const ways[][3] = {{"--set", "engine.lookahead=1"},
                                          {"--threads", "3"},
                                          {"--threads=2", "--set", "engine.lookahead=3"}};
    static const unsigned shape[2] = {8, 1};
    g_autoptr(GPtrArray) command = ring(shape);
    g_autoptr(JsonNode) result = run_for_result(command, EXIT_DONE);
    g_autofree char *expected = result_without_host(result);
    for (unsigned i = 0; i < G_N_ELEMENTS(ways); i++) {
        g_autoptr(GPtrArray) again = ring(shape);
        for (unsigned k = 0; k < G_N_ELEMENTS(ways[i]) && ways[i][k]; k++)
            command_add(again, "%s", ways[i][k]);
        g_autoptr(JsonNode) other = run_for_result(again, EXIT_DONE);
        g_autofree char *actual = result_without_host(other);
        assert_same_result(expected, actual, ways[i][0]);
    }
}
END_TEST

/* Where the blocks of one cluster are: the first SM and the last one that had a block, and how many
 * had one. */
static unsigned sms_of(unsigned blocks, unsigned *first, unsigned *last)
{
    enum { SMS = 114 };
    unsigned n = 0;
    g_autoptr(GPtrArray) command = command_on(HOPPER, HERE "latency.json");
    set(command, "blocks", blocks);
    set(command, "hops", 1);
    g_autoptr(JsonNode) result = run_for_result(command, EXIT_DONE);
    for (unsigned i = 0; i < SMS; i++) {
        g_autofree char *path = g_strdup_printf("per_sm.%u.blocks", i);
        if (result_number(result, path) == 0)
            continue;
        *first = n++ == 0 ? i : *first;
        *last = i;
    }
    return n;
}

/* 57 pairs of SMs on seven GPCs: six have eight pairs, the last one has nine. */
START_TEST(a_cluster_is_on_one_gpc)
{
    static const unsigned ends[] = {16, 32, 48, 64, 80, 96, 114};
    unsigned first = 0, last = 0, gpc = 0;
    ck_assert_uint_eq(sms_of(16, &first, &last), 16);
    while (first >= ends[gpc])
        gpc++;
    ck_assert_uint_lt(last, ends[gpc]);
    ck_assert_uint_eq(sms_of(2, &first, &last), 2);
    ck_assert_uint_eq(first % 2, 0);
    ck_assert_uint_eq(last, first + 1);
}
END_TEST

/* The trace has the clusters: its blocks wait for each other where the kernel's did. On a GPU
 * without clusters each block is by itself. */
START_TEST(a_trace_has_clusters)
{
    static const unsigned shape[2] = {2, 2};
    static const char *const formats[] = {"6", "tracez"};
    char *folder = folder_new();
    g_autofree char *list = g_build_filename(folder, "kernelslist.g", NULL);
    g_autoptr(GPtrArray) command = ring(shape);
    command_add(command, "--export-trace=%s", folder);
    command_add(command, "--export-format=%s", formats[_i]);
    g_autoptr(JsonNode) exported = run_for_result(command, EXIT_DONE);
    static const char *const platforms[] = {HOPPER, "platforms/ampere-a100.xml"};
    for (unsigned i = 0; i < G_N_ELEMENTS(platforms); i++) {
        g_autoptr(GPtrArray) again = command_new();
        g_autofree char *file = source_path(platforms[i]);
        command_add(again, "%s", file);
        command_add(again, "%s", list);
        g_autoptr(JsonNode) result = run_for_result(again, EXIT_DONE);
        ck_assert_uint_eq(result_number(result, "totals.sm.warp_instructions"),
                          result_number(exported, "totals.sm.warp_instructions"));
        ck_assert_uint_eq(result_number(result, "totals.sm.barriers"),
                          result_number(exported, "totals.sm.barriers"));
    }
    g_autofree char *text_file = g_build_filename(folder, "kernel-1.traceg", NULL);
    g_autofree char *text = NULL;
    if (g_file_get_contents(text_file, &text, NULL, NULL)) {
        ck_assert_ptr_nonnull(strstr(text, "-cluster dim = (2,2,1)\n"));
        ck_assert_ptr_nonnull(strstr(text, "thread block = 3,1,0\ncluster id = 1,0,0\n"
                                           "cluster cta = 1,1,0\ncluster rank = 3\n"));
    }
    folder_remove(folder);
}
END_TEST

/* With one request at a time, and a byte a cycle, all comes later. */
START_TEST(a_narrow_network_is_slow_and_right)
{
    static const unsigned shape[2] = {8, 1};
    uint64_t cycles[2];
    for (unsigned narrow = 0; narrow < 2; narrow++) {
        g_autoptr(GPtrArray) command = ring(shape);
        if (narrow)
            command_set_all(command, (const char *const[]){"sm.cluster.requests=1",
                                                           "sm.cluster.width=1B/cycle", NULL});
        g_autoptr(JsonNode) result = run_for_result(command, EXIT_DONE);
        ck_assert(result_flag(result, "complete"));
        cycles[narrow] = result_number(result, "totals.dispatcher.kernel_cycles");
    }
    ck_assert_uint_gt(cycles[1], cycles[0] + 1000);
}
END_TEST

static uint64_t cycles_of(unsigned blocks, unsigned to, unsigned hops)
{
    g_autoptr(GPtrArray) command = command_on(HOPPER, HERE "latency.json");
    set(command, "blocks", blocks);
    set(command, "to", to);
    set(command, "hops", hops);
    g_autoptr(JsonNode) result = run_for_result(command, EXIT_DONE);
    return result_number(result, "totals.dispatcher.kernel_cycles");
}

/* Of a dependent load: what more of them take, twice. */
static uint64_t latency(unsigned blocks, unsigned to)
{
    enum { HOPS = 64 };
    return (cycles_of(blocks, to, 2 * HOPS) - cycles_of(blocks, to, HOPS)) / (2 * HOPS);
}

START_TEST(a_load_takes_as_long_as_measured)
{
    uint64_t sum = 0;
    ck_assert_uint_eq(latency(2, 1), 181);
    for (unsigned to = 1; to < 4; to++)
        sum += latency(4, to);
    ck_assert_uint_ge(sum / 3, 200);
    ck_assert_uint_le(sum / 3, 213);
    ck_assert_uint_eq(latency(16, 9), 213);
    ck_assert_uint_lt(latency(2, 0), 35); /* its own shared memory */
}
END_TEST

/* Each row: a workload's text, in which K is the kernel and C the cluster; and how it ends. */
static const struct bad {
    const char *kernel, *platform, *cluster, *says;
    int exit_code;
    unsigned grid;
} bads[] = {
    {"stuck", "platforms/fermi-gtx480.xml", "[4]", "on a GPU that has no clusters", EXIT_BAD_INPUT,
     8},
    {"stuck", HOPPER, "[4]", "does not divide into clusters of 4 x 1 x 1", EXIT_BAD_INPUT, 6},
    {"stuck", HOPPER, "[8, 4]", "clusters of 32 blocks, the most is 16", EXIT_BAD_INPUT, 8},
    {"no_such_block", HOPPER, "[4]", "the cluster has no block of this rank", EXIT_BAD_INPUT, 8},
    {"too_late", HOPPER, "[2]", "block 1 of its cluster has ended", EXIT_BAD_INPUT, 8},
    {"twice", HOPPER, "[2]", "arrives twice at the cluster's barrier", EXIT_BAD_INPUT, 8},
    {"stuck", HOPPER, "[2]", "2 of 2 warps have arrived, block 0 of the cluster has not",
     EXIT_DEADLOCK, 8},
};

START_TEST(what_is_wrong_is_named)
{
    const struct bad *bad = &bads[_i];
    g_autofree char *code = source_path(HERE "clusters.ptx");
    g_autofree char *text = g_strdup_printf(
        "{\"name\": \"bad\", \"description\": \"b\", \"modules\": {\"c\": {\"ptx\": \"%s\"}},\n"
        " \"buffers\": {}, \"steps\": [{\"launch\": {\"kernel\": \"%s\", \"grid\": [%u],\n"
        " \"block\": [64], \"cluster\": %s, \"args\": []}}]}\n",
        code, bad->kernel, bad->grid, bad->cluster);
    g_autofree char *platform = source_path(bad->platform);
    char *folder = folder_new();
    g_autofree char *file = folder_write(folder, "bad.json", text, strlen(text));
    g_autoptr(GPtrArray) command = command_new();
    command_add(command, "%s", platform);
    command_add(command, "%s", file);
    auto_outcome outcome;
    command_run(command, &outcome);
    ck_assert_int_eq(outcome.exit_code, bad->exit_code);
    ck_assert_msg(strstr(outcome.err, bad->says) != NULL, "%s", outcome.err);
    folder_remove(folder);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("clusters of blocks");
    TCase *tests = tcase_create("clusters of blocks");
    tcase_add_loop_test(tests, a_ring_is_right_and_adds_up, 0, G_N_ELEMENTS(shapes));
    tcase_add_test(tests, nothing_depends_on_the_host);
    tcase_add_test(tests, a_cluster_is_on_one_gpc);
    tcase_add_loop_test(tests, a_trace_has_clusters, 0, 2);
    tcase_add_test(tests, a_narrow_network_is_slow_and_right);
    tcase_add_test(tests, a_load_takes_as_long_as_measured);
    tcase_add_loop_test(tests, what_is_wrong_is_named, 0, G_N_ELEMENTS(bads));
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
