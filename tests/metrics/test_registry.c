/* SPDX-License-Identifier: BSD-3-Clause */
/* The registry is complete and consistent, and formulas compute what they say. */
#include "metrics/formula.h"
#include "metrics/peer_names.h"
#include "metrics/registry.h"
#include "metrics/run_numbers.h"
#include "metrics/sharing.h"
#include <check.h>
#include <stdlib.h>
#include <string.h>

/* ---- formulas ---------------------------------------------------------------------------------
 */

static bool look_up(const void *data, const char *name, gsize length, double *value)
{
    static const struct {
        const char *name;
        double value;
    } known[] = {{"a", 6}, {"b.c", 4}, {"zero", 0}};
    (void)data;
    for (size_t i = 0; i < G_N_ELEMENTS(known); i++)
        if (strlen(known[i].name) == length && memcmp(known[i].name, name, length) == 0) {
            *value = known[i].value;
            return true;
        }
    return false;
}

static const struct {
    const char *text;
    enum formula_result result;
    double value;
} formulas[] = {
    {"a", FORMULA_VALUE, 6},
    {"100 * a / b.c", FORMULA_VALUE, 150},
    {"a - b.c - 1", FORMULA_VALUE, 1},
    {"a + b.c * 2", FORMULA_VALUE, 14},
    {"(a + b.c) * 2", FORMULA_VALUE, 20},
    {"a / (b.c - (3 + 5))", FORMULA_VALUE, -1.5},
    {"a / zero", FORMULA_UNDEFINED, 0},
    {"1 + a / (b.c - 4)", FORMULA_UNDEFINED, 0},
    {"a + b", FORMULA_ABSENT, 0},
    {"b.c.d / zero", FORMULA_ABSENT, 0},
};

START_TEST(formulas_are_evaluated)
{
    double value;
    ck_assert_int_eq(formula_evaluate(formulas[_i].text, look_up, NULL, &value),
                     formulas[_i].result);
    if (formulas[_i].result == FORMULA_VALUE)
        ck_assert_double_eq(value, formulas[_i].value);
}
END_TEST

/* ---- tables -----------------------------------------------------------------------------------
 */

/* GPGPU-Sim's names: each once, or a table by them would have two rows for one number. */
static void see_peer_name(void *data, const char *peer, const char *name, const char *unit,
                          const char *note)
{
    GHashTable *seen = data;
    (void)unit, (void)note;
    ck_assert_msg(g_hash_table_add(seen, g_strdup(peer)), "%s twice: %s", peer, name);
}

START_TEST(peer_names_are_unique)
{
    g_autoptr(GHashTable) seen = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    peer_names_visit(see_peer_name, seen);
    static const char *const expected[] = {"gpu_tot_sim_cycle",        "gpu_tot_sim_insn",
                                           "L1D_total_cache_accesses", "L1D_total_cache_misses",
                                           "L2_total_cache_misses",    "total dram reads",
                                           "L2_total_cache_accesses",  "total dram writes"};
    for (size_t i = 0; i < G_N_ELEMENTS(expected); i++)
        ck_assert_msg(g_hash_table_contains(seen, expected[i]), "no %s", expected[i]);
}
END_TEST

/* Each field of a counters struct is one row. */
START_TEST(tables_cover_their_structs)
{
    static const size_t bytes[METRIC_GROUPS] = {
        [GROUP_RUN] = sizeof(struct run_figures),
        [GROUP_PLATFORM] = sizeof(struct platform_figures),
        [GROUP_SM] = sizeof(struct sm_counters),
        [GROUP_L2] = sizeof(struct l2_bank_counters) - sizeof(uint64_t), /* BANK_WAIT_NONE */
        [GROUP_DRAM] = sizeof(struct dram_counters),
        [GROUP_REQUEST_PORTS] = sizeof(struct port_counters),
        [GROUP_REPLY_PORTS] = sizeof(struct port_counters),
        [GROUP_DISPATCHER] = sizeof(struct dispatcher_counters),
        [GROUP_HOST_COMMANDS] = sizeof(struct host_counters) - 2 * sizeof(uint64_t), /* of peers */
        [GROUP_FUNCTIONAL] = sizeof(struct functional_counts),
        [GROUP_ENERGY] = sizeof(struct energy_figures)};
    const struct counter *table = metric_groups[_i].table;
    size_t n = 0;
    for (const struct counter *row = table; row->name; row++, n++)
        for (const struct counter *other = table; other < row; other++)
            ck_assert_msg(other->offset != row->offset, "%s and %s", other->name, row->name);
    ck_assert_uint_eq(n * sizeof(uint64_t), bytes[_i]);
}
END_TEST

static void check_texts(const char *name, const char *unit, const char *meaning)
{
    for (const char *c = name; *c; c++)
        ck_assert_msg(g_ascii_islower(*c) || g_ascii_isdigit(*c) || *c == '_', "%s", name);
    ck_assert_msg(unit && *unit, "%s has no unit", name);
    ck_assert_msg(meaning && g_str_has_suffix(meaning, "."), "%s: \"%s\"", name, meaning);
}

START_TEST(names_are_unique_and_everything_is_explained)
{
    g_autoptr(GHashTable) names = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    for (unsigned g = 0; g < METRIC_GROUPS; g++)
        for (const struct counter *row = metric_groups[g].table; row->name; row++) {
            check_texts(row->name, row->unit, row->meaning);
            ck_assert_msg(g_hash_table_add(names, g == GROUP_RUN
                                                      ? g_strdup(row->name)
                                                      : g_strdup_printf("%u.%s", g, row->name)),
                          "%s twice", row->name);
        }
    for (const struct derived_metric *row = derived_metrics; row->name; row++) {
        check_texts(row->name, row->unit, row->meaning);
        ck_assert_msg(g_hash_table_add(names, g_strdup(row->name)), "%s twice", row->name);
    }
}
END_TEST

/* ---- values -----------------------------------------------------------------------------------
 */

struct seen {
    unsigned counters, derived, undefined;
    double ipc;
};

static void see(void *data, const struct metric *metric)
{
    struct seen *seen = data;
    seen->counters += !metric->derived;
    seen->derived += metric->derived;
    seen->undefined += !metric->defined;
    if (strcmp(metric->name, "ipc") == 0)
        seen->ipc = metric->value;
}

/* A scope with everything has every derived metric: each name in a formula is one of a metric. One
 * of an SM has those of SMs, and no ipc, which wants the cycles. */
START_TEST(scopes_have_what_their_counters_give)
{
    static const uint64_t ones[96] = {[0 ... 95] = 1};
    const struct run_figures figures = {.cycles = 50};
    struct sm_counters sm = {.warp_instructions = 25};
    struct metric_values values = {0};
    struct seen all = {0}, one = {0}, none = {0};
    unsigned n_derived = 0;
    while (derived_metrics[n_derived].name)
        n_derived++;
    for (unsigned g = 0; g < METRIC_GROUPS; g++)
        values.groups[g] = ones;
    ck_assert_uint_le(sizeof(struct sm_counters), sizeof ones);
    values.groups[GROUP_RUN] = &figures;
    values.groups[GROUP_SM] = &sm;
    metrics_visit_figures(&values, see, &all);
    ck_assert_uint_eq(all.counters, sizeof figures / sizeof(uint64_t));
    ck_assert_uint_eq(all.derived, n_derived);
    ck_assert_double_eq(all.ipc, 0.5);
    values = (struct metric_values){.groups = {[GROUP_SM] = &sm}};
    metrics_visit(&values, see, &one);
    ck_assert_uint_eq(one.counters, sizeof sm / sizeof(uint64_t));
    ck_assert_uint_gt(one.derived, 0);
    ck_assert_uint_gt(one.undefined, 0);
    ck_assert_double_eq(one.ipc, 0);
    values = (struct metric_values){0};
    metrics_visit(&values, see, &none);
    ck_assert_uint_eq(none.counters + none.derived, 0);
}
END_TEST

/* Two SMs of two schedulers for 100 cycles. */
static const struct platform_figures two_sms = {.sms = 2,
                                                .schedulers = 2,
                                                .warps = 48,
                                                .threads = 1536,
                                                .registers = 32768,
                                                .shared_bytes = 49152,
                                                .alus = 2,
                                                .sfus = 1};
static const struct {
    const char *name;
    double value;
} uses[] = {{"thread_use", 25},      {"register_use", 50},  {"shared_use", 12.5},
            {"alu_use", 30},         {"sfu_use", 5},        {"ldst_use", 50},
            {"ldst_stall", 40},      {"stall_memory", 10},  {"stall_data", 2.5},
            {"stall_execution", 20}, {"stall_fetch", 1.25}, {"l2_mpki", 54}};

static void see_use(void *data, const struct metric *metric)
{
    unsigned *seen = data;
    for (unsigned i = 0; i < G_N_ELEMENTS(uses); i++)
        if (strcmp(metric->name, uses[i].name) == 0) {
            ck_assert_msg(metric->value > uses[i].value - 1e-9 &&
                              metric->value < uses[i].value + 1e-9,
                          "%s: %g", metric->name, metric->value);
            ++*seen;
        }
}

START_TEST(uses_are_shares_of_what_there_is)
{
    const struct run_figures figures = {.cycles = 100};
    const struct sm_counters sm = {
        .warp_instructions = 500,
        .thread_cycles = 2 * 100 * 1536 / 4,
        .register_cycles = 100 * 32768,
        .shared_byte_cycles = 2 * 100 * 49152 / 8,
        .units = {[UNITS_ALU] = 120, [UNITS_SFU] = 10, [UNITS_OTHER] = 1000},
        .ldst_busy_cycles = 100,
        .ldst_stall_cycles = 80,
        .slots = {[SLOT_MEMORY] = 40, [SLOT_DATA] = 10, [SLOT_STRUCTURAL] = 80, [SLOT_FETCH] = 5}};
    const struct l2_bank_counters l2 = {
        .misses = 14, .sector_misses = 6, .write_allocations = 7, .write_fetches = 3, .hits = 100};
    const struct metric_values values = {.groups = {[GROUP_RUN] = &figures,
                                                    [GROUP_PLATFORM] = &two_sms,
                                                    [GROUP_SM] = &sm,
                                                    [GROUP_L2] = &l2}};
    unsigned seen = 0;
    metrics_visit_figures(&values, see_use, &seen);
    ck_assert_uint_eq(seen, G_N_ELEMENTS(uses));
}
END_TEST

/* Two programs of 1,000 and 600 instructions, which take 100 cycles alone and 125 and 200 together.
 */
START_TEST(sharing_is_judged)
{
    struct shared_program programs[] = {{1000, 125, 100}, {600, 200, 100}};
    struct sharing sharing;
    ck_assert(sharing_of(programs, 2, &sharing));
    ck_assert_uint_eq(sharing.cycles, 200);
    ck_assert_double_eq(sharing.combined_ipc, 8);
    ck_assert(sharing.compares);
    ck_assert_double_eq_tol(sharing.min_speedup, 0.5, 1e-12);
    ck_assert_double_eq_tol(sharing.antt, (1.25 + 2) / 2, 1e-12);
    ck_assert_double_eq_tol(sharing.stp, 0.8 + 0.5, 1e-12);
    programs[0].alone = 0;
    ck_assert(sharing_of(programs, 2, &sharing));
    ck_assert(!sharing.compares);
    programs[1].cycles = 0;
    ck_assert(!sharing_of(programs, 2, &sharing));
    ck_assert(!sharing_of(programs, 0, &sharing));
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("metrics");
    TCase *tests = tcase_create("registry");
    tcase_add_loop_test(tests, formulas_are_evaluated, 0, (int)G_N_ELEMENTS(formulas));
    tcase_add_test(tests, peer_names_are_unique);
    tcase_add_loop_test(tests, tables_cover_their_structs, 0, METRIC_GROUPS);
    tcase_add_test(tests, names_are_unique_and_everything_is_explained);
    tcase_add_test(tests, scopes_have_what_their_counters_give);
    tcase_add_test(tests, uses_are_shares_of_what_there_is);
    tcase_add_test(tests, sharing_is_judged);
    suite_add_tcase(suite, tests);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_ENV);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
