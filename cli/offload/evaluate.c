/* SPDX-License-Identifier: BSD-3-Clause */
#include "cli/offload/evaluate.h"
#include "base/input_error.h"
#include "cli/base/output.h"
#include "cli/base/suggest.h"
#include "cli/offload/evaluate/draws.h"
#include "cli/offload/evaluate/errors.h"
#include "cli/offload/evaluate/figures.h"
#include "cli/offload/training_words.h"
#include <errno.h>
#include <glib/gstdio.h>
#include <string.h>

static const char *const description =
    "RESULTS is the file of a study such as studies/heteropdp.json. The study has the axes "
    "program,\n"
    "beside and target, and the option --launch-features. simgpu prints a table of figures,\n"
    "published beside ours. Into FOLDER it writes models, tables that simgpu place reads, and the\n"
    "points of figures 6.3, 6.4, 6.5 and 6.8 (docs/papers/heteropdp.md).";

struct evaluate_options {
    char *folder, *bubble_up;
    char **train_only;
    int draws;
    struct training_words words;
};

static void evaluate_options_clear(struct evaluate_options *options)
{
    g_free(options->folder);
    g_free(options->bubble_up);
    training_words_clear(&options->words);
    g_strfreev(options->train_only);
}

/* ---- the command line ------------------------------------------------------------------------ */

static bool check_options(const struct evaluate_options *options, int argc, GError **error)
{
    if (argc != 2) {
        g_set_error(error, G_OPTION_ERROR, G_OPTION_ERROR_FAILED,
                    "expected a study's results, found %d arguments", argc - 1);
        return false;
    }
    if (!options->folder || !options->bubble_up) {
        g_set_error_literal(error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE,
                            options->folder ? "expected --bubble-up TABLE" : "expected -o FOLDER");
        return false;
    }
    if (options->draws < 0 || options->draws > 10000) {
        g_set_error_literal(error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE,
                            "--draws wants a number from 0 to 10000");
        return false;
    }
    return training_words_check(&options->words, error);
}

static bool read_options(struct evaluate_options *options, const struct command_call *call,
                         int *argc, char ***argv, GError **error)
{
    *options = (struct evaluate_options){0};
    const GOptionEntry entries[] = {
        {"output", 'o', 0, G_OPTION_ARG_FILENAME, &options->folder, "Write files to FOLDER",
         "FOLDER"},
        {"bubble-up", 0, 0, G_OPTION_ARG_FILENAME, &options->bubble_up,
         "Read from TABLE how applications suffer from pressure; simgpu bubble-up writes it",
         "TABLE"},
        {"train-only", 0, 0, G_OPTION_ARG_STRING_ARRAY, &options->train_only,
         "Train with this program but do not evaluate it; repeatable", "PROGRAM"},
        {"draws", 0, 0, G_OPTION_ARG_INT, &options->draws,
         "Print the median and the range over N seeds, from --seed on", "N"},
        {0}};
    g_autoptr(GOptionContext) context = command_context(
        call, "Evaluates HeteroPDP with the runs of a study.", description, entries);
    training_words_add(&options->words, context);
    return suggest_parse(context, argc, argv, error) && check_options(options, *argc, error);
}

/* ---- files ----------------------------------------------------------------------------------- */

/* Takes text; NULL with *error set: it could not be made; NULL: there is nothing to write. */
static bool write_file(const char *folder, const char *prefix, const char *name, char *text,
                       GError **error)
{
    if (!text)
        return !error || !*error;
    g_autofree char *file = g_strconcat(prefix, name, NULL);
    g_autofree char *path = g_build_filename(folder, file, NULL);
    const bool good = output_write(path, text, error);
    g_free(text);
    return good;
}

static bool write_tables(const char *folder, const char *prefix,
                         const struct evaluated_tables *tables, GError **error)
{
    const struct {
        const char *name;
        const char *text;
    } files[] = {{"alone.csv", tables->alone},
                 {"colocated.csv", tables->colocated},
                 {"two.csv", tables->two},
                 {"model-cpu-alone.json", tables->models[0]},
                 {"model-gpu-alone.json", tables->models[1]},
                 {"model-cpu-colocated.json", tables->models[2]},
                 {"model-gpu-colocated.json", tables->models[3]}};
    for (size_t i = 0; i < G_N_ELEMENTS(files); i++)
        if (!write_file(folder, prefix, files[i].name, g_strdup(files[i].text), error))
            return false;
    return write_file(folder, prefix, "figure-6.8.csv", evaluate_errors_csv(tables, error), error);
}

static bool write_all(const char *folder, const struct evaluated_tables tables[EVALUATED_WAYS],
                      GError **error)
{
    static const char *const prefixes[EVALUATED_WAYS] = {
        [EVALUATED_SEEN] = "seen-", [EVALUATED_HELD_OUT] = "held-out-"};
    const char *colocated = tables[EVALUATED_SEEN].colocated;
    GError *problem = NULL;
    if (g_mkdir_with_parents(folder, 0777) != 0)
        return input_error_at(error, folder, 0, "%s", g_strerror(errno));
    bool good = true;
    for (unsigned way = 0; good && way < EVALUATED_WAYS; way++)
        good = write_tables(folder, prefixes[way], &tables[way], &problem);
    if (good && colocated)
        good = write_file(folder, "", "figure-6.3.csv",
                          evaluate_targets_csv(colocated, "mcf", &problem), &problem) &&
               write_file(folder, "", "figures-6.4-6.5.csv",
                          evaluate_ratios_csv(colocated, &problem), &problem);
    if (problem)
        g_propagate_error(error, problem);
    return good;
}

/* ---- the whole ------------------------------------------------------------------------------- */

static struct pressure_table *read_pressure(const char *file, GError **error)
{
    g_autofree char *text = NULL;
    g_autoptr(GError) problem = NULL;
    if (!g_file_get_contents(file, &text, NULL, &problem)) {
        input_error_at(error, file, 0, "%s", problem->message);
        return NULL;
    }
    const struct policy_file table = {.name = (char *)file, .text = text};
    return pressure_table_parse(&table, error);
}

static bool make(const struct evaluation_setup *setup, const char *folder, GError **error)
{
    struct evaluated_tables tables[EVALUATED_WAYS] = {0};
    bool good = true;
    for (unsigned way = 0; good && way < EVALUATED_WAYS; way++)
        good = evaluated_tables_make(&tables[way], setup, (enum evaluated_way)way, error);
    g_autofree char *text = good ? evaluate_figures_text(tables, error) : NULL;
    good = text && write_all(folder, tables, error) && output_write("-", text, error);
    for (unsigned way = 0; way < EVALUATED_WAYS; way++)
        evaluated_tables_finish(&tables[way]);
    return good;
}

/* After the figures: the same over several draws. */
static bool make_draws(const struct evaluation_setup *setup, const char *folder, unsigned n,
                       GError **error)
{
    struct evaluated_draws draws;
    bool good = evaluated_draws_make(&draws, setup, n, error);
    g_autofree char *text = good ? g_strconcat("\n", draws.text, NULL) : NULL;
    good = good && write_file(folder, "", "draws.csv", g_strdup(draws.csv), error) &&
           output_write("-", text, error);
    evaluated_draws_finish(&draws);
    return good;
}

static bool check_names(const struct evaluated_runs *runs, char **programs, GError **error)
{
    for (; programs && *programs; programs++)
        if (!g_ptr_array_find_with_equal_func(runs->programs, *programs, g_str_equal, NULL))
            return input_error_at(error, runs->file, 0, "has no program \"%s\" to train with",
                                  *programs);
    return true;
}

static bool evaluate(const char *file, const struct evaluate_options *options, GError **error)
{
    struct pressure_table *pressure = read_pressure(options->bubble_up, error);
    struct evaluated_runs *runs = pressure ? evaluated_runs_read(file, error) : NULL;
    struct evaluation_setup setup = {.runs = runs,
                                     .train_only = options->train_only,
                                     .pressure = pressure,
                                     .training = {.drop_collinear = true}};
    training_words_apply(&options->words, &setup.training);
    const bool good = runs && check_names(runs, options->train_only, error) &&
                      make(&setup, options->folder, error) &&
                      (options->draws == 0 ||
                       make_draws(&setup, options->folder, (unsigned)options->draws, error));
    evaluated_runs_free(runs);
    pressure_table_free(pressure);
    return good;
}

enum exit_code evaluate_command(const struct command_call *call, GError **error)
{
    struct evaluate_options options;
    int argc = call->argc;
    char **argv = call->argv;
    enum exit_code code = EXIT_USAGE;
    if (read_options(&options, call, &argc, &argv, error))
        code = command_end(evaluate(argv[1], &options, error));
    evaluate_options_clear(&options);
    return code;
}
