/* SPDX-License-Identifier: BSD-3-Clause */
/* Traces of tensor cores, copies to shared memory and its banks: cycles on two imported
 * configurations, beside those that the peer says.
 *
 * Source of the peer's cycles: Accel-Sim 1.3 (accel-sim-framework and gpgpu-sim_distribution dev,
 * October 2024), trace mode, its timing model unmodified, on these traces and the configurations'
 * own files, measured 2026-11-27. The launch latency is 0 in both simulators. */
#include "tests/import/configuration_table.h"
#include "tests/rigs/folder.h"
#include "tests/traces/synthetic.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_MEAN = 5, MOST_OFF = 15 /* % */, GPUS = 2 };

static const char *const gpus[GPUS] = {"A100_FLASHINFER", "SM86_RTX3070"};

static const struct row {
    const char *kind;
    const char *settings[8];
    unsigned peer[GPUS]; /* cycles */
} rows[] = {
    {"tensor", {"blocks=8", "ilp=1", "warps=1", "unroll=8"}, {2490, 5138}},
    {"tensor", {"blocks=8", "ilp=1", "warps=4", "unroll=8", "iters=8"}, {1414, 2718}},
    {"tensor", {"blocks=8", "ilp=4", "warps=4", "unroll=8", "iters=8"}, {827, 2305}},
    {"tensor", {"blocks=8", "ilp=8", "warps=8", "unroll=16", "iters=2"}, {859, 2359}},
    {"tensor", {"blocks=4", "ilp=2", "warps=16", "unroll=8", "iters=3"}, {1130, 3372}},
    {"tensor", {"blocks=8", "ilp=4", "warps=8", "unroll=8", "ffma=8", "iters=4"}, {883, 2294}},
    {"tensor", {"blocks=8", "ilp=4", "warps=4", "unroll=4", "ffma=32", "iters=8"}, {1054, 1283}},
    {"tensor", {"blocks=8", "ilp=4", "warps=4", "unroll=8", "matrices=2", "iters=6"}, {910, 1992}},
    {"tensor", {"blocks=8", "ilp=8", "warps=8", "unroll=8", "matrices=8", "iters=4"}, {1491, 2828}},
    {"tensor",
     {"blocks=8", "ilp=4", "warps=8", "unroll=8", "matrices=4", "ffma=8", "iters=4"},
     {1195, 2605}},
    {"async", {"blocks=8", "stages=1", "warps=1", "iters=4"}, {2825, 2731}},
    {"async", {"blocks=8", "stages=1", "warps=4", "iters=4"}, {3279, 3253}},
    {"async", {"blocks=8", "stages=2", "warps=4", "iters=4"}, {2066, 2114}},
    {"async", {"blocks=8", "stages=2", "warps=4", "iters=4", "bypass=1"}, {2066, 2114}},
    {"async", {"blocks=16", "stages=4", "warps=4", "unroll=4", "ffma=32", "iters=4"}, {2627, 2744}},
    {"async",
     {"blocks=16", "stages=4", "warps=4", "unroll=4", "ffma=32", "iters=4", "bypass=1"},
     {2627, 2744}},
    {"async", {"blocks=16", "stages=3", "warps=8", "unroll=2", "ffma=64", "iters=4"}, {3063, 3063}},
    {"async", {"blocks=48", "stages=2", "warps=8", "unroll=4", "ffma=16", "iters=3"}, {3961, 8552}},
    {"async",
     {"blocks=8", "stages=3", "warps=2", "unroll=1", "ffma=8", "iters=8", "bypass=1"},
     {2295, 2225}},
    {"async", {"blocks=8", "stages=2", "warps=8", "unroll=4", "ffma=64", "iters=3"}, {3672, 3636}},
    {"bank", {"blocks=8", "lines=1"}, {1672, 1600}},
    {"bank", {"blocks=8", "lines=2"}, {1722, 1650}},
    {"bank", {"blocks=8", "lines=8", "iters=8"}, {1402, 1358}},
    {"bank", {"blocks=8", "lines=32", "iters=4"}, {2410, 2368}},
    {"bank", {"blocks=8", "lines=1", "stores=4"}, {1678, 1606}},
    {"bank", {"blocks=8", "lines=2", "stores=4", "warps=8", "iters=8"}, {1373, 1350}},
    {"bank", {"blocks=8", "lines=8", "stores=4", "ffma=16", "iters=6"}, {1871, 1825}},
    {"bank", {"blocks=8", "lines=32", "stores=2", "unroll=2", "ffma=32", "iters=4"}, {2371, 2325}},
    {"bank", {"blocks=8", "lines=4", "warps=16", "unroll=8", "ffma=0", "iters=4"}, {2473, 2469}},
    {"bank", {"blocks=8", "lines=1", "warps=1", "unroll=1", "ffma=0", "iters=32"}, {1380, 1338}},
};

static uint64_t cycles_of(const char *out)
{
    const char *at = strstr(out, "cycles ");
    uint64_t cycles = 0;
    ck_assert_msg(at != NULL, "%s", out);
    for (at += strcspn(at, "0123456789"); *at == ',' || g_ascii_isdigit(*at); at++)
        if (*at != ',')
            cycles = 10 * cycles + (uint64_t)(*at - '0');
    return cycles;
}

/* Of the peer's cycles, %. */
static double off(const char *folder, unsigned gpu, const struct row *row)
{
    g_autofree char *platform = g_strdup_printf("%s/%s/platform.xml", folder, gpus[gpu]);
    g_autofree char *list = g_strdup_printf("%s/trace/kernelslist.g", folder);
    g_autoptr(GPtrArray) command = command_new();
    auto_outcome outcome;
    command_add(command, "%s", platform);
    command_add(command, "%s", list);
    command_run(command, &outcome);
    ck_assert_msg(outcome.exit_code == EXIT_DONE, "%s", outcome.err);
    return 100 * ((double)cycles_of(outcome.out) / row->peer[gpu] - 1);
}

static void import_all(const char *folder)
{
    static struct configuration_table table;
    configuration_table_read(&table);
    for (unsigned gpu = 0; gpu < GPUS; gpu++) {
        g_autofree char *own = g_build_filename(folder, gpus[gpu], NULL);
        g_autofree char *options =
            g_strdup_printf("%s-gpgpu_kernel_launch_latency 0\n",
                            configuration_named(&table, gpus[gpu])->options->str);
        auto_outcome outcome;
        ck_assert_int_eq(g_mkdir_with_parents(own, 0755), 0);
        configuration_import(own, options, &outcome);
        ck_assert_msg(outcome.exit_code == EXIT_DONE, "%s", outcome.err);
    }
    configuration_table_clear(&table);
}

START_TEST(cycles_are_near_the_peers)
{
    static const char *const kinds[] = {"tensor", "async", "bank"};
    const char *kind = kinds[_i];
    char *folder = folder_new();
    g_autofree char *trace_folder = g_build_filename(folder, "trace", NULL);
    double sum = 0;
    unsigned n = 0;
    import_all(folder);
    for (unsigned i = 0; i < G_N_ELEMENTS(rows); i++) {
        struct synthetic trace;
        struct trace_counts counts;
        if (strcmp(rows[i].kind, kind) != 0)
            continue;
        ck_assert(synthetic_init(&trace, kind, rows[i].settings, NULL));
        ck_assert(synthetic_write_folder(&trace, trace_folder, &counts, NULL));
        for (unsigned gpu = 0; gpu < GPUS; gpu++, n++) {
            const double error = off(folder, gpu, &rows[i]);
            sum += fabs(error);
            ck_assert_msg(fabs(error) <= MOST_OFF, "row %u on %s: %+.1f %%", i, gpus[gpu], error);
        }
    }
    ck_assert_msg(sum <= MOST_MEAN * n, "%s: mean %.2f %%", kind, sum / n);
    folder_remove(folder);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("peer_traces");
    TCase *tests = tcase_create("all");
    tcase_set_timeout(tests, 120);
    tcase_add_loop_test(tests, cycles_are_near_the_peers, 0, 3);
    suite_add_tcase(suite, tests);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
