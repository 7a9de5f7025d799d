/* SPDX-License-Identifier: BSD-3-Clause */
#include "cli/subcommands.h"
#include "base/nearest_name.h"
#include "cli/base/output.h"
#include "cli/diff/diff.h"
#include "cli/grade/grade.h"
#include "cli/import.h"
#include "cli/lists/metrics.h"
#include "cli/offload/bubble_up.h"
#include "cli/offload/evaluate.h"
#include "cli/offload/place.h"
#include "cli/offload/predict.h"
#include "cli/offload/train.h"
#include "cli/report.h"
#include "cli/study/study.h"
#include "cli/traces/traces.h"
#include <stdio.h>
#include <string.h>

struct subcommand {
    const char *name;
    command_function *run;
    const char *synopsis; /* of its --help; NULL: it takes no operands */
    const char *help;     /* what it does, for simgpu --help */
    bool heeds_signals;
};

/* In the order of --help. */
static const struct subcommand subcommands[] = {
    {"import-config", import_command, "FILE...", "makes a platform from a GPGPU-Sim configuration",
     false},
    {"study", study_command, "FILE [RESULTS...]", "runs many points and keeps their results", true},
    {"traces", traces_command, "PLATFORM FOLDER [-- OPTION...]",
     "runs all traces below a folder and prints Accel-Sim's counters", true},
    {"diff", diff_command, "A B", "explains how two results of --json differ", false},
    {"grade", grade_command, "LESSON ANSWERS", "says how many points answers to a lesson get",
     false},
    {"list-metrics", metrics_command, NULL, "lists all metrics of the results", false},
    {"report", report_command, "RESULTS...", "makes a page of figures from results", false},
    {"train", train_command, "FEATURES.csv",
     "fits a model that predicts execution times from features of launches", false},
    {"predict", predict_command, "MODEL FEATURES.csv", "predicts execution times with such a model",
     false},
    {"place", place_command, "TABLE.csv",
     "chooses CPU or GPU by such predictions, and says how often that is right", false},
    {"evaluate", evaluate_command, "RESULTS", "makes HeteroPDP's figures from a study's runs",
     false},
    {"bubble-up", bubble_up_command, "APPLICATIONS",
     "tells how CPU applications slow each other down", false}};

char *subcommands_help(void)
{
    GString *text = g_string_new(NULL);
    for (size_t i = 0; i < G_N_ELEMENTS(subcommands); i++)
        g_string_append_printf(text, "simgpu %s %s: %s --help.\n", subcommands[i].name,
                               subcommands[i].help, subcommands[i].name);
    return g_string_free(text, FALSE);
}

bool subcommand_heeds_signals(const struct subcommand *subcommand)
{
    return subcommand->heeds_signals;
}

enum exit_code subcommand_run(const struct subcommand *subcommand, int argc, char **argv,
                              const volatile int *interrupted)
{
    g_autoptr(GError) error = NULL;
    const struct command_call call = {
        .synopsis = subcommand->synopsis, .argc = argc, .argv = argv, .interrupted = interrupted};
    const enum exit_code code = subcommand->run(&call, &error);
    if (error)
        output_error(error);
    if (code == EXIT_USAGE)
        fprintf(stderr, "Try %s --help.\n", subcommand->name);
    return code;
}

const struct subcommand *subcommand_find(const char *name)
{
    for (size_t i = 0; i < G_N_ELEMENTS(subcommands); i++)
        if (strcmp(subcommands[i].name, name) == 0)
            return &subcommands[i];
    return NULL;
}

void subcommand_ask_for_help(int *argc, char ***argv, char *words[3])
{
    static char help[] = "--help";
    bool of_one = *argc > 2 && subcommand_find((*argv)[2]) != NULL;
    words[1] = of_one ? (*argv)[2] : help;
    words[2] = of_one ? help : NULL;
    *argc = of_one ? 3 : 2;
    *argv = words;
}

bool subcommand_check_word(const char *word, GError **error)
{
    if (word[0] == '-' || g_file_test(word, G_FILE_TEST_EXISTS))
        return true;
    g_autoptr(GPtrArray) names = g_ptr_array_new();
    for (size_t i = 0; i < G_N_ELEMENTS(subcommands); i++)
        g_ptr_array_add(names, (char *)subcommands[i].name);
    const char *nearest = nearest_name(word, names);
    if (!nearest)
        return true;
    g_set_error(error, G_OPTION_ERROR, G_OPTION_ERROR_FAILED,
                "there is neither a subcommand nor a platform file called \"%s\"; did you mean "
                "'%s'?",
                word, nearest);
    return false;
}
