/* SPDX-License-Identifier: BSD-3-Clause */
/* Energy: each event costs what the platform says, for a run small enough to count by hand; units
 * and kernels sum exactly to the run; a table of zeros gives zeros. */
#include "tests/rigs/result.h"
#include "tests/rigs/workloads.h"
#include <string.h>

static const char *const events[] = {
    "instruction", "fetch",     "int",      "int_mul",   "fp32",           "fp64",
    "divide",      "sfu",       "tensor",   "memory",    "other",          "operand",
    "shared",      "l1d",       "l1d_miss", "l1d_store", "l1d_store_miss", "texture",
    "constant",    "flit",      "l2",       "l2_miss",   "l2_write",       "l2_write_miss",
    "activate",    "precharge", "read",     "write"};
static const char *const powers[] = {"sm", "l2", "dram", "rest"};

/* vecadd of 64 elements, a block of two warps and no lane idle, with a table of zeros. */
static GPtrArray *free_of_charge(void)
{
    GPtrArray *command = command_for("workloads/examples/vecadd/vecadd.json");
    command_set_all(command, (const char *const[]){"scalars.n=64", "scalars.block=64", NULL});
    for (size_t i = 0; i < G_N_ELEMENTS(events); i++)
        command_add(command, "--set=gpu.energy.%s=0pJ", events[i]);
    for (size_t i = 0; i < G_N_ELEMENTS(powers); i++)
        command_add(command, "--set=gpu.power.%s=0W", powers[i]);
    return command;
}

/* ---- by hand ------------------------------------------------------------------------------------
 */

/* One event at a time costs 3 fJ or 3 mW; what it then amounts to, and what of: a number, or a
 * counter or two whose sum it is, and an element of `energy`. */
static const struct {
    const char *price, *part;
    uint64_t by_hand; /* 0: see counters */
    const char *counters[3];
} charges[] = {
    /* an addition for each element; two loads and a store */
    {"energy.fp32=3fJ", "execution", 64, {0}},
    {"energy.memory=3fJ", "execution", 3 * 64, {0}},
    {"energy.fp64=3fJ", "execution", 0, {"totals.sm.lanes_fp64"}},
    {"energy.int=3fJ", "execution", 0, {"totals.sm.lanes_int"}},
    {"energy.int_mul=3fJ", "execution", 0, {"totals.sm.lanes_int_mul"}},
    {"energy.other=3fJ", "execution", 0, {"totals.sm.lanes_other"}},
    {"energy.operand=3fJ", "registers", 0, {"totals.sm.operands"}},
    {"energy.instruction=3fJ", "instructions", 0, {"totals.sm.warp_instructions"}},
    {"energy.fetch=3fJ", "instructions", 0, {"totals.sm.fetches"}},
    {"energy.shared=3fJ", "shared", 0, {0}},
    /* two warps load two lines, which miss, and store one; 64 floats are 256 bytes */
    {"energy.l1d=3fJ", "l1", 0, {0}},
    {"energy.l1d_miss=3fJ", "l1", 2 * 2, {0}},
    {"energy.l1d_store=3fJ", "l1", 0, {0}},
    {"energy.l1d_store_miss=3fJ", "l1", 2, {0}},
    {"energy.constant=3fJ", "l1", 0, {"totals.sm.constant_accesses"}},
    /* 2 x 2 reads and 2 fetched lines of instructions of a flit each, 2 writes of 136 bytes in 5; 6
     * replies of 136 bytes, 2 acknowledgements */
    {"energy.flit=3fJ", "crossbar", 4 + 2 + 2 * 5 + 6 * 5 + 2, {0}},
    /* four lines of data and two of instructions are read, two are written: of four sectors each */
    {"energy.l2=3fJ", "l2", 0, {0}},
    {"energy.l2_miss=3fJ", "l2", 6 * 4, {0}},
    {"energy.l2_write=3fJ", "l2", 0, {0}},
    {"energy.l2_write_miss=3fJ", "l2", 2 * 4, {0}},
    {"energy.activate=3fJ", "dram_activate", 0, {"totals.dram.activates"}},
    {"energy.precharge=3fJ", "dram_precharge", 0, {"totals.dram.precharges"}},
    /* four lines of data, two of instructions */
    {"energy.read=3fJ", "dram_read", 6 * 128, {0}},
    {"energy.write=3fJ", "dram_write", 0, {"totals.dram.write_bytes"}},
};

START_TEST(an_event_costs_what_the_platform_says)
{
    g_autoptr(GPtrArray) command = free_of_charge();
    command_add(command, "--set=gpu.%s", charges[_i].price);
    g_autoptr(JsonNode) result = run_for_result(command, EXIT_DONE);
    uint64_t events_counted = charges[_i].by_hand;
    for (const char *const *counter = charges[_i].counters; *counter; counter++)
        events_counted += result_number(result, *counter);
    g_autofree char *part = g_strdup_printf("totals.energy.%s", charges[_i].part);
    ck_assert_uint_eq(result_number(result, part), 3 * events_counted);
    ck_assert_uint_eq(result_number(result, "totals.energy.total"), 3 * events_counted);
    ck_assert_uint_eq(result_number(result, "totals.energy.dynamic"), 3 * events_counted);
}
END_TEST

START_TEST(standing_costs_time)
{
    static const struct {
        const char *price;
        unsigned units;
    } rows[] = {
        {"power.sm=3mW", 15}, {"power.l2=3mW", 12}, {"power.dram=3mW", 6}, {"power.rest=3mW", 1}};
    for (size_t i = 0; i < G_N_ELEMENTS(rows); i++) {
        g_autoptr(GPtrArray) command = free_of_charge();
        command_add(command, "--set=gpu.%s", rows[i].price);
        g_autoptr(JsonNode) result = run_for_result(command, EXIT_DONE);
        ck_assert_uint_eq(result_number(result, "totals.energy.static"),
                          3 * rows[i].units * result_number(result, "elapsed_ps"));
        ck_assert_uint_eq(result_number(result, "totals.energy.dynamic"), 0);
        ck_assert_uint_eq(result_number(result, "outside_kernels.energy.static"),
                          result_number(result, "totals.energy.static"));
    }
}
END_TEST

START_TEST(nothing_costs_nothing)
{
    g_autoptr(GPtrArray) command = free_of_charge();
    g_autoptr(JsonNode) result = run_for_result(command, EXIT_DONE);
    JsonObject *energy = json_node_get_object(result_at(result, "totals.energy"));
    g_autoptr(GList) names = json_object_get_members(energy);
    for (GList *name = names; name; name = name->next)
        ck_assert_int_eq(json_object_get_int_member(energy, name->data), 0);
    auto_outcome outcome;
    command_run(command, &outcome);
    ck_assert_ptr_null(strstr(outcome.out, "\nenergy "));
}
END_TEST

/* ---- sums ---------------------------------------------------------------------------------------
 */

START_TEST(units_and_kernels_sum_to_the_run)
{
    g_autoptr(GPtrArray) command = command_of_run(_i * SCHEDULERS);
    g_autoptr(JsonNode) result = run_for_result(command, EXIT_DONE);
    assert_kernels_add_up(result);
    JsonObject *run = json_node_get_object(result_at(result, "totals.energy"));
    g_autoptr(GList) names = json_object_get_members(run);
    for (GList *name = names; name; name = name->next) {
        bool stands = strcmp(name->data, "static") == 0 || strcmp(name->data, "total") == 0;
        uint64_t sum = result_sum(result, "energy.per_sm", name->data) +
                       result_sum(result, "energy.per_l2_bank", name->data) +
                       result_sum(result, "energy.per_dram_channel", name->data) +
                       (stands ? result_number(result, "energy.rest") : 0);
        ck_assert_uint_eq(sum, json_object_get_int_member(run, name->data));
    }
    uint64_t lanes = 0;
    static const char *const classes[] = {"int", "int_mul", "fp32",   "fp64", "divide",
                                          "sfu", "tensor",  "memory", "other"};
    for (size_t i = 0; i < G_N_ELEMENTS(classes); i++) {
        g_autofree char *counter = g_strdup_printf("totals.sm.lanes_%s", classes[i]);
        lanes += result_number(result, counter);
    }
    ck_assert_uint_eq(lanes, result_number(result, "totals.sm.thread_instructions"));
}
END_TEST

/* ---- independence -------------------------------------------------------------------------------
 */

START_TEST(the_lookahead_changes_no_energy)
{
    g_autofree char *first = NULL;
    for (unsigned i = 0; i < 2; i++) {
        g_autoptr(GPtrArray) command = command_for("workloads/examples/vecadd/vecadd.json");
        command_add(command, "--set=scalars.n=5000");
        if (i == 1)
            command_add(command, "--set=engine.lookahead=1");
        g_autoptr(JsonNode) result = run_for_result(command, EXIT_DONE);
        ck_assert_uint_gt(result_number(result, "totals.energy.dynamic"), 0);
        g_autofree char *text = result_without_host(result);
        if (first)
            assert_same_result(first, text, "lookahead of one cycle");
        else
            first = g_steal_pointer(&text);
    }
}
END_TEST

/* ---- refusals -----------------------------------------------------------------------------------
 */

START_TEST(wrong_prices_are_refused)
{
    static const struct {
        const char *set, *message;
    } rows[] = {
        {"gpu.energy.int=3", "property energy.int: expected an energy with its unit"},
        {"gpu.energy.int=3W", "property energy.int: expected an energy with its unit"},
        {"gpu.energy.int=0.5fJ", "'0.5fJ' is not a whole number of femtojoules"},
        {"gpu.energy.int=1001nJ", "expected 0fJ to 1000000000fJ, found '1001nJ'"},
        {"gpu.power.sm=3pJ", "property power.sm: expected a power with its unit"},
        {"gpu.power.sm=1000.001W", "expected 0mW to 1000000mW"},
    };
    g_autoptr(GPtrArray) command = command_for("workloads/examples/vecadd/vecadd.json");
    auto_outcome outcome;
    command_add(command, "--set=%s", rows[_i].set);
    command_run(command, &outcome);
    ck_assert_int_eq(outcome.exit_code, EXIT_BAD_INPUT);
    ck_assert_msg(strstr(outcome.err, rows[_i].message) != NULL, "%s", outcome.err);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("energy");
    TCase *tests = tcase_create("all");
    tcase_add_loop_test(tests, an_event_costs_what_the_platform_says, 0,
                        (int)G_N_ELEMENTS(charges));
    tcase_add_test(tests, standing_costs_time);
    tcase_add_test(tests, nothing_costs_nothing);
    tcase_add_loop_test(tests, units_and_kernels_sum_to_the_run, 0, n_small_workloads);
    tcase_add_test(tests, the_lookahead_changes_no_energy);
    tcase_add_loop_test(tests, wrong_prices_are_refused, 0, 6);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
