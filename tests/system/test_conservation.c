/* SPDX-License-Identifier: BSD-3-Clause */
/* What goes in comes out: counters of different units that count the same thing agree, in every
 * workload as it is, with loads that bypass L1, and with an L2 that evicts. */
#include "tests/rigs/result.h"
#include "tests/rigs/traces.h"
#include "tests/rigs/workloads.h"
#include <string.h>

/* The names of an object's members; free the list only. */
static GList *members(JsonNode *root, const char *path)
{
    return json_object_get_members(json_node_get_object(result_at(root, path)));
}

static uint64_t number(JsonNode *root, const char *object, const char *name)
{
    g_autofree char *path = g_strdup_printf("%s.%s", object, name);
    return result_number(root, path);
}

/* ---- every cycle of every issue slot has one reason ----------------------------------- */

static void check_slots(JsonNode *result)
{
    assert_slots_are_accounted(result);
    for (unsigned sm = 0; sm < result_length(result, "per_sm"); sm++) {
        g_autofree char *path = g_strdup_printf("per_sm.%u", sm);
        /* A second instruction of a slot (issue.width 2) is not another slot. */
        ck_assert_uint_eq(number(result, path, "slots_issued") +
                              number(result, path, "second_issues"),
                          number(result, path, "warp_instructions"));
        ck_assert_uint_le(number(result, path, "active_cycles"),
                          result_number(result, "elapsed_cycles"));
    }
}

/* ---- totals --------------------------------------------------------------------------- */

static void check_totals(JsonNode *result)
{
    static const char *const units[][2] = {
        {"totals.sm", "per_sm"}, {"totals.l2", "per_l2_bank"}, {"totals.dram", "per_dram_channel"}};
    for (unsigned i = 0; i < G_N_ELEMENTS(units); i++) {
        g_autoptr(GList) names = members(result, units[i][0]);
        ck_assert_ptr_nonnull(names);
        for (GList *name = names; name != NULL; name = name->next)
            ck_assert_msg(number(result, units[i][0], name->data) ==
                              result_sum(result, units[i][1], name->data),
                          "%s.%s is not the sum", units[i][0], (char *)name->data);
    }
}

/* ---- blocks and warps ----------------------------------------------------------------- */

static uint64_t product(JsonNode *root, unsigned kernel, const char *shape)
{
    uint64_t result = 1;
    for (unsigned i = 0; i < 3; i++) {
        g_autofree char *path = g_strdup_printf("kernels.%u.%s.%u", kernel, shape, i);
        result *= result_number(root, path);
    }
    return result;
}

static void check_blocks_and_warps(JsonNode *result)
{
    unsigned kernels = result_length(result, "kernels");
    ck_assert_uint_gt(kernels, 0);
    ck_assert_uint_eq(kernels, result_number(result, "totals.dispatcher.kernels"));
    ck_assert_uint_eq(kernels, result_number(result, "totals.host_commands.launches"));
    uint64_t blocks = 0, warps = 0;
    for (unsigned k = 0; k < kernels; k++) {
        uint64_t grid = product(result, k, "grid");
        blocks += grid;
        warps += grid * ((product(result, k, "block") + 31) / 32);
    }
    ck_assert_uint_eq(blocks, result_number(result, "totals.dispatcher.blocks"));
    ck_assert_uint_eq(blocks, result_number(result, "totals.sm.blocks"));
    ck_assert_uint_eq(warps, result_number(result, "totals.sm.warps"));
    ck_assert_uint_eq(result_sum(result, "kernels", "cycles"),
                      result_number(result, "totals.dispatcher.kernel_cycles"));
}

/* ---- requests and replies --------------------------------------------------------------- */

static uint64_t sum_of(JsonNode *result, const char *unit, const char *const *names)
{
    uint64_t sum = 0;
    for (; *names != NULL; names++)
        sum += number(result, unit, *names);
    return sum;
}

#define SM_SUM(...) sum_of(result, "totals.sm", (const char *const[]){__VA_ARGS__, NULL})

static void check_requests_and_replies(JsonNode *result)
{
    ck_assert_uint_eq(SM_SUM("reads_sent"), SM_SUM("read_replies"));
    ck_assert_uint_eq(SM_SUM("writes_sent"), SM_SUM("write_acks"));
    ck_assert_uint_eq(SM_SUM("atomics_sent"), SM_SUM("atomic_replies"));
    ck_assert_uint_eq(SM_SUM("fetches_sent"), SM_SUM("fetch_replies"));
    uint64_t requests = SM_SUM("reads_sent", "writes_sent", "atomics_sent", "fetches_sent");
    ck_assert_uint_gt(requests, 0);
    ck_assert_uint_eq(requests, result_number(result, "totals.request_ports.packets"));
    ck_assert_uint_eq(requests, result_number(result, "totals.reply_ports.packets"));
}

static void check_l1(JsonNode *result)
{
    ck_assert_uint_eq(SM_SUM("l1d_loads"), SM_SUM("l1d_hits", "l1d_misses", "l1d_merges",
                                                  "l1d_uncached", "l1d_bypassed"));
    ck_assert_uint_eq(SM_SUM("l1d_stores"), SM_SUM("writes_sent"));
    ck_assert_uint_eq(SM_SUM("reads_sent", "fetches_sent"),
                      SM_SUM("l1d_misses", "l1d_uncached", "l1d_bypassed", "icache_misses",
                             "icache_prefetches", "constant_misses", "l1d_requests_split"));
    ck_assert_uint_ge(SM_SUM("l1d_sector_bypassed"), SM_SUM("l1d_bypassed"));
    ck_assert_uint_ge(SM_SUM("l1d_stores"), SM_SUM("l1d_evicted_by_store"));
    ck_assert_uint_ge(SM_SUM("branches"), SM_SUM("divergent_branches"));
}

/* ---- L2 and DRAM -------------------------------------------------------------------------- */

#define L2_SUM(...)   sum_of(result, "totals.l2", (const char *const[]){__VA_ARGS__, NULL})
#define DRAM_SUM(...) sum_of(result, "totals.dram", (const char *const[]){__VA_ARGS__, NULL})

static void check_banks(JsonNode *result)
{
    ck_assert_uint_eq(L2_SUM("reads"), SM_SUM("reads_sent"));
    ck_assert_uint_eq(L2_SUM("writes"), SM_SUM("writes_sent"));
    ck_assert_uint_eq(L2_SUM("atomics"), SM_SUM("atomics_sent"));
    ck_assert_uint_eq(L2_SUM("fetches"), SM_SUM("fetches_sent"));
    ck_assert_uint_eq(L2_SUM("reads", "writes", "atomics", "fetches"), L2_SUM("replies"));
    ck_assert_uint_eq(L2_SUM("reads", "atomics", "fetches"),
                      L2_SUM("hits", "merges", "sector_misses", "misses"));
    ck_assert_uint_eq(L2_SUM("writes"), L2_SUM("write_hits", "write_allocations"));
    ck_assert_uint_eq(L2_SUM("accesses"), L2_SUM("access_hits", "access_merges", "access_misses"));
    ck_assert_uint_ge(L2_SUM("accesses"), L2_SUM("replies"));
    ck_assert_uint_le(L2_SUM("accesses"), 4 * L2_SUM("replies"));
}

static void check_dram(JsonNode *result)
{
    enum { LINE = 128, SECTOR = 32 };
    ck_assert_uint_eq(L2_SUM("fills"), L2_SUM("misses", "sector_misses", "write_fetches"));
    ck_assert_uint_ge(L2_SUM("fill_bytes"), SECTOR * L2_SUM("fills"));
    ck_assert_uint_le(L2_SUM("fill_bytes"), LINE * L2_SUM("fills"));
    ck_assert_uint_eq(L2_SUM("write_back_bytes") % SECTOR, 0);
    ck_assert_uint_ge(L2_SUM("write_back_bytes"), SECTOR * L2_SUM("write_backs"));
    ck_assert_uint_le(L2_SUM("write_back_bytes"), LINE * L2_SUM("write_backs"));
    ck_assert_uint_eq(DRAM_SUM("reads"), L2_SUM("fills"));
    ck_assert_uint_eq(DRAM_SUM("writes"), L2_SUM("write_backs"));
    ck_assert_uint_eq(DRAM_SUM("read_bytes"), L2_SUM("fill_bytes"));
    ck_assert_uint_eq(DRAM_SUM("write_bytes"), L2_SUM("write_back_bytes"));
    ck_assert_uint_eq(DRAM_SUM("row_hits", "row_misses", "row_conflicts"),
                      DRAM_SUM("reads", "writes"));
    ck_assert_uint_le(DRAM_SUM("precharges"), DRAM_SUM("activates"));
}

/* ---- where warps' time goes: --observe latency ---------------------------------------------- */

/* The sum over an object's members. */
static uint64_t sum_of_members(JsonNode *result, const char *path)
{
    g_autoptr(GList) names = members(result, path);
    uint64_t sum = 0;
    for (GList *name = names; name != NULL; name = name->next)
        sum += number(result, path, name->data);
    return sum;
}

/* The warps of a kernel's slowest block: the parts of each are its time, and what is left of the
 * block's is idle. Returns the block's cycles, and sets *most_idle to those of its fastest warp. */
static uint64_t check_slowest_block(JsonNode *result, const char *kernel, uint64_t *most_idle)
{
    g_autofree char *block = g_strdup_printf("%s.slowest_block", kernel);
    g_autofree char *warps = g_strdup_printf("%s.warps", block);
    uint64_t critical = number(result, block, "critical_warp"), cycles = 0;
    unsigned n = result_length(result, warps);
    ck_assert_uint_gt(n, 0);
    for (unsigned i = 0; i < n; i++) {
        g_autofree char *warp = g_strdup_printf("%s.%u", warps, i);
        g_autofree char *parts = g_strdup_printf("%s.parts", warp);
        uint64_t elapsed = number(result, warp, "elapsed"), idle = number(result, warp, "idle");
        ck_assert_uint_eq(sum_of_members(result, parts), elapsed);
        ck_assert_uint_eq(number(result, warp, "warp"), i);
        ck_assert(i != critical || idle == 0);
        cycles = MAX(cycles, elapsed + idle);
        *most_idle = MAX(*most_idle, idle);
    }
    ck_assert_uint_eq(cycles, number(result, block, "cycles"));
    return cycles;
}

/* The run's slowest block is the slowest one of the kernels' (`cycles`, `idle`). */
static void check_slowest_of_all(JsonNode *result, uint64_t cycles, uint64_t idle)
{
    static const char fastest[] = "latency.slowest_block.fastest";
    ck_assert_uint_eq(result_number(result, "latency.slowest_block.cycles"), cycles);
    ck_assert_uint_eq(number(result, fastest, "idle"), idle);
    ck_assert_uint_eq(sum_of_members(result, "latency.slowest_block.fastest.parts"),
                      number(result, fastest, "elapsed"));
    ck_assert_uint_eq(result_number(result, "latency.slowest_block.critical.idle"), 0);
}

static void check_latency(JsonNode *result)
{
    uint64_t elapsed = 0, warps = 0, issues = 0, longest = 0, idle = 0;
    for (unsigned k = 0; k < result_length(result, "latency.kernels"); k++) {
        g_autofree char *kernel = g_strdup_printf("latency.kernels.%u", k);
        g_autofree char *parts = g_strdup_printf("%s.parts", kernel);
        uint64_t time = number(result, kernel, "elapsed");
        ck_assert_uint_eq(sum_of_members(result, parts), time);
        elapsed += time;
        warps += number(result, kernel, "warps");
        issues += number(result, parts, "execution");
        uint64_t most_idle = 0, cycles = check_slowest_block(result, kernel, &most_idle);
        if (cycles > longest)
            longest = cycles, idle = most_idle;
    }
    check_slowest_of_all(result, longest, idle);
    ck_assert_uint_eq(elapsed, result_number(result, "latency.elapsed"));
    ck_assert_uint_eq(elapsed, sum_of_members(result, "latency.parts"));
    ck_assert_uint_eq(warps, result_number(result, "totals.sm.warps"));
    ck_assert_uint_eq(issues, result_number(result, "totals.sm.slots_issued"));
    /* Those that end with their exit have that cycle too. */
    uint64_t counted = result_number(result, "totals.sm.warp_cycles");
    ck_assert_uint_ge(elapsed, counted);
    ck_assert_uint_le(elapsed, counted + warps);
}

/* ---- all of it ---------------------------------------------------------------------------- */

static void check_all(JsonNode *result)
{
    check_slots(result);
    check_totals(result);
    assert_kernels_add_up(result);
    check_blocks_and_warps(result);
    check_requests_and_replies(result);
    check_l1(result);
    check_banks(result);
    check_dram(result);
    check_latency(result);
}

/* With everything observed. */
static JsonNode *run_observed(GPtrArray *command)
{
    command_add(command, "--observe");
    command_add(command, "all");
    return run_for_result(command, EXIT_DONE);
}

START_TEST(everything_adds_up)
{
    g_autoptr(GPtrArray) command = command_of_run(_i);
    g_autoptr(JsonNode) result = run_observed(command);
    check_all(result);
}
END_TEST

START_TEST(everything_adds_up_in_traces)
{
    g_autoptr(GPtrArray) command = command_of_trace_run(_i);
    g_autoptr(JsonNode) result = run_observed(command);
    check_all(result);
}
END_TEST

/* A workload's run under the one or the other scheduler, in turns of four. */
static int run_with_either(int workload)
{
    return workload * SCHEDULERS + workload / 4 % SCHEDULERS;
}

/* Loads of all kinds that go around L1D, with sectors and lines, taken on a miss or on the fill. */
START_TEST(everything_adds_up_with_bypass)
{
    static const char *const options[][4] = {
        {"l1_bypass.at=lookup", NULL},
        {"l1_bypass.at=miss", "sm.l1d.sector=32B", NULL},
        {"l1_bypass.at=lookup", "sm.l1d.sector=32B", "sm.l1d.allocate=fill", NULL},
        {"sm.l1d.size=0B", NULL}}; /* no policy is asked: all go around what isn't there */
    const char *const *chosen = options[_i % (int)G_N_ELEMENTS(options)];
    g_autoptr(GPtrArray) command = command_of_run(run_with_either(_i));
    if (chosen != options[G_N_ELEMENTS(options) - 1]) {
        command_add(command, "--policy");
        command_add(command, "l1_bypass=probability");
    }
    command_set_all(command, chosen);
    g_autoptr(JsonNode) result = run_observed(command);
    check_all(result);
    ck_assert((SM_SUM("l1d_bypassed") > 0) == (SM_SUM("l1d_loads") > SM_SUM("l1d_uncached")));
}
END_TEST

/* With an L2 of one set a bank, so that lines are evicted and written back. */
START_TEST(everything_adds_up_with_write_backs)
{
    g_autoptr(GPtrArray) command = command_of_run(run_with_either(_i));
    command_set_all(command, (const char *const[]){"l2.size=1KiB", NULL});
    g_autoptr(JsonNode) result = run_observed(command);
    check_all(result);
    if (strcmp(result_text(result, "workload"), "vecadd") == 0) {
        ck_assert_uint_gt(L2_SUM("write_back_bytes"), 0);
        ck_assert_uint_gt(DRAM_SUM("row_hits"), 0);
    }
}
END_TEST

/* ---- instructions ------------------------------------------------------------------------- */

/* alu_loop.ptx, by hand: 11 instructions before the loop, 35 in it, 17 after it. */
START_TEST(alu_loop_issues_what_its_text_says)
{
    enum { BLOCKS = 7, WARPS = 3, ITERATIONS = 5 };
    static const char *const sets[] = {"scalars.blocks=7", "scalars.block=96",
                                       "scalars.iterations=5", NULL};
    g_autoptr(GPtrArray) command = command_for("tests/kernels/alu_loop.json");
    command_set_all(command, sets);
    command_add(command, "--scheduler");
    command_add(command, "%s", schedulers[_i]);
    g_autoptr(JsonNode) result = run_for_result(command, EXIT_DONE);
    uint64_t expected = BLOCKS * WARPS * (11 + 35 * ITERATIONS + 17);
    ck_assert_uint_eq(SM_SUM("warp_instructions"), expected);
    /* All lanes, but for the branch that is not taken at the end: its predicate is false. */
    ck_assert_uint_eq(SM_SUM("thread_instructions"), 32 * (expected - BLOCKS * WARPS));
    ck_assert_uint_eq(SM_SUM("branches"), BLOCKS * WARPS * ITERATIONS);
    ck_assert_uint_eq(SM_SUM("divergent_branches"), 0);
    ck_assert_uint_eq(SM_SUM("l1d_loads", "barriers", "atomics_sent", "reads_sent"), 0);
    ck_assert_uint_eq(SM_SUM("writes_sent"), BLOCKS * WARPS);
}
END_TEST

int main(void)
{
    traces_start();
    Suite *suite = suite_create("conservation");
    TCase *tests = tcase_create("every workload and scheduler");
    tcase_set_timeout(tests, 120);
    tcase_add_loop_test(tests, everything_adds_up, 0, all_runs());
    tcase_add_loop_test(tests, everything_adds_up_in_traces, 0, trace_runs());
    tcase_add_loop_test(tests, everything_adds_up_with_bypass, 0, n_small_workloads);
    tcase_add_loop_test(tests, everything_adds_up_with_write_backs, 0, n_small_workloads);
    tcase_add_loop_test(tests, alu_loop_issues_what_its_text_says, 0, SCHEDULERS);
    suite_add_tcase(suite, tests);
    int failed = run_suite(suite);
    traces_finish();
    return failed;
}
