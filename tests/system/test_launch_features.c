/* SPDX-License-Identifier: BSD-3-Clause */
/* --features: what simgpu train learns from, of runs whose launches are known. */
#include "tests/rigs/command.h"
#include "tests/rigs/folder.h"
#include <stdlib.h>
#include <string.h>

static char *folder, *csv;

static void set_up(void)
{
    folder = folder_new();
    csv = g_build_filename(folder, "features.csv", NULL);
}

static void tear_down(void)
{
    g_free(csv);
    folder_remove(folder);
}

/* The file's text; g_free. */
static char *run(const char *workload, const char *const *words)
{
    g_autoptr(GPtrArray) command = command_for(workload);
    auto_outcome outcome;
    char *text = NULL;
    command_add(command, "--features");
    command_add(command, "%s", csv);
    for (; *words; words++)
        command_add(command, "%s", *words);
    command_run(command, &outcome);
    ck_assert_int_eq(outcome.exit_code, EXIT_DONE);
    ck_assert(g_file_get_contents(csv, &text, NULL, NULL));
    return text;
}

#define VECADD "workloads/examples/vecadd/vecadd.json"
#define TITLE                                                                                      \
    "kernel,launch,threads,cpu_scalar_alu,cpu_scalar_mem,cpu_vector_alu,cpu_vector_mem,"           \
    "cpu_branch,cpu_atomic,gpu_mem,gpu_int,gpu_fp,gpu_math,gpu_branch,gpu_barrier,buffer_bytes,"   \
    "llc_misses,dram_bandwidth,device,seconds\n"

/* 512 elements of four bytes in three buffers. */
START_TEST(counts_a_launch)
{
    g_autofree char *text =
        run(VECADD, (const char *const[]){"--functional", "--set", "scalars.n=512", NULL});
    ck_assert_str_eq(text, TITLE "vecadd,0,512,16,0,1,3,1,0,3,16,1,0,1,0,6144,0,0,gpu,\n");
}
END_TEST

/* A launch that is simulated has a time, which does not depend on the lookahead. */
START_TEST(times_a_launch)
{
    g_autofree char *text = run(VECADD, (const char *const[]){"--set", "scalars.n=512", NULL});
    g_autofree char *again = run(VECADD, (const char *const[]){"--set", "scalars.n=512", "--set",
                                                               "engine.lookahead=1", NULL});
    ck_assert_str_eq(text, again);
    const double seconds = g_ascii_strtod(strrchr(text, ',') + 1, NULL);
    ck_assert_double_gt(seconds, 1e-7);
    ck_assert_double_lt(seconds, 1e-4);
}
END_TEST

/* Those of a loop on the host, in their order. */
START_TEST(has_every_launch)
{
    g_autofree char *text =
        run("workloads/examples/bfs/bfs.json", (const char *const[]){"--functional", NULL});
    g_auto(GStrv) lines = g_strsplit(text, "\n", -1);
    const unsigned n = g_strv_length(lines) - 2;
    ck_assert_uint_ge(n, 4);
    for (unsigned i = 0; i < n; i++) {
        g_auto(GStrv) cells = g_strsplit(lines[i + 1], ",", -1);
        g_autofree char *number = g_strdup_printf("%u", i);
        ck_assert_str_eq(cells[1], number);
        ck_assert_uint_eq(g_strv_length(cells), 20);
    }
}
END_TEST

/* The columns are those that the models of the publication have. */
START_TEST(can_be_trained_with)
{
    static const char *const sets[] = {"cpu_alone", "gpu_alone", "cpu_colocated", "gpu_colocated"};
    g_free(run(VECADD, (const char *const[]){"--set", "scalars.n=512", NULL}));
    for (unsigned i = 0; i < G_N_ELEMENTS(sets); i++) {
        g_autoptr(GPtrArray) command = command_new();
        auto_outcome outcome;
        const char *const words[] = {"train", csv, "--features", sets[i]};
        for (unsigned k = 0; k < G_N_ELEMENTS(words); k++)
            command_add(command, "%s", words[k]);
        command_run(command, &outcome);
        ck_assert_int_eq(outcome.exit_code, EXIT_BAD_INPUT);
        ck_assert_ptr_nonnull(strstr(outcome.err, "1 kernels can't be cut into 5 folds"));
    }
}
END_TEST

START_TEST(refuses_a_trace)
{
    g_autofree char *traces = g_build_filename(folder, "traces", NULL);
    g_autofree char *list = g_build_filename(traces, "kernelslist.g", NULL);
    g_free(run(VECADD, (const char *const[]){"--functional", "--set", "scalars.n=512",
                                             "--export-trace", traces, NULL}));
    g_autoptr(GPtrArray) command = command_for(list);
    auto_outcome outcome;
    command_add(command, "--features");
    command_add(command, "%s", csv);
    command_run(command, &outcome);
    ck_assert_int_eq(outcome.exit_code, EXIT_BAD_INPUT);
    ck_assert_ptr_nonnull(strstr(outcome.err, "--features"));
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("launch_features");
    TCase *tcase = tcase_create("launch_features");
    tcase_add_checked_fixture(tcase, set_up, tear_down);
    tcase_add_test(tcase, counts_a_launch);
    tcase_add_test(tcase, times_a_launch);
    tcase_add_test(tcase, has_every_launch);
    tcase_add_test(tcase, can_be_trained_with);
    tcase_add_test(tcase, refuses_a_trace);
    suite_add_tcase(suite, tcase);
    return run_suite(suite);
}
