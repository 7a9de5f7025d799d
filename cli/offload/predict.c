/* SPDX-License-Identifier: BSD-3-Clause */
#include "cli/offload/predict.h"
#include "base/csv_field.h"
#include "cli/base/output.h"
#include "cli/base/suggest.h"
#include "offload/model_file.h"

static const char *const description =
    "MODEL is a file of simgpu train, or a model of the publication in offload/published. simgpu\n"
    "writes CSV: the columns kernel and launch, if FEATURES.csv has them, and predicted. If\n"
    "FEATURES.csv has the column that the model predicts, it follows, with the relative error.";

static void add_number(GString *text, double value)
{
    char digits[G_ASCII_DTOSTR_BUF_SIZE];
    g_string_append_c(text, ',');
    g_string_append(text, g_ascii_formatd(digits, sizeof digits, "%.12g", value));
}

/* What tells rows apart, as far as it is there: "spmv,3" or ",". */
static void add_identity(GString *text, const struct feature_table *table, unsigned row)
{
    const int kernel = feature_table_find(table, "kernel");
    const int launch = feature_table_find(table, "launch");
    csv_field_append(text, kernel < 0 ? "" : feature_table_text(table, row, (unsigned)kernel));
    g_string_append_c(text, ',');
    csv_field_append(text, launch < 0 ? "" : feature_table_text(table, row, (unsigned)launch));
}

/* NULL with an error. */
static char *predictions(const struct linear_model *model, const struct feature_table *table,
                         GError **error)
{
    g_autofree double *values = linear_model_read_features(model, table, error);
    const int target = feature_table_find(table, model->target);
    g_autoptr(GString) text = g_string_new("kernel,launch,predicted");
    if (!values)
        return NULL;
    if (target >= 0) {
        g_string_append_c(text, ',');
        csv_field_append(text, model->target);
        g_string_append(text, ",error");
    }
    for (unsigned row = 0; row < table->rows->len; row++) {
        const double predicted =
            linear_model_evaluate(model, values + (size_t)row * model->features->len);
        double value;
        g_string_append_c(text, '\n');
        add_identity(text, table, row);
        add_number(text, predicted);
        if (target < 0)
            continue;
        if (!feature_table_number(table, row, (unsigned)target, &value, error))
            return NULL;
        add_number(text, value);
        if (value == 0)
            g_string_append_c(text, ','); /* no relative error */
        else
            add_number(text, predicted / value - 1);
    }
    g_string_append_c(text, '\n');
    return g_strdup(text->str);
}

static bool predict(const char *model_file, const char *features, const char *output,
                    GError **error)
{
    struct linear_model *model = model_file_load(model_file, error);
    struct feature_table *table = model ? feature_table_load(features, error) : NULL;
    g_autofree char *text = table ? predictions(model, table, error) : NULL;
    const bool good = text && output_write(output ? output : "-", text, error);
    feature_table_free(table);
    linear_model_free(model);
    return good;
}

enum exit_code predict_command(const struct command_call *call, GError **error)
{
    int argc = call->argc;
    char **argv = call->argv;
    g_autofree char *output = NULL;
    const GOptionEntry entries[] = {{"output", 'o', 0, G_OPTION_ARG_FILENAME, &output,
                                     "Write to FILE instead of standard output", "FILE"},
                                    {0}};
    g_autoptr(GOptionContext) context =
        command_context(call, "Predicts the times of launches.", description, entries);
    if (!suggest_parse(context, &argc, &argv, error))
        return EXIT_USAGE;
    if (argc != 3) {
        g_set_error(error, G_OPTION_ERROR, G_OPTION_ERROR_FAILED,
                    "expected a model and a file of features, found %d argument%s", argc - 1,
                    argc == 2 ? "" : "s");
        return EXIT_USAGE;
    }
    return command_end(predict(argv[1], argv[2], output, error));
}
