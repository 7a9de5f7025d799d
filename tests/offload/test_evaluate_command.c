/* SPDX-License-Identifier: BSD-3-Clause */
/* `simgpu evaluate` as a user runs it, on the results of a small study. */
#include "tests/rigs/command.h"
#include "tests/rigs/folder.h"
#include <stdio.h>
#include <string.h>

static char *folder;

static char *path_of(const char *name)
{
    return g_build_filename(folder, name, NULL);
}

static void run(const char *const *words, struct outcome *outcome)
{
    g_autoptr(GPtrArray) command = command_new();
    for (; *words; words++)
        command_add(command, "%s", *words);
    command_run(command, outcome);
}

/* Four workloads with a kernel each, alone and beside mcf. */
static char *study_text(void)
{
    g_autofree char *platform = source_path("platforms/papers/heteropdp.xml");
    g_autofree char *applications = source_path("offload/applications/spec2006.json");
    g_autofree char *vecadd = source_path("workloads/examples/vecadd/vecadd.json");
    g_autofree char *histogram = source_path("workloads/examples/histogram/histogram.json");
    g_autofree char *spmv = source_path("workloads/examples/spmv/spmv.json");
    return g_strdup_printf(
        "{\"name\": \"s\", \"platform\": \"%s\", \"set\": [\"sm.count=4\"], "
        "\"options\": [\"--launch-features\"], \"axes\": ["
        "{\"name\": \"program\", \"values\": ["
        "{\"label\": \"vecadd\", \"workload\": \"%s\", \"set\": [\"scalars.n=2000\"]}, "
        "{\"label\": \"histogram\", \"workload\": \"%s\", \"set\": [\"scalars.n=2000\"]}, "
        "{\"label\": \"spmv\", \"workload\": \"%s\", "
        "\"set\": [\"scalars.rows=128\", \"scalars.edges=1024\"]}, "
        "{\"label\": \"small\", \"workload\": \"%s\", \"set\": [\"scalars.n=500\"]}]}, "
        "{\"name\": \"beside\", \"values\": [{\"label\": \"none\"}, {\"label\": \"mcf\", "
        "\"options\": [\"--host-apps\", \"%s\", \"--host-app\", \"mcf\"]}]}, "
        "{\"name\": \"target\", \"values\": [{\"label\": \"cpu\", \"policy\": {\"offload\": "
        "\"cpu\"}}, {\"label\": \"gpu\", \"policy\": {\"offload\": \"gpu\"}}]}]}",
        platform, vecadd, histogram, spmv, vecadd, applications);
}

static void set_up(void)
{
    static const char bubbles[] = "application,beside,level,slowdown\n"
                                  "mcf,llc,0,2\nmcf,llc,0.9,4\nmcf,dram,1,1.5\n";
    auto_outcome study;
    folder = folder_new();
    g_autofree char *text = study_text();
    g_autofree char *file = folder_write(folder, "s.json", text, strlen(text));
    g_free(folder_write(folder, "bubbles.csv", bubbles, strlen(bubbles)));
    g_autofree char *results = path_of("s.sqlite");
    run((const char *const[]){"study", file, "-o", results, "-j", "1", NULL}, &study);
    ck_assert_msg(study.exit_code == EXIT_DONE, "%s", study.err);
}

static void tear_down(void)
{
    folder_remove(folder);
}

/* With up to two more words. */
static void evaluate(const char *results, const char *word, const char *other,
                     struct outcome *outcome)
{
    g_autofree char *bubbles = path_of("bubbles.csv"), *out = path_of("out");
    run((const char *const[]){"evaluate", results, "--bubble-up", bubbles, "--folds", "2", "-o",
                              out, word, other, NULL},
        outcome);
}

/* Four kernels give as many coefficients as there are rows: what is trained with fits exactly, and
 * so all targets are right. What a table says, simgpu place says, too. */
START_TEST(makes_the_figures)
{
    auto_outcome outcome, place;
    g_autofree char *results = path_of("s.sqlite"), *alone = path_of("out/seen-alone.csv"),
                    *changes = path_of("out/figure-6.3.csv"), *text = NULL,
                    *colocated = path_of("out/seen-colocated.csv"), *rows = NULL;
    evaluate(results, NULL, NULL, &outcome);
    ck_assert_msg(outcome.exit_code == EXIT_DONE, "%s", outcome.err);
    ck_assert_ptr_nonnull(strstr(outcome.out, "| right targets, alone | 80 % | 4 of 4, 100 % |"));
    ck_assert_ptr_nonnull(
        strstr(outcome.out, "| cpu_alone: within 20 % (10 %) | 73 % | 100 % (100 %) |"));
    ck_assert_ptr_nonnull(strstr(outcome.out, "| right targets, beside an application | 72 % |"));
    ck_assert_ptr_nonnull(strstr(outcome.out, "| 6.3 | best target by a whole program's time"));
    run((const char *const[]){"place", alone, NULL}, &place);
    ck_assert_ptr_nonnull(strstr(place.err, "right targets  4 of 4 (100.0 %)\n"));
    ck_assert(g_file_get_contents(changes, &text, NULL, NULL));
    ck_assert(g_str_has_prefix(text, "kernel,gpu_speed_alone,gpu_speed_beside,alone,beside,"
                                     "program_gpu_speed_alone,"));
    /* Figure 6.3 is of whole programs, too. */
    ck_assert(g_file_get_contents(colocated, &rows, NULL, NULL));
    double times[4], speed;
    const char *whole = strstr(rows, "\nvecadd,mcf,");
    for (unsigned i = 0; i < 14; i++)
        whole = strchr(whole, ',') + 1;
    ck_assert_int_eq(sscanf(whole, "%lf,%lf,%lf,%lf", &times[0], &times[1], &times[2], &times[3]),
                     4);
    ck_assert_int_eq(sscanf(strstr(text, "\nvecadd,"), "\nvecadd,%*f,%*f,%*3s,%*3s,%lf", &speed),
                     1);
    ck_assert_double_eq_tol(speed, times[0] / times[2], 1e-4);
}
END_TEST

/* A draw is the evaluation with its seed, and with three of four kernels drawn three quarters of
 * the main kernels are. */
START_TEST(states_several_draws)
{
    auto_outcome outcome, second;
    g_autofree char *results = path_of("s.sqlite"), *file = path_of("out/draws.csv"), *text = NULL;
    unsigned right, of;
    double parts[4];
    evaluate(results, "--keep=3", "--draws=3", &outcome);
    ck_assert_msg(outcome.exit_code == EXIT_DONE, "%s", outcome.err);
    ck_assert_ptr_nonnull(strstr(outcome.out, "| over 3 draws, kernels trained with |"));
    ck_assert_ptr_nonnull(strstr(outcome.out, "|  | main kernels that were drawn, % |  | 75 | 75 | "
                                              "75 |\n"));
    ck_assert(g_file_get_contents(file, &text, NULL, NULL));
    ck_assert(g_str_has_prefix(text, "seed,drawn,right,right_drawn,right_others,speed,closed,"));
    evaluate(results, "--keep=3", "--seed=2", &second);
    ck_assert_int_eq(
        sscanf(strstr(second.out, "| right targets, alone |"), "%*[^%]%% | %u of %u", &right, &of),
        2);
    ck_assert_int_eq(sscanf(strstr(text, "\n2,"), "\n2,%lf,%lf,%lf,%lf", &parts[0], &parts[1],
                            &parts[2], &parts[3]),
                     4);
    ck_assert_double_eq_tol(parts[1], 100.0 * right / of, 1e-3);
    ck_assert_double_eq_tol(parts[1], (3 * parts[2] + parts[3]) / 4, 1e-3);
}
END_TEST

START_TEST(tells_what_is_wrong)
{
    auto_outcome none, table, unknown, missing, study;
    g_autofree char *results = path_of("s.sqlite");
    g_autofree char *bubbles = path_of("bubbles.csv"), *other = path_of("t.sqlite");
    g_autofree char *platform = source_path("platforms/papers/heteropdp.xml");
    g_autofree char *workload = source_path("workloads/examples/vecadd/vecadd.json");
    g_autofree char *text =
        g_strdup_printf("{\"name\": \"t\", \"platform\": \"%s\", \"workload\": \"%s\", \"axes\": "
                        "[{\"name\": \"n\", "
                        "\"values\": [{\"label\": \"9\", \"set\": [\"scalars.n=9\"]}]}]}",
                        platform, workload);
    g_autofree char *file = folder_write(folder, "t.json", text, strlen(text));
    run((const char *const[]){"evaluate", bubbles, NULL}, &none);
    ck_assert_int_eq(none.exit_code, EXIT_USAGE);
    ck_assert_str_eq(none.err, "simgpu: expected -o FOLDER\nTry evaluate --help.\n");
    evaluate(bubbles, NULL, NULL, &table);
    ck_assert_int_eq(table.exit_code, EXIT_BAD_INPUT);
    evaluate(results, "--train-only=knn", NULL, &unknown);
    ck_assert_int_eq(unknown.exit_code, EXIT_BAD_INPUT);
    ck_assert_ptr_nonnull(strstr(unknown.err, "has no program \"knn\" to train with"));
    run((const char *const[]){"study", file, "-o", other, "-j", "1", NULL}, &study);
    evaluate(other, NULL, NULL, &missing);
    ck_assert_int_eq(missing.exit_code, EXIT_BAD_INPUT);
    ck_assert_ptr_nonnull(strstr(
        missing.err, "expected results of a study with the axes program, beside and target"));
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("evaluate_command");
    TCase *tcase = tcase_create("evaluate_command");
    tcase_add_unchecked_fixture(tcase, set_up, tear_down);
    tcase_add_test(tcase, makes_the_figures);
    tcase_add_test(tcase, states_several_draws);
    tcase_add_test(tcase, tells_what_is_wrong);
    suite_add_tcase(suite, tcase);
    return run_suite(suite);
}
