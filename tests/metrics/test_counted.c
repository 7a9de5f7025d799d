/* SPDX-License-Identifier: BSD-3-Clause */
/* Every counter of the registry counts something in some run: a number that is printed and never
 * counted is worse than none.
 *
 * The runs are those of the suite at small sizes, and for what only some hardware, some scheduler
 * or some program does, one that has it.
 */
#include "tests/programs/run.h"
#include "tests/rigs/traces.h"
#include "tests/rigs/workloads.h"
#include <string.h>

/* Platforms that do what the GTX 480 does not. */
static const struct {
    const char *workload;
    const char *options[8];
} special_runs[] = {
    /* narrow buffers, two instructions a cycle */
    {"workloads/examples/vecadd/vecadd.json",
     {"scalars.n=20000", "sm.issue.width=2", "xbar.bank_to_port.slots=1", "dram.to_l2.slots=1",
      "xbar.port_to_sm.slots=1", "l2.mshrs=2", "front.sm.slots=1"}},
    /* loads that wait aside, warps that are held back */
    {"workloads/examples/vecadd/vecadd.json",
     {"scalars.n=20000", "sm.warp_scheduler=mascar", "sm.l1d.mshrs=4"}},
    /* writes that read their lines */
    {"workloads/examples/vecadd/vecadd.json", {"scalars.n=5000", "l2.write_miss=read_line"}},
    /* no L1D; a price that no platform has */
    {"workloads/examples/vecadd/vecadd.json",
     {"scalars.n=5000", "sm.l1d.size=0B", "gpu.energy.activate=1pJ"}},
    /* an L2 of two halves */
    {"workloads/examples/matmul/matmul.json",
     {"scalars.n=64", "l2.halves=2", "l2.far.latency=9cycles", "l2.far.copies=8KiB"}},
    /* matrix units */
    {"tests/kernels/products.json", {"sm.units.tensor=1", "sm.op.tensor.unit=tensor"}},
    /* a tiny L2 */
    {"workloads/examples/vecadd/vecadd.json",
     {"scalars.n=50000", "l2.size=1KiB", "l2.to_dram.slots=1", "dram.queue=2"}},
};

/* name -> the largest value so far (of no further use than whether it is 0) */
static void add_result(GHashTable *counted, JsonNode *result)
{
    JsonObject *totals = json_node_get_object(result_at(result, "totals"));
    g_autoptr(GList) groups = json_object_get_members(totals);
    for (GList *group = groups; group; group = group->next) {
        JsonObject *counters = json_object_get_object_member(totals, group->data);
        g_autoptr(GList) names = json_object_get_members(counters);
        for (GList *name = names; name; name = name->next) {
            char *full = g_strdup_printf("%s.%s", (char *)group->data, (char *)name->data);
            bool counts = json_object_get_int_member(counters, name->data) > 0 ||
                          g_hash_table_lookup(counted, full) != NULL;
            g_hash_table_insert(counted, full, GINT_TO_POINTER(counts));
        }
    }
}

static void add_command(GHashTable *counted, GPtrArray *command)
{
    g_autoptr(JsonNode) result = run_for_result(command, EXIT_DONE);
    add_result(counted, result);
}

/* A GPU with a TMA engine. */
static void add_bulk_copies(GHashTable *counted)
{
    g_autoptr(GPtrArray) command = command_new();
    g_ptr_array_add(command, source_path("platforms/hopper-h100.xml"));
    g_ptr_array_add(command, source_path("tests/kernels/bulk.json"));
    add_command(counted, command);
}

static void add_workloads(GHashTable *counted)
{
    for (int run = 0; run < all_runs(); run += SCHEDULERS) {
        g_autoptr(GPtrArray) command = command_of_run(run);
        add_command(counted, command);
    }
    for (unsigned i = 0; i < G_N_ELEMENTS(special_runs); i++) {
        g_autoptr(GPtrArray) command = command_for(special_runs[i].workload);
        command_set_all(command, special_runs[i].options);
        add_command(counted, command);
    }
    add_bulk_copies(counted);
    g_autoptr(GPtrArray) functional = command_for("tests/kernels/twice.json");
    command_add(functional, "--functional");
    add_command(counted, functional);
}

static void add_programs(GHashTable *counted)
{
    static const char *const programs[] = {"memory symbols", "memory rows", "children forms",
                                           "memory texels_again 4"};
    for (unsigned i = 0; i < G_N_ELEMENTS(programs); i++) {
        auto_run run;
        run_well(&run, NULL, programs[i]);
        add_result(counted, run.result);
    }
}

static void add_trace(GHashTable *counted)
{
    g_autofree char *list =
        trace_of("vecadd", (const char *const[]){"blocks=60", "warps=2", "iters=2", NULL});
    g_autoptr(GPtrArray) command = command_on("platforms/volta-qv100.xml", list);
    add_command(counted, command);
}

/* Where requests come by the sector (xbar.packet.contended). */
static void add_contended(GHashTable *counted)
{
    g_autofree char *list = trace_of("gather", (const char *const[]){"blocks=20", NULL});
    g_autoptr(GPtrArray) command = command_on("platforms/calibration/accelsim-qv100.xml", list);
    add_command(counted, command);
}

/* Classes that no program here has: a trace whose additions are of these. */
static void add_other_lanes(GHashTable *counted)
{
    static const char *const opcodes[] = {" HMMA.884.F16.F16.STEP0 ", " DADD ", " MUFU.RCP "};
    g_autofree char *list =
        trace_of("vecadd", (const char *const[]){"blocks=1", "warps=1", "iters=1", NULL});
    g_autofree char *folder = g_path_get_dirname(list);
    g_autofree char *path = g_build_filename(folder, "kernel-1.traceg", NULL);
    g_autofree char *text = NULL;
    ck_assert(g_file_get_contents(path, &text, NULL, NULL));
    for (unsigned i = 0; i < G_N_ELEMENTS(opcodes); i++) {
        GString *changed = g_string_new(text);
        ck_assert_uint_gt(g_string_replace(changed, " FADD ", opcodes[i], 0), 0);
        ck_assert(g_file_set_contents(path, changed->str, (gssize)changed->len, NULL));
        g_string_free(changed, TRUE);
        g_autoptr(GPtrArray) command = command_on("platforms/volta-qv100.xml", list);
        add_command(counted, command);
    }
}

/* Clusters of blocks. */
static void add_clusters(GHashTable *counted)
{
    g_autofree char *ring = source_path("tests/system/block_clusters/ring.json");
    g_autoptr(GPtrArray) command = command_on("platforms/hopper-h100.xml", ring);
    add_command(counted, command);
}

/* The names that list-metrics has of counters, and those of results, are the same. */
static unsigned check_listed(GHashTable *counted)
{
    g_autoptr(GPtrArray) command = command_new();
    auto_outcome outcome;
    unsigned listed = 0;
    command_add(command, "list-metrics");
    command_add(command, "--json");
    command_run(command, &outcome);
    ck_assert_int_eq(outcome.exit_code, EXIT_DONE);
    g_autoptr(JsonNode) root = json_from_string(outcome.out, NULL);
    ck_assert(root && JSON_NODE_HOLDS_ARRAY(root));
    JsonArray *metrics = json_node_get_array(root);
    for (guint i = 0; i < json_array_get_length(metrics); i++) {
        JsonObject *metric = json_array_get_object_element(metrics, i);
        const char *group = json_object_get_string_member(metric, "group");
        const char *name = json_object_get_string_member(metric, "name");
        if (strcmp(group, "run") == 0 || strcmp(group, "platform") == 0 ||
            strcmp(group, "derived") == 0)
            continue;
        listed++;
        ck_assert_msg(g_hash_table_contains(counted, name), "%s is in no result", name);
    }
    return listed;
}

START_TEST(every_counter_counts)
{
    g_autoptr(GHashTable) counted = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    g_autoptr(GString) wrong = g_string_new(NULL);
    add_workloads(counted);
    add_programs(counted);
    add_trace(counted);
    add_contended(counted);
    add_other_lanes(counted);
    add_clusters(counted);
    ck_assert_uint_eq(check_listed(counted), g_hash_table_size(counted));
    GHashTableIter iter;
    gpointer name, counts;
    g_hash_table_iter_init(&iter, counted);
    while (g_hash_table_iter_next(&iter, &name, &counts)) {
        if (!counts)
            g_string_append_printf(wrong, "%s is never counted\n", (char *)name);
    }
    ck_assert_msg(wrong->len == 0, "%s", wrong->str);
}
END_TEST

int main(void)
{
    traces_start();
    Suite *suite = suite_create("counted");
    TCase *tests = tcase_create("every counter");
    tcase_set_timeout(tests, 120);
    tcase_add_test(tests, every_counter_counts);
    suite_add_tcase(suite, tests);
    int failed = run_suite(suite);
    traces_finish();
    return failed;
}
