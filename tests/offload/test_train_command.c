/* SPDX-License-Identifier: BSD-3-Clause */
/* `simgpu train` and `simgpu predict` as a user runs them. */
#include "tests/rigs/command.h"
#include "tests/rigs/folder.h"
#include <stdlib.h>
#include <string.h>

/* seconds = 2 a + 3 b - a b / 2 */
static const char features[] = "kernel,launch,a,b,seconds\n"
                               "x,0,1,1,4.5\nx,1,2,1,6\ny,0,1,3,9.5\ny,1,4,2,10\n"
                               "z,0,5,7,13.5\nz,1,6,2,12\n";

static void run(const char *const *words, struct outcome *outcome)
{
    g_autoptr(GPtrArray) command = command_new();
    for (; *words; words++)
        command_add(command, "%s", *words);
    command_run(command, outcome);
}

START_TEST(trains_and_predicts)
{
    char *folder = folder_new();
    g_autofree char *csv = folder_write(folder, "f.csv", features, strlen(features));
    g_autofree char *model = g_build_filename(folder, "m.json", NULL);
    auto_outcome trained;
    run((const char *const[]){"train", csv, "--features", "a,b", "--folds", "3", "--passes", "2",
                              "-o", model, NULL},
        &trained);
    ck_assert_int_eq(trained.exit_code, EXIT_DONE);
    ck_assert_str_eq(trained.out, "");
    ck_assert_ptr_nonnull(
        strstr(trained.err, "trained with       6 rows of 3 kernels, 3 terms: R squared 1.0000"));
    auto_outcome predicted;
    run((const char *const[]){"predict", model, csv, NULL}, &predicted);
    ck_assert_int_eq(predicted.exit_code, EXIT_DONE);
    ck_assert(g_str_has_prefix(predicted.out, "kernel,launch,predicted,seconds,error\nx,0,4.5"));
    g_auto(GStrv) lines = g_strsplit(predicted.out, "\n", -1);
    ck_assert_uint_eq(g_strv_length(lines), 8);
    for (unsigned i = 1; i < 7; i++) {
        g_auto(GStrv) cells = g_strsplit(lines[i], ",", -1);
        ck_assert_double_eq_tol(g_ascii_strtod(cells[2], NULL), g_ascii_strtod(cells[3], NULL),
                                1e-9);
    }
    folder_remove(folder);
}
END_TEST

START_TEST(tells_what_is_wrong)
{
    char *folder = folder_new();
    g_autofree char *csv = folder_write(folder, "f.csv", features, strlen(features));
    g_autofree char *unknown = g_strconcat(
        "simgpu: ", csv, ":1: there is no column \"c\"; there are: kernel, launch, a, b, seconds\n",
        NULL);
    const struct {
        const char *words[6];
        int exit_code;
        const char *err;
    } bad[] = {
        {{"train", csv, NULL},
         EXIT_USAGE,
         "simgpu: expected --features: cpu_alone, gpu_alone, cpu_colocated or gpu_colocated, or "
         "columns between commas\nTry train --help.\n"},
        {{"train", csv, "--features", "a,a", NULL},
         EXIT_USAGE,
         "simgpu: --features has \"a\" twice\nTry train --help.\n"},
        {{"train", csv, "--features", "a,c", NULL}, EXIT_BAD_INPUT, unknown},
        {{"predict", csv, NULL},
         EXIT_USAGE,
         "simgpu: expected a model and a file of features, found 1 argument\nTry predict "
         "--help.\n"},
    };
    for (unsigned i = 0; i < G_N_ELEMENTS(bad); i++) {
        auto_outcome outcome;
        run(bad[i].words, &outcome);
        ck_assert_int_eq(outcome.exit_code, bad[i].exit_code);
        ck_assert_str_eq(outcome.err, bad[i].err);
        ck_assert_str_eq(outcome.out, "");
    }
    folder_remove(folder);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("train_command");
    TCase *tcase = tcase_create("train_command");
    tcase_add_test(tcase, trains_and_predicts);
    tcase_add_test(tcase, tells_what_is_wrong);
    suite_add_tcase(suite, tcase);
    return run_suite(suite);
}
