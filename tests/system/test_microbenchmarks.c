/* SPDX-License-Identifier: BSD-3-Clause */
/* Kernels whose time can be worked out from the platform file: tests/kernels/README.md has the
 * formulas. What is computed here comes from the properties, and must match to the cycle. */
#include "tests/rigs/platform_values.h"
#include "tests/rigs/result.h"
#include <string.h>

static struct platform_values *fermi;

static void setup(void)
{
    fermi = platform_values_new(FERMI);
}

static void teardown(void)
{
    platform_values_free(fermi);
}

static const uint64_t line_bytes = 128; /* of every cache */

static uint64_t cycles(const char *key)
{
    return platform_number(fermi, key, "cycles");
}

static JsonNode *run(const char *file, const char *const *sets)
{
    g_autoptr(GPtrArray) command = command_for(file);
    command_set_all(command, sets);
    command_add(command, "--check");
    return run_for_result(command, EXIT_DONE);
}

static const char *const nothing[] = {NULL};

static uint64_t kernel_cycles(JsonNode *result, unsigned launch)
{
    g_autofree char *path = g_strdup_printf("kernels.%u.cycles", launch);
    return result_number(result, path);
}

/* How many cycles longer launch b takes than launch a. */
static uint64_t difference(JsonNode *result, unsigned a, unsigned b)
{
    ck_assert_uint_gt(kernel_cycles(result, b), kernel_cycles(result, a));
    return kernel_cycles(result, b) - kernel_cycles(result, a);
}

/* With it a launch that starts later finds memory in the same phase of its clock. */
static const char one_clock[] = "dram.clock=700MHz";

/* ... and how many longer the same launch takes in another run. Both find the instruction cache in
 * the same state, which the first and the second launch of one run don't. */
static uint64_t growth(JsonNode *run_a, JsonNode *run_b, unsigned launch)
{
    ck_assert_uint_gt(kernel_cycles(run_b, launch), kernel_cycles(run_a, launch));
    return kernel_cycles(run_b, launch) - kernel_cycles(run_a, launch);
}

/* ---- arithmetic ------------------------------------------------------------------------- */

/* An iteration of 64 operations of this latency with a branch before the last one. */
static uint64_t chain(uint64_t latency)
{
    return 63 * latency + MAX(latency, 1 + cycles("sm.op.branch.latency"));
}

/* fma and add, 100 iterations more. */
static void check_chains(uint64_t fma_latency, uint64_t add_latency)
{
    g_autofree char *fma =
        g_strdup_printf("sm.op.fp32.latency=%" G_GUINT64_FORMAT "cycles", fma_latency);
    g_autofree char *add =
        g_strdup_printf("sm.op.int.latency=%" G_GUINT64_FORMAT "cycles", add_latency);
    const char *const few[] = {fma, add, one_clock, NULL};
    const char *const many[] = {fma, add, one_clock, "scalars.iterations=200", NULL};
    g_autoptr(JsonNode) a = run("tests/kernels/alu_chain.json", few);
    g_autoptr(JsonNode) b = run("tests/kernels/alu_chain.json", many);
    ck_assert_uint_eq(result_number(b, "totals.sm.bank_conflict_cycles"), 0);
    ck_assert_uint_eq(growth(a, b, 0), 100 * chain(fma_latency));
    ck_assert_uint_eq(growth(a, b, 2), 100 * chain(add_latency));
}

START_TEST(dependent_operations_take_their_latency)
{
    check_chains(cycles("sm.op.fp32.latency"), cycles("sm.op.int.latency"));
}
END_TEST

START_TEST(another_latency_takes_another_time)
{
    check_chains(21, 4);
}
END_TEST

/* One warp issues in every cycle: two units of interval 1, and a fetch a cycle. */
START_TEST(independent_operations_issue_in_every_cycle)
{
    const char *const few[] = {one_clock, NULL};
    const char *const many[] = {one_clock, "scalars.iterations=200", NULL};
    g_autoptr(JsonNode) a = run("tests/kernels/alu_independent.json", few);
    g_autoptr(JsonNode) b = run("tests/kernels/alu_independent.json", many);
    ck_assert_uint_eq(growth(a, b, 0), 100 * (66 + cycles("sm.op.branch.latency")));
}
END_TEST

/* One unit of interval 4, and no bank conflicts: nothing else limits the warp. */
START_TEST(independent_operations_issue_at_the_interval)
{
    const char *const few[] = {"sm.units.sp=1",
                               "sm.op.fp32.interval=4cycles",
                               "sm.op.int.interval=4cycles",
                               "sm.registers.banks=256",
                               one_clock,
                               NULL};
    const char *const many[] = {few[0], few[1], few[2], few[3], one_clock, "scalars.iterations=200",
                                NULL};
    g_autoptr(JsonNode) a = run("tests/kernels/alu_independent.json", few);
    g_autoptr(JsonNode) b = run("tests/kernels/alu_independent.json", many);
    ck_assert_uint_eq(result_number(b, "totals.sm.bank_conflict_cycles"), 0);
    ck_assert_uint_eq(growth(a, b, 0), 100 * (66 * 4 + cycles("sm.op.branch.latency")));
}
END_TEST

START_TEST(shared_memory_takes_a_turn_for_each_conflict)
{
    static const unsigned extra_turns[] = {0, 1, 31};
    const char *const few[] = {one_clock, NULL};
    const char *const many[] = {one_clock, "scalars.iterations=40", NULL};
    uint64_t latency = cycles("sm.ldst.issue_latency") + cycles("sm.shared.latency");
    g_autoptr(JsonNode) a = run("tests/kernels/shared_stride.json", few);
    g_autoptr(JsonNode) b = run("tests/kernels/shared_stride.json", many);
    for (unsigned i = 0; i < G_N_ELEMENTS(extra_turns); i++)
        ck_assert_uint_eq(
            growth(a, b, 2 * i),
            20 * chain(latency + extra_turns[i] * cycles("sm.shared.conflict_latency")));
}
END_TEST

/* The kernels of workloads/examples/microbenchmarks, at sizes that take no time. */
START_TEST(measuring_kernels_measure_what_the_platform_says)
{
    const char *const sets[] = {"scalars.sms=2",
                                "scalars.rounds=64",
                                "scalars.dram_rounds=2",
                                "scalars.l2_lines=256",
                                "scalars.dram_lines=64",
                                "scalars.reads=2",
                                "scalars.dram_reads=1",
                                "scalars.adds=2",
                                "scalars.l2_words=4096",
                                "sm.constant.indexed_latency=20cycles",
                                NULL};
    enum { INDEXED = 20 }; /* and not constant.hit_latency: the address is in a register */
    static const char file[] = "workloads/examples/microbenchmarks/microbenchmarks.json";
    uint64_t issue = cycles("sm.ldst.issue_latency"), shared = issue + cycles("sm.shared.latency");
    const struct {
        const char *kernel;
        uint64_t latency;
    } expected[] = {{"shared_1_way", shared},
                    {"shared_32_way", shared + 31 * cycles("sm.shared.conflict_latency")},
                    {"chase_constant", issue + INDEXED}};
    enum { LOADS = 64 * 16, START = 2000 };
    g_autoptr(JsonNode) result = run(file, sets);
    for (unsigned i = 0, found = 0; found < G_N_ELEMENTS(expected); i++) {
        g_autofree char *path = g_strdup_printf("kernels.%u.kernel", i);
        const char *name = result_text(result, path);
        for (unsigned k = 0; k < G_N_ELEMENTS(expected); k++) {
            if (strcmp(name, expected[k].kernel) != 0)
                continue;
            found++;
            ck_assert_uint_ge(kernel_cycles(result, i), LOADS * expected[k].latency);
            ck_assert_uint_le(kernel_cycles(result, i), LOADS * expected[k].latency + START);
        }
    }
}
END_TEST

/* ---- pointer chases ----------------------------------------------------------------------- */

static uint64_t l1_hit_latency(void)
{
    return cycles("sm.ldst.issue_latency") + cycles("sm.l1d.hit_latency");
}

START_TEST(a_hit_in_l1_takes_its_latency)
{
    g_autoptr(JsonNode) result = run("tests/kernels/chase_l1.json", nothing);
    ck_assert_uint_eq(difference(result, 2, 3), 528 * l1_hit_latency());
}
END_TEST

static const char *const l2_path[] = {"sm.ldst.issue_latency",     "xbar.sm_to_port.latency",
                                      "xbar.port_to_bank.latency", "xbar.bank_to_port.latency",
                                      "xbar.port_to_sm.latency",   "sm.l1d.fill_latency"};

static uint64_t packet_cycles(uint64_t bytes)
{
    uint64_t width = platform_number(fermi, "xbar.width", "B/cycle");
    return (bytes + platform_number(fermi, "xbar.packet.header", "B") + width - 1) / width;
}

/* The sum in the comment on top of the platform file: the wires and stages above; a request of one
 * header leaves the SM and the port, a line with its header the bank and the reply port. */
static uint64_t l2_hit_latency(void)
{
    uint64_t sum = 2 * packet_cycles(0) + 2 * packet_cycles(line_bytes);
    for (unsigned i = 0; i < G_N_ELEMENTS(l2_path); i++)
        sum += cycles(l2_path[i]);
    return sum;
}

START_TEST(a_hit_in_l2_takes_the_sum_of_its_hops)
{
    g_autoptr(JsonNode) result = run("tests/kernels/chase_l2.json", nothing);
    ck_assert_uint_eq(difference(result, 2, 3), 528 * l2_hit_latency());
}
END_TEST

/* Every hop counts once: seven cycles more there are seven cycles more a load. */
START_TEST(each_hop_counts_once)
{
    g_autofree char *longer =
        g_strdup_printf("%s=%" G_GUINT64_FORMAT "cycles", l2_path[_i], cycles(l2_path[_i]) + 7);
    const char *const sets[] = {"scalars.elements=512", "scalars.loads=64", longer, NULL};
    g_autoptr(JsonNode) result = run("tests/kernels/chase_l2.json", sets);
    ck_assert_uint_eq(difference(result, 2, 3), 64 * (l2_hit_latency() + 7));
}
END_TEST

/* Of a DRAM access, in core cycles: command cycles scaled by the clocks, rounded up. */
static uint64_t dram_cycles(uint64_t command_cycles)
{
    uint64_t core = platform_number(fermi, "sm.clock", "MHz");
    uint64_t dram = platform_number(fermi, "dram.clock", "MHz");
    return (command_cycles * core + dram - 1) / dram;
}

/* Between a row that is open already and one that another must be closed for. Two changes of
 * clock take up to a cycle each. */
START_TEST(a_miss_in_l2_takes_between_row_hit_and_conflict)
{
    uint64_t line = line_bytes;
    uint64_t width = platform_number(fermi, "dram.to_l2.width", "B/cycle");
    uint64_t burst = line / platform_number(fermi, "dram.width", "B/cycle");
    uint64_t way = l2_hit_latency() + 1 + cycles("l2.to_dram.latency") +
                   (line + width - 1) / width + cycles("dram.to_l2.latency");
    uint64_t row_hit = cycles("dram.t_cl") + burst;
    uint64_t conflict = row_hit + cycles("dram.t_rp") + cycles("dram.t_rcd");
    g_autoptr(JsonNode) result = run("tests/kernels/chase_dram.json", nothing);
    double latency = (double)difference(result, 2, 3) / 528;
    ck_assert_double_ge(latency, (double)(way + dram_cycles(row_hit) - 2));
    ck_assert_double_le(latency, (double)(way + dram_cycles(conflict) + 2));
}
END_TEST

/* ---- bandwidth ---------------------------------------------------------------------------- */

START_TEST(a_stream_gets_most_of_the_bandwidth)
{
    enum { BLOCKS = 2048, THREADS = 256, TURNS = 1, LOADS = 4 * TURNS, LEAST_PERCENT = 85 };
    static const char *const sets[] = {"scalars.blocks=2048", "scalars.block=256",
                                       "scalars.turns=1", NULL};
    g_autoptr(JsonNode) result = run("tests/kernels/stream_read.json", sets);
    uint64_t bytes = (uint64_t)BLOCKS * THREADS * LOADS * 4;
    double core_hz = (double)platform_number(fermi, "sm.clock", "MHz") * 1e6;
    double seconds = (double)result_number(result, "kernels.0.cycles") / core_hz;
    double peak =
        (double)(platform_hosts(fermi, "dram") * platform_number(fermi, "dram.width", "B/cycle") *
                 platform_number(fermi, "dram.clock", "MHz")) *
        1e6;
    double percent = 100 * (double)bytes / seconds / peak;
    ck_assert_double_ge(percent, LEAST_PERCENT);
    ck_assert_double_le(percent, 100);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("microbenchmarks");
    TCase *tests = tcase_create("all");
    tcase_set_timeout(tests, 300);
    tcase_add_checked_fixture(tests, setup, teardown);
    tcase_add_test(tests, measuring_kernels_measure_what_the_platform_says);
    tcase_add_test(tests, dependent_operations_take_their_latency);
    tcase_add_test(tests, another_latency_takes_another_time);
    tcase_add_test(tests, independent_operations_issue_in_every_cycle);
    tcase_add_test(tests, independent_operations_issue_at_the_interval);
    tcase_add_test(tests, shared_memory_takes_a_turn_for_each_conflict);
    tcase_add_test(tests, a_hit_in_l1_takes_its_latency);
    tcase_add_test(tests, a_hit_in_l2_takes_the_sum_of_its_hops);
    tcase_add_loop_test(tests, each_hop_counts_once, 0, (int)G_N_ELEMENTS(l2_path));
    tcase_add_test(tests, a_miss_in_l2_takes_between_row_hit_and_conflict);
    tcase_add_test(tests, a_stream_gets_most_of_the_bandwidth);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
