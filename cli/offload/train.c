/* SPDX-License-Identifier: BSD-3-Clause */
#include "cli/offload/train.h"
#include "cli/base/output.h"
#include "cli/base/suggest.h"
#include "cli/offload/training_words.h"
#include "offload/feature_sets.h"
#include "offload/model_file.h"
#include "offload/training.h"
#include <math.h>
#include <string.h>

static const char *const description =
    "FEATURES.csv has a line with column names and a row for each launch "
    "(docs/papers/heteropdp.md);\n"
    "a run with --features writes such files. The model is a sum of coefficients times features "
    "and\n"
    "times products of two features. All rows of a kernel are in the same set, training or test.\n"
    "\n"
    "With --keep N each of P passes takes N kernels; the other kernels are its test set. simgpu\n"
    "chooses the pass whose kernels predict each other best in K-fold cross-validation. With\n"
    "--score fit it chooses the pass whose model fits its own kernels best. Terms that others\n"
    "explain are an error that names them. With --drop-collinear they get the coefficient 0.";

struct train_options {
    char *features, *target, *by, *output;
    struct training_words words;
    gboolean drop;
};

static void train_options_clear(struct train_options *options)
{
    g_free(options->features);
    g_free(options->target);
    g_free(options->by);
    training_words_clear(&options->words);
    g_free(options->output);
}

/* ---- the command line */

static bool check_options(const struct train_options *options, int argc, GError **error)
{
    if (argc != 2) {
        g_set_error(error, G_OPTION_ERROR, G_OPTION_ERROR_FAILED,
                    "expected a file of features, found %d arguments", argc - 1);
        return false;
    }
    if (!options->features) {
        g_set_error(error, G_OPTION_ERROR, G_OPTION_ERROR_FAILED,
                    "expected --features: %s, or columns between commas", feature_set_names);
        return false;
    }
    return training_words_check(&options->words, error);
}

/* Names of columns, no two equal. */
static bool check_features(char **features, GError **error)
{
    unsigned n = 0;
    for (; features[n]; n++)
        if (!features[n][0] ||
            g_strv_contains((const char *const *)features + n + 1, features[n])) {
            g_set_error(error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE,
                        features[n][0] ? "--features has \"%s\" twice"
                                       : "--features has an empty name%s",
                        features[n]);
            return false;
        }
    if (n <= LINEAR_MODEL_MAX_FEATURES)
        return true;
    g_set_error_literal(error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE,
                        "--features has more than 32 names");
    return false;
}

static bool read_options(struct train_options *options, const struct command_call *call, int *argc,
                         char ***argv, GError **error)
{
    *options = (struct train_options){0};
    const GOptionEntry entries[] = {
        {"output", 'o', 0, G_OPTION_ARG_FILENAME, &options->output,
         "Write the model to MODEL instead of standard output", "MODEL"},
        {"features", 0, 0, G_OPTION_ARG_STRING, &options->features,
         "Predict from these columns: cpu_alone, gpu_alone, cpu_colocated, gpu_colocated, or names "
         "with commas between them",
         "NAME,..."},
        {"target", 0, 0, G_OPTION_ARG_STRING, &options->target,
         "Predict this column; the default is seconds", "NAME"},
        {"by", 0, 0, G_OPTION_ARG_STRING, &options->by,
         "Rows with the same value in this column belong together; the default is kernel", "NAME"},
        {"drop-collinear", 0, 0, G_OPTION_ARG_NONE, &options->drop,
         "Give the coefficient 0 to terms that others explain", NULL},
        {0}};
    g_autoptr(GOptionContext) context = command_context(
        call, "Fits a model of execution time to measured launches.", description, entries);
    training_words_add(&options->words, context);
    return suggest_parse(context, argc, argv, error) && check_options(options, *argc, error);
}

/* ---- what it is worth */

static char *number(double value)
{
    return isfinite(value) ? g_strdup_printf("%.4f", value) : g_strdup("not defined");
}

static void report_scores(const struct training *training, bool of_fit)
{
    double least = INFINITY, most = -INFINITY, sum = 0;
    const unsigned n = training->scores->len;
    for (unsigned i = 0; i < n; i++) {
        const double score = g_array_index(training->scores, double, i);
        least = fmin(least, score);
        most = fmax(most, score);
        sum += score;
    }
    g_autofree char *low = number(least), *high = number(most), *mean = number(sum / n);
    output_line(stderr, "%s   R squared %s to %s, mean %s, in %u passes",
                of_fit ? "of what is fitted" : "cross-validation", low, high, mean, n);
}

static void report(const struct training *training, bool of_fit)
{
    const struct linear_model_origin *origin = &training->model->origin;
    g_autofree char *fitted = number(origin->r_squared), *test = number(training->test_r_squared);
    for (guint i = 0; i < training->dropped->len; i++)
        output_line(stderr, "coefficient 0      %s", (const char *)training->dropped->pdata[i]);
    output_line(stderr,
                "trained with       %u rows of %u kernels, %u terms: R squared %s, %u within 20 %%",
                origin->n_rows, origin->train->len, training->model->terms->len, fitted,
                training->n_fitted_close);
    report_scores(training, of_fit);
    if (origin->test->len > 0)
        output_line(stderr,
                    "tested with        %u rows of %u other kernels: R squared %s, %u within 20 %%",
                    training->n_test_rows, origin->test->len, test, training->n_test_close);
}

static bool train(const struct train_options *options, const char *file, char **features,
                  GError **error)
{
    struct training_options how = {.target = options->target ? options->target : "seconds",
                                   .by = options->by ? options->by : "kernel",
                                   .features = (const char *const *)features,
                                   .drop_collinear = options->drop};
    training_words_apply(&options->words, &how);
    struct training training;
    struct feature_table *table = feature_table_load(file, error);
    if (!table)
        return false;
    bool good = training_init(&training, table, &how, error);
    if (good) {
        g_autofree char *text = model_file_text(training.model);
        report(&training, how.score == SCORE_FIT);
        good = output_write(options->output ? options->output : "-", text, error);
    }
    training_finish(&training);
    feature_table_free(table);
    return good;
}

enum exit_code train_command(const struct command_call *call, GError **error)
{
    struct train_options options;
    g_auto(GStrv) features = NULL;
    int argc = call->argc;
    char **argv = call->argv;
    enum exit_code code = EXIT_USAGE;
    bool good = read_options(&options, call, &argc, &argv, error);
    if (good)
        features = feature_set_words(options.features);
    if (good && check_features(features, error))
        code = command_end(train(&options, argv[1], features, error));
    train_options_clear(&options);
    return code;
}
