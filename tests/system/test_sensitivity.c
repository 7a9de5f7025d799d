/* SPDX-License-Identifier: BSD-3-Clause */
/* What a change of the hardware does to a kernel that depends on it, by direction and size, on
 * every platform. Where start and end would blur it, two sizes of the same kernel are subtracted.
 */
#include "tests/rigs/platform_values.h"
#include "tests/rigs/result.h"
#include "tests/rigs/traces.h"
#include <string.h>

enum { MAX_SETS = 8, LINE = 128, WARP_LANES = 32 };

static struct platform_values *values;

static const char *platform(int index)
{
    return platform_file(index);
}

/* Settings for --set as they are put together. */
struct sets {
    char *texts[MAX_SETS + 1];
    unsigned n;
    bool even; /* warps advance alike: round robin */
};

static void G_GNUC_PRINTF(2, 3) add_set(struct sets *sets, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    ck_assert_uint_lt(sets->n, MAX_SETS);
    sets->texts[sets->n++] = g_strdup_vprintf(format, arguments);
    va_end(arguments);
}

static void clear_sets(struct sets *sets)
{
    for (unsigned i = 0; i < sets->n; i++)
        g_free(sets->texts[i]);
}

#define auto_sets __attribute__((cleanup(clear_sets))) struct sets

static JsonNode *run(int index, const char *list, const struct sets *sets)
{
    g_autoptr(GPtrArray) command = command_on(platform(index), list);
    command_set_all(command, (const char *const *)sets->texts);
    if (sets->even) {
        command_add(command, "--scheduler");
        command_add(command, "lrr");
    }
    return run_for_result(command, EXIT_DONE);
}

/* A trace whose last setting is a number that grows. */
static char *trace_with(const char *kind, const char *fixed, const char *name, unsigned value)
{
    g_auto(GStrv) parts = g_strsplit(fixed, " ", -1);
    g_autoptr(GPtrArray) settings = g_ptr_array_new();
    for (char **part = parts; *part; part++)
        g_ptr_array_add(settings, *part);
    g_autofree char *last = g_strdup_printf("%s=%u", name, value);
    g_ptr_array_add(settings, last);
    g_ptr_array_add(settings, NULL);
    return trace_of(kind, (const char *const *)settings->pdata);
}

static uint64_t cycles(JsonNode *result)
{
    return result_number(result, "kernels.0.cycles");
}

/* How many cycles longer the larger of two traces takes. */
static uint64_t growth(int index, const char *smaller, const char *larger, const struct sets *sets)
{
    g_autoptr(JsonNode) a = run(index, smaller, sets);
    g_autoptr(JsonNode) b = run(index, larger, sets);
    ck_assert_uint_gt(cycles(b), cycles(a));
    return cycles(b) - cycles(a);
}

/* Loads that left the SMs. */
static uint64_t loads_sent(JsonNode *result)
{
    return result_number(result, "totals.sm.reads_sent") +
           result_number(result, "totals.sm.fetches_sent");
}

static void setup(void)
{
    values = NULL;
}

static void open_platform(int index)
{
    values = platform_values_new(platform(index));
}

static void teardown(void)
{
    platform_values_free(values);
}

/* ---- DRAM channels -------------------------------------------------------------------------- */

/* An imported map's lowest bank bits choose one of the two slices of a channel, so that half the
 * channels have half the slices, here of twice the size. */
static void add_half_the_slices(struct sets *sets)
{
    if (strcmp(platform_text(values, "gpu.memory.address_bits"), "none") == 0)
        return;
    add_set(sets, "l2.count=%u", (unsigned)platform_hosts(values, "l2") / 2);
    add_set(sets, "l2.size=%uKiB", 2 * (unsigned)platform_number(values, "l2.size", "KiB"));
}

/* A stream that fills every SM, in its last setting but one; g_free. */
static char *blocks_of_stream(void)
{
    enum { USUAL = 320, ALL_BUT_LARGE = 80, EACH = 8 };
    const unsigned sms = (unsigned)platform_hosts(values, "sm");
    return g_strdup_printf("blocks=%u", sms > ALL_BUT_LARGE ? EACH * sms : USUAL);
}

/* A stream is as fast as DRAM. Writes stay in L2 as long as there is room, which costs less than
 * half; and twice the requests a channel meet more often in a bank, which costs more. */
START_TEST(half_the_channels_take_a_stream_twice_as_long)
{
    auto_sets all = {0}, half = {0};
    open_platform(_i);
    add_half_the_slices(&half);
    add_set(&half, "dram.count=%u", (unsigned)platform_hosts(values, "dram") / 2);
    g_autofree char *blocks = blocks_of_stream();
    g_autofree char *small = trace_with("vecadd", blocks, "iters", 2);
    g_autofree char *large = trace_with("vecadd", blocks, "iters", 4);
    double with_all = (double)growth(_i, small, large, &all);
    double with_half = (double)growth(_i, small, large, &half);
    ck_assert_double_ge(with_half / with_all, 1.7);
    ck_assert_double_le(with_half / with_all, 2.3);
}
END_TEST

/* ---- L1 ------------------------------------------------------------------------------------- */

/* No more than the lines of all its warps can fill. */
enum { MOST_L1_KIB = 128, ITS_WAYS = 256 };

static uint64_t l1_bytes(void)
{
    return 1024 * MIN(platform_number(values, "sm.l1d.size", "KiB"), MOST_L1_KIB);
}

/* An L1 so many times as large as l1_bytes. */
static void add_l1(struct sets *sets, unsigned times)
{
    add_set(sets, "sm.l1d.size=%" G_GUINT64_FORMAT "KiB", times * l1_bytes() / 1024);
    if (platform_number(values, "sm.l1d.size", "KiB") <= MOST_L1_KIB)
        return;
    add_set(sets, "sm.l1d.ways=%d", ITS_WAYS);
    add_set(sets, "sm.l1d.carveout=none");
}

/* Each warp uses 32 lines again and again: so many warps on one SM that its L1 holds two thirds of
 * their lines, in blocks of `warps`. */
static char *rows_beyond_l1(void)
{
    unsigned warps = (unsigned)(l1_bytes() * 3 / 2 / (LINE * WARP_LANES));
    unsigned blocks = (warps + 15) / 16;
    g_autofree char *shape = g_strdup_printf("blocks=%u clusters=2", blocks);
    return trace_with("strided", shape, "warps", warps / blocks);
}

START_TEST(twice_the_l1_holds_what_one_did_not)
{
    auto_sets one = {0}, two = {0};
    open_platform(_i);
    add_set(&one, "sm.count=1");
    one.even = two.even = true;
    add_set(&two, "sm.count=1");
    add_l1(&one, 1);
    add_l1(&two, 2);
    g_autofree char *list = rows_beyond_l1();
    g_autoptr(JsonNode) a = run(_i, list, &one);
    g_autoptr(JsonNode) b = run(_i, list, &two);
    ck_assert_double_lt((double)loads_sent(b), 0.95 * (double)loads_sent(a));
}
END_TEST

/* An L1 of one line that is taken when its data comes, so that nothing waits for it. */
static void add_no_l1(struct sets *sets)
{
    add_set(sets, "sm.l1d.carveout=none");
    add_set(sets, "sm.l1d.size=128B");
    add_set(sets, "sm.l1d.ways=1");
    add_set(sets, "sm.l1d.allocate=fill");
}

/* Rows meet in few banks of a sectored L1, which then gives hardly more sectors a cycle than L2
 * does (with 4 banks an A100 takes 1.24 times as long without its L1, with 16 banks 3.7 times). */
static void add_l1_banks(struct sets *sets)
{
    if (platform_number(values, "sm.l1d.sector", "B") < LINE)
        add_set(sets, "sm.l1d.banks=16");
}

/* How many times as long it takes without L1. */
static double cost_of_no_l1(int index, const char *list)
{
    auto_sets with = {0}, without = {0};
    add_set(&with, "sm.count=1");
    add_set(&without, "sm.count=1");
    add_l1_banks(&with);
    add_l1_banks(&without);
    add_no_l1(&without);
    g_autoptr(JsonNode) a = run(index, list, &with);
    g_autoptr(JsonNode) b = run(index, list, &without);
    return (double)cycles(b) / (double)cycles(a);
}

/* Rows of which L1 holds all lines, and a stream that uses each line once. */
START_TEST(without_l1_rows_cost_much_and_a_stream_little)
{
    open_platform(_i);
    unsigned warps = (unsigned)(l1_bytes() / 2 / (LINE * WARP_LANES));
    g_autofree char *rows = trace_with("strided", "blocks=1 clusters=8", "warps", MIN(warps, 16));
    g_autofree char *stream = trace_with("vecadd", "blocks=8 warps=8", "iters", 4);
    ck_assert_double_ge(cost_of_no_l1(_i, rows), 1.25);
    ck_assert_double_eq_tol(cost_of_no_l1(_i, stream), 1, 0.1);
}
END_TEST

/* ---- interconnect --------------------------------------------------------------------------- */

static const char *const wires[] = {"xbar.sm_to_port.latency", "xbar.port_to_bank.latency",
                                    "xbar.bank_to_port.latency", "xbar.port_to_sm.latency"};

/* With them four times as long, cycles that a load spends there in addition. */
static uint64_t add_longer_wires(struct sets *sets)
{
    uint64_t added = 0;
    for (unsigned i = 0; i < G_N_ELEMENTS(wires); i++) {
        uint64_t latency = platform_number(values, wires[i], "cycles");
        add_set(sets, "%s=%" G_GUINT64_FORMAT "cycles", wires[i], 4 * latency);
        added += 3 * latency;
    }
    return added;
}

enum { MORE_LOADS = 512 };

/* The chase is a line at a time, `lines` different ones. One clock, so that a later load finds DRAM
 * in the same phase of its clock. */
static void check_added_hops(int index, const char *shape, unsigned lines)
{
    auto_sets as_is = {0}, longer = {0};
    uint64_t clock = platform_number(values, "sm.clock", "MHz");
    ck_assert_uint_eq(clock, platform_number(values, "xbar.clock", "MHz"));
    add_set(&as_is, "dram.clock=%" G_GUINT64_FORMAT "MHz", clock);
    add_set(&longer, "dram.clock=%" G_GUINT64_FORMAT "MHz", clock);
    uint64_t added = add_longer_wires(&longer);
    g_autofree char *small = trace_with("chase", shape, "loads", lines);
    g_autofree char *large = trace_with("chase", shape, "loads", lines + MORE_LOADS);
    uint64_t before = growth(index, small, large, &as_is);
    uint64_t after = growth(index, small, large, &longer);
    ck_assert_uint_eq(after - before, MORE_LOADS * added);
}

/* Twice around four times what L1 holds; the first time L2 gets it. */
START_TEST(longer_wires_cost_a_chase_in_l2_their_length)
{
    open_platform(_i);
    unsigned lines = (unsigned)(4 * l1_bytes() / LINE);
    g_autofree char *shape = g_strdup_printf("footprint=%u", lines * LINE);
    check_added_hops(_i, shape, lines + MORE_LOADS);
}
END_TEST

START_TEST(longer_wires_cost_a_chase_in_dram_their_length)
{
    open_platform(_i);
    check_added_hops(_i, "footprint=0x4000000 rnd=1", 1000);
}
END_TEST

int main(void)
{
    traces_start();
    Suite *suite = suite_create("sensitivity");
    TCase *tests = tcase_create("every platform");
    tcase_set_timeout(tests, 300);
    tcase_add_checked_fixture(tests, setup, teardown);
    int n = n_platforms();
    tcase_add_loop_test(tests, half_the_channels_take_a_stream_twice_as_long, 0, n);
    tcase_add_loop_test(tests, twice_the_l1_holds_what_one_did_not, 0, n);
    tcase_add_loop_test(tests, without_l1_rows_cost_much_and_a_stream_little, 0, n);
    tcase_add_loop_test(tests, longer_wires_cost_a_chase_in_l2_their_length, 0, n);
    tcase_add_loop_test(tests, longer_wires_cost_a_chase_in_dram_their_length, 0, n);
    suite_add_tcase(suite, tests);
    int failed = run_suite(suite);
    traces_finish();
    return failed;
}
