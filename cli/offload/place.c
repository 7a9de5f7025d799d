/* SPDX-License-Identifier: BSD-3-Clause */
#include "cli/offload/place.h"
#include "base/csv_field.h"
#include "cli/base/output.h"
#include "cli/base/suggest.h"
#include "offload/evaluation.h"

static const char *const description =
    "TABLE.csv has a row for each workload (docs/papers/heteropdp.md). cpu_alone and gpu_alone are "
    "the\n"
    "kernel's seconds; cpu_colocated and gpu_colocated are its seconds beside CPU applications.\n"
    "cpu_slowdown and gpu_slowdown (cpu_slowdown2, ...) are the application's slowdown while the\n"
    "kernel runs there. Each column also exists with predicted_ in front. simgpu writes CSV: the "
    "goal\n"
    "as measured on either target, the better target, and the target that predictions choose.";

static const char *const target_names[TARGETS] = {[TARGET_CPU] = "cpu", [TARGET_GPU] = "gpu"};

struct place_options {
    char *goal, *output;
    double weight;
};

static bool check_options(const struct place_options *options, int argc, GError **error)
{
    enum goal goal;
    if (argc != 2) {
        g_set_error(error, G_OPTION_ERROR, G_OPTION_ERROR_FAILED,
                    "expected a table, found %d arguments", argc - 1);
        return false;
    }
    if (options->goal && !goal_of_name(options->goal, &goal)) {
        g_set_error(error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE, "--goal wants %s, not \"%s\"",
                    goal_names, options->goal);
        return false;
    }
    if (options->weight > 0 && options->weight < 1e6)
        return true;
    g_set_error(error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE,
                "--weight wants a number above 0, not %g", options->weight);
    return false;
}

static void add_number(GString *text, double value)
{
    char digits[G_ASCII_DTOSTR_BUF_SIZE];
    g_string_append_c(text, ',');
    g_string_append(text, g_ascii_formatd(digits, sizeof digits, "%.9g", value));
}

static char *rows_text(const struct evaluation *evaluation, const struct feature_table *table)
{
    const int kernel = feature_table_find(table, "kernel");
    GString *text = g_string_new("kernel,cpu,gpu,oracle,heteropdp\n");
    for (guint i = 0; i < evaluation->rows->len; i++) {
        const struct evaluated *row = &g_array_index(evaluation->rows, struct evaluated, i);
        csv_field_append(text, kernel < 0 ? "" : feature_table_text(table, i, (unsigned)kernel));
        add_number(text, row->value[TARGET_CPU]);
        add_number(text, row->value[TARGET_GPU]);
        g_string_append_printf(text, ",%s,%s\n", target_names[row->best],
                               target_names[row->predicted]);
    }
    return g_string_free(text, FALSE);
}

static void report(const struct evaluation *evaluation)
{
    const unsigned n = evaluation->rows->len;
    const unsigned right =
        evaluation->chosen[TARGET_CPU][TARGET_CPU] + evaluation->chosen[TARGET_GPU][TARGET_GPU];
    output_line(stderr, "right targets  %u of %u (%.1f %%)", right, n, 100.0 * right / n);
    for (unsigned predicted = 0; predicted < TARGETS; predicted++)
        for (unsigned best = 0; best < TARGETS; best++)
            output_line(stderr, "[%s, %s]     %u", target_names[predicted], target_names[best],
                        evaluation->chosen[predicted][best]);
    output_line(stderr, "%-12s %16s %12s %12s", "policy", "kernel's speed", "geometric", "goal");
    for (unsigned i = 0; i < CHOOSERS; i++)
        output_line(stderr, "%-12s %15.3fx %11.3fx %12.5g", chooser_names[i],
                    evaluation->speedup[i], evaluation->geometric[i], evaluation->value[i]);
    const double gap = evaluation->speedup[BY_MEASUREMENT] - evaluation->speedup[ALWAYS_GPU];
    if (gap > 0)
        output_line(stderr, "gap closed     %.1f %% of that in speed from always_gpu to the oracle",
                    100 * (evaluation->speedup[BY_PREDICTION] - evaluation->speedup[ALWAYS_GPU]) /
                        gap);
}

static bool place(const char *file, const struct place_options *options, GError **error)
{
    struct evaluation evaluation;
    enum goal goal = GOAL_TIME;
    struct feature_table *table = feature_table_load(file, error);
    if (!table)
        return false;
    if (options->goal)
        goal_of_name(options->goal, &goal);
    bool good = evaluation_init(&evaluation, table, goal, options->weight, error);
    if (good) {
        g_autofree char *text = rows_text(&evaluation, table);
        report(&evaluation);
        good = output_write(options->output ? options->output : "-", text, error);
    }
    evaluation_finish(&evaluation);
    feature_table_free(table);
    return good;
}

enum exit_code place_command(const struct command_call *call, GError **error)
{
    int argc = call->argc;
    char **argv = call->argv;
    struct place_options options = {.weight = 1};
    const GOptionEntry entries[] = {
        {"output", 'o', 0, G_OPTION_ARG_FILENAME, &options.output,
         "Write to FILE instead of standard output", "FILE"},
        {"goal", 0, 0, G_OPTION_ARG_STRING, &options.goal,
         "Choose what makes a target better: time (default), throughput, weighted_speedup or "
         "fairness",
         "GOAL"},
        {"weight", 0, 0, G_OPTION_ARG_DOUBLE, &options.weight,
         "Weigh the CPU applications with W in weighted_speedup and fairness; the kernel has 1",
         "W"},
        {0}};
    g_autoptr(GOptionContext) context =
        command_context(call, "Chooses CPU or GPU for kernels, and says how often that is right.",
                        description, entries);
    bool good = suggest_parse(context, &argc, &argv, error) && check_options(&options, argc, error);
    enum exit_code code = good ? command_end(place(argv[1], &options, error)) : EXIT_USAGE;
    g_free(options.goal);
    g_free(options.output);
    return code;
}
