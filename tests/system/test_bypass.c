/* SPDX-License-Identifier: BSD-3-Clause */
/* Loads that go around L1D, by policy or because there is none: results are right, and the same for
 * every lookahead; a GPU all of whose loads bypass is one without L1D; what is told of it adds up.
 */
#include "policies/tables.h"
#include "tests/rigs/result.h"
#include "tests/rigs/workloads.h"
#include <string.h>

#define SETS(...)                                                                                  \
    (const char *const[])                                                                          \
    {                                                                                              \
        __VA_ARGS__, NULL                                                                          \
    }

static const char *const platforms[] = {"platforms/fermi-gtx480.xml", "platforms/pascal-titanx.xml",
                                        "platforms/volta-titanv.xml"};

static GPtrArray *command_of(const char *platform, const struct small_workload *workload)
{
    GPtrArray *command = command_new();
    g_autofree char *platform_path = source_path(platform);
    g_autofree char *workload_path = source_path(workload->file);
    command_add(command, "%s", platform_path);
    command_add(command, "%s", workload_path);
    command_set_all(command, workload->sets);
    return command;
}

static const struct small_workload *workload_named(const char *file)
{
    for (int i = 0; i < n_small_workloads; i++)
        if (g_str_equal(small_workloads[i].file, file))
            return &small_workloads[i];
    ck_abort_msg("no workload %s", file);
}

static void choose(GPtrArray *command, const char *policy)
{
    command_add(command, "--policy");
    command_add(command, "l1_bypass=%s", policy);
}

/* That ends well, with right results. */
static JsonNode *run_right(GPtrArray *command)
{
    JsonNode *result = run_for_result(command, EXIT_DONE);
    ck_assert_str_eq(result_text(result, "end"), "done");
    for (unsigned i = 0; i < result_length(result, "checks"); i++) {
        g_autofree char *passed = g_strdup_printf("checks.%u.passed", i);
        ck_assert_msg(result_flag(result, passed), "%s", result_text(result, "workload"));
    }
    return result;
}

/* ---- every policy ------------------------------------------------------------------------------
 */

static int policies_there_are(void)
{
    int n = 0;
    while (l1_bypass_table[n])
        n++;
    return n;
}

START_TEST(results_are_right_whatever_the_lookahead)
{
    static const char *const workloads[] = {"workloads/examples/spmv/spmv.json",
                                            "workloads/examples/kmeans/kmeans.json"};
    for (unsigned i = 0; i < G_N_ELEMENTS(platforms); i++) {
        g_autoptr(GPtrArray) command =
            command_of(platforms[i], workload_named(workloads[(i + (unsigned)_i) % 2]));
        choose(command, l1_bypass_table[_i]->name);
        command_set_all(command, SETS("sm.count=2"));
        g_autoptr(JsonNode) wide = run_right(command);
        command_set_all(command, SETS("engine.lookahead=1"));
        g_autoptr(JsonNode) narrow = run_right(command);
        g_autofree char *expected = result_without_host(wide);
        g_autofree char *actual = result_without_host(narrow);
        assert_same_result(expected, actual, l1_bypass_table[_i]->name);
    }
}
END_TEST

/* All that lines can be, and what makes loads wait and be tried again. Half of the loads bypass. */
START_TEST(every_workload_is_right)
{
    static const char *const shapes[][5] = {
        {"sm.l1d.sector=32B", "sm.l1d.write=allocate", NULL},
        {"sm.l1d.sector=32B", "sm.l1d.allocate=fill", "sm.l1d.write=through", NULL},
        {"sm.l1d.size=1KiB", "sm.l1d.ways=4", "sm.l1d.mshrs=4", "sm.l1d.mshr_merges=1", NULL},
        {"sm.warp_scheduler=mascar", "sm.l1d.size=1KiB", "sm.l1d.ways=4", "sm.l1d.mshrs=4", NULL}};
    const struct small_workload *workload = &small_workloads[_i];
    /* one of the eight for each workload */
    for (unsigned i = (unsigned)_i % 8; i < 2 * G_N_ELEMENTS(shapes); i += 8) {
        g_autoptr(GPtrArray) command = command_of(FERMI, workload);
        choose(command, "probability");
        command_set_all(command, SETS(i % 2 ? "l1_bypass.at=lookup" : "l1_bypass.at=miss"));
        command_set_all(command, shapes[i / 2]);
        g_autoptr(JsonNode) wide = run_right(command);
        ck_assert_uint_eq(result_length(wide, "checks"), workload->checks);
        command_set_all(command, SETS("engine.lookahead=1"));
        g_autoptr(JsonNode) narrow = run_right(command);
        g_autofree char *expected = result_without_host(wide);
        g_autofree char *actual = result_without_host(narrow);
        assert_same_result(expected, actual, workload->file);
    }
}
END_TEST

/* ---- no L1D ------------------------------------------------------------------------------------
 */

/* What must not depend on whether there is an L1D that nobody's loads use. */
static char *behind_l1d(JsonNode *result)
{
    JsonObject *all = json_node_get_object(result);
    g_autoptr(GList) names = json_object_get_members(all);
    for (GList *name = names; name; name = name->next)
        if (g_str_equal(name->data, "platform") || g_str_equal(name->data, "policies") ||
            g_str_equal(name->data, "per_sm") || g_str_equal(name->data, "simgpu"))
            json_object_remove_member(all, name->data);
    return result_without_host(result);
}

/* Where stores take lines (Volta), L1D's counters of them differ, in the totals and by kernel. */
static void drop_store_counters(JsonNode *node)
{
    static const char *const counters[] = {"l1d_sector_store_misses", "l1d_access_misses",
                                           "l1d_miss_rate"};
    if (JSON_NODE_HOLDS_ARRAY(node)) {
        JsonArray *array = json_node_get_array(node);
        for (guint i = 0; i < json_array_get_length(array); i++)
            drop_store_counters(json_array_get_element(array, i));
    }
    if (!JSON_NODE_HOLDS_OBJECT(node))
        return;
    JsonObject *object = json_node_get_object(node);
    for (unsigned i = 0; i < G_N_ELEMENTS(counters); i++)
        json_object_remove_member(object, counters[i]);
    g_autoptr(GList) values = json_object_get_values(object);
    for (GList *value = values; value; value = value->next)
        drop_store_counters(value->data);
}

START_TEST(all_bypassed_is_no_l1d)
{
    const struct small_workload *workload = &small_workloads[_i];
    /* one of the three for each workload */
    for (unsigned i = (unsigned)_i % 3; i < G_N_ELEMENTS(platforms); i += 3) {
        /* Stores that find their line cost something else. */
        const char *const alike[] = {"gpu.energy.l1d_store=0pJ", "gpu.energy.l1d_store_miss=0pJ",
                                     NULL};
        bool aside = (unsigned)_i / 3 % 2; /* loads that must wait do so aside */
        const char *scheduler = aside ? "sm.warp_scheduler=mascar" : "sm.warp_scheduler=gto";
        g_autoptr(GPtrArray) around = command_of(platforms[i], workload);
        choose(around, "all");
        command_set_all(around, SETS(scheduler));
        g_autoptr(GPtrArray) without = command_of(platforms[i], workload);
        command_set_all(without, SETS(scheduler, "sm.l1d.size=0B", "sm.l1d.carveout=none"));
        command_set_all(around, alike);
        command_set_all(without, alike);
        g_autoptr(JsonNode) bypassed = run_right(around);
        g_autoptr(JsonNode) none = run_right(without);
        drop_store_counters(bypassed);
        drop_store_counters(none);
        g_autofree char *expected = behind_l1d(none);
        g_autofree char *actual = behind_l1d(bypassed);
        assert_same_result(expected, actual, workload->file);
    }
}
END_TEST

/* Past L1 a load fetches the 32 bytes that it wants, into L1 a whole line. */
START_TEST(a_bypass_fetches_sectors)
{
    uint64_t accesses[2], reads[2];
    for (unsigned i = 0; i < 2; i++) {
        g_autoptr(GPtrArray) command =
            command_of(FERMI, workload_named("workloads/examples/kmeans/kmeans.json"));
        choose(command, i ? "all" : "none");
        g_autoptr(JsonNode) result = run_right(command);
        accesses[i] = result_number(result, "totals.l2.accesses");
        reads[i] = result_number(result, "totals.l2.reads");
    }
    ck_assert_uint_ge(accesses[0], 4 * reads[0]);
    ck_assert_uint_lt(accesses[1], 2 * reads[1]); /* a lane's word, in most of its loads */
}
END_TEST

START_TEST(a_carve_out_wants_an_l1d)
{
    g_autoptr(GPtrArray) command = command_of("platforms/volta-titanv.xml", &small_workloads[0]);
    command_set_all(command, SETS("sm.l1d.size=0B"));
    auto_outcome outcome;
    command_run(command, &outcome);
    ck_assert_int_eq(outcome.exit_code, EXIT_BAD_INPUT);
    ck_assert_msg(strstr(outcome.err, "l1d.carveout") != NULL, "%s", outcome.err);
}
END_TEST

/* ---- by instruction ----------------------------------------------------------------------------
 */

/* The transactions of a kernel's load instructions that have bypassed, of one pc or of all others.
 */
static uint64_t bypassed_by(JsonNode *result, uint64_t pc, bool others)
{
    static const char list[] = "locality.kernels.0.load_instructions";
    uint64_t sum = 0;
    for (unsigned i = 0; i < result_length(result, list); i++) {
        g_autofree char *its_pc = g_strdup_printf("%s.%u.pc", list, i);
        g_autofree char *bypassed = g_strdup_printf("%s.%u.bypassed", list, i);
        if ((result_number(result, its_pc) == pc) != others)
            sum += result_number(result, bypassed);
    }
    return sum;
}

START_TEST(one_instruction_bypasses)
{
    g_autoptr(GPtrArray) command =
        command_of(FERMI, workload_named("workloads/examples/kmeans/kmeans.json"));
    choose(command, "probability");
    command_set_all(command, SETS("l1_bypass.percent=100", "l1_bypass.at=lookup"));
    command_add(command, "--observe");
    command_add(command, "locality");
    g_autoptr(JsonNode) all = run_right(command);
    uint64_t pc = result_number(all, "locality.kernels.0.load_instructions.0.pc");
    uint64_t its = bypassed_by(all, pc, false);
    ck_assert_uint_gt(its, 0);
    ck_assert_uint_gt(bypassed_by(all, pc, true), 0);
    ck_assert_uint_eq(its + bypassed_by(all, pc, true),
                      result_number(all, "totals.sm.l1d_bypassed"));
    g_autofree char *one = g_strdup_printf("l1_bypass.pc=%" G_GUINT64_FORMAT, pc);
    command_set_all(command, SETS(one));
    g_autoptr(JsonNode) alone = run_right(command);
    ck_assert_uint_eq(bypassed_by(alone, pc, true), 0);
    ck_assert_uint_eq(bypassed_by(alone, pc, false), its);
    ck_assert_uint_eq(result_number(alone, "totals.sm.l1d_bypassed"), its);
}
END_TEST

/* ---- a plug-in ---------------------------------------------------------------------------------
 */

START_TEST(a_plugin_bypasses_every_other_line)
{
    uint64_t odd[2];
    for (unsigned i = 0; i < 2; i++) {
        g_autoptr(GPtrArray) command =
            command_of(FERMI, workload_named("workloads/examples/vecadd/vecadd.json"));
        command_add(command, "--plugin");
        command_add(command, "%s/even_lines.so", test_environment("SIMGPU_TEST_PLUGINS"));
        choose(command, "even_lines");
        command_set_all(command, SETS(i ? "l1_bypass.odd=true" : "l1_bypass.odd=false"));
        g_autoptr(JsonNode) result = run_right(command);
        odd[i] = result_number(result, "totals.sm.l1d_bypassed");
        ck_assert_uint_eq(odd[i] + result_number(result, "totals.sm.l1d_misses"),
                          result_number(result, "totals.sm.l1d_loads"));
    }
    ck_assert_uint_gt(odd[1], 100);
    ck_assert_uint_ge(odd[0], odd[1]); /* two arrays of 157 lines */
    ck_assert_uint_le(odd[0] - odd[1], 2);
}
END_TEST

/* ---- events ------------------------------------------------------------------------------------
 */

static uint64_t audited(JsonNode *result, const char *name)
{
    uint64_t sum = 0;
    for (unsigned launch = 0; launch < result_length(result, "policy"); launch++) {
        g_autofree char *sms = g_strdup_printf("policy.%u.sms", launch);
        for (unsigned sm = 0; sm < result_length(result, sms); sm++) {
            g_autofree char *path = g_strdup_printf("%s.%u.criticality.%s", sms, sm, name);
            sum += result_number(result, path);
        }
    }
    return sum;
}

static const struct {
    const char *platform, *workload;
    const char *sets[6];
} audits[] = {
    {"fermi-gtx480", "spmv", {NULL}},
    {"fermi-gtx480", "spmv", {"sm.l1d.allocate=fill", NULL}},
    {"fermi-gtx480", "spmv", {"sm.l1d.sector=32B", NULL}},
    {"fermi-gtx480", "spmv", {"sm.warp_scheduler=mascar", "sm.l1d.mshrs=4", NULL}},
    {"fermi-gtx480", "spmv", {"l1_bypass.percent=0", "sm.l1d.size=1KiB", "sm.l1d.ways=2", NULL}},
    {"fermi-gtx480", "kmeans", {"l1_bypass.at=lookup", "sm.count=2", NULL}},
    {"pascal-titanx", "kmeans", {"sm.l1d.size=1KiB", "sm.l1d.ways=2", "sm.l1d.sector=128B", NULL}},
    {"volta-titanv", "kmeans", {"l1_bypass.at=lookup", NULL}},
    {"volta-titanv", "vecadd", {NULL}},
};

START_TEST(events_come_once_and_in_order)
{
    static const char *const counts[][2] = {
        {"blocks_started", "blocks"}, {"blocks_finished", "blocks"}, {"warps_started", "warps"},
        {"warps_finished", "warps"},  {"hits", "l1d_hits"},          {"merged", "l1d_merges"},
        {"misses", "l1d_misses"},     {"uncached", "l1d_uncached"},  {"bypassed", "l1d_bypassed"},
        {"filled", "l1d_misses"}};
    g_autofree char *platform = g_strdup_printf("platforms/%s.xml", audits[_i].platform);
    g_autofree char *workload =
        g_strdup_printf("workloads/examples/%s/%s.json", audits[_i].workload, audits[_i].workload);
    g_autoptr(GPtrArray) command = command_of(platform, workload_named(workload));
    choose(command, "probability");
    command_set_all(command, audits[_i].sets);
    command_add(command, "--plugin");
    command_add(command, "%s/event_audit.so", test_environment("SIMGPU_TEST_PLUGINS"));
    command_add(command, "--policy");
    command_add(command, "criticality=event_audit");
    g_autoptr(JsonNode) result = run_right(command);
    ck_assert_msg(audited(result, "wrong") == 0, "wrong: %" G_GUINT64_FORMAT,
                  audited(result, "first_wrong"));
    for (unsigned i = 0; i < G_N_ELEMENTS(counts); i++) {
        g_autofree char *counter = g_strdup_printf("totals.sm.%s", counts[i][1]);
        ck_assert_msg(audited(result, counts[i][0]) == result_number(result, counter), "%s",
                      counts[i][0]);
    }
    ck_assert_uint_gt(audited(result, "loads"), 0);
    ck_assert_uint_eq(audited(result, "loads"), audited(result, "loaded"));
    ck_assert_uint_le(audited(result, "evicted"), audited(result, "filled"));
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("bypass");
    TCase *tests = tcase_create("bypass");
    tcase_set_timeout(tests, 120);
    tcase_add_loop_test(tests, results_are_right_whatever_the_lookahead, 0, policies_there_are());
    tcase_add_loop_test(tests, every_workload_is_right, 0, n_small_workloads);
    tcase_add_loop_test(tests, all_bypassed_is_no_l1d, 0, n_small_workloads);
    tcase_add_test(tests, a_bypass_fetches_sectors);
    tcase_add_test(tests, a_carve_out_wants_an_l1d);
    tcase_add_test(tests, one_instruction_bypasses);
    tcase_add_test(tests, a_plugin_bypasses_every_other_line);
    tcase_add_loop_test(tests, events_come_once_and_in_order, 0, (int)G_N_ELEMENTS(audits));
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
