/* SPDX-License-Identifier: BSD-3-Clause */
#include "cli/subcommands.h"
#include "base/nearest_name.h"
#include "cli/base/output.h"
#include "cli/diff/diff.h"
#include "cli/exit_code.h"
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

static int study(int argc, char **argv, const struct signals *signals)
{
    static const int codes[] = {[STUDY_DONE] = EXIT_DONE,
                                [STUDY_FAILED_POINTS] = EXIT_CHECK_FAILED,
                                [STUDY_INTERRUPTED] = EXIT_INTERRUPTED};
    g_autoptr(GError) error = NULL;
    enum study_end end;
    bool usage = false;
    if (study_command(argc, argv, &signals->interrupted, &end, &usage, &error))
        return codes[end];
    exit_code_with(error, EXIT_BAD_INPUT);
    if (usage)
        fputs("Try study --help.\n", stderr);
    return usage ? EXIT_USAGE : EXIT_BAD_INPUT;
}

static int traces(int argc, char **argv, const struct signals *signals)
{
    static const int codes[] = {[TRACES_DONE] = EXIT_DONE,
                                [TRACES_FAILED] = EXIT_CHECK_FAILED,
                                [TRACES_INTERRUPTED] = EXIT_INTERRUPTED};
    g_autoptr(GError) error = NULL;
    enum traces_end end;
    bool usage = false;
    if (traces_command(argc, argv, &signals->interrupted, &end, &usage, &error))
        return codes[end];
    exit_code_with(error, usage ? EXIT_USAGE : EXIT_BAD_INPUT);
    if (usage)
        fputs("Try traces --help.\n", stderr);
    return usage ? EXIT_USAGE : EXIT_BAD_INPUT;
}

static int diff(int argc, char **argv, const struct signals *signals)
{
    (void)signals;
    g_autoptr(GError) error = NULL;
    bool usage = false, equal = false;
    if (diff_command(argc, argv, &usage, &equal, &error))
        return equal ? EXIT_DONE : EXIT_CHECK_FAILED;
    exit_code_with(error, usage ? EXIT_USAGE : EXIT_BAD_INPUT);
    if (usage)
        fputs("Try diff --help.\n", stderr);
    return usage ? EXIT_USAGE : EXIT_BAD_INPUT;
}

static int list_metrics(int argc, char **argv, const struct signals *signals)
{
    (void)signals;
    g_autoptr(GError) error = NULL;
    g_autofree char *text = NULL;
    if (!metrics_command(argc, argv, &text, &error)) {
        exit_code_with(error, EXIT_USAGE);
        fputs("Try list-metrics --help.\n", stderr);
        return EXIT_USAGE;
    }
    fputs(text, stdout);
    return EXIT_DONE;
}

struct subcommand {
    const char *name;
    /* argv[0] is the name. Either how to run it, or what it is if it is done or has an error, which
     * `usage` tells to be one of the command line. */
    int (*run)(int argc, char **argv, const struct signals *signals);
    bool (*command)(int argc, char **argv, bool *usage, GError **error);
    bool heeds_signals;
};

static const struct subcommand subcommands[] = {{"report", NULL, report_command, false},
                                                {"import-config", NULL, import_command, false},
                                                {"study", study, NULL, true},
                                                {"traces", traces, NULL, true},
                                                {"diff", diff, NULL, false},
                                                {"list-metrics", list_metrics, NULL, false},
                                                {"train", NULL, train_command, false},
                                                {"predict", NULL, predict_command, false},
                                                {"place", NULL, place_command, false},
                                                {"evaluate", NULL, evaluate_command, false},
                                                {"bubble-up", NULL, bubble_up_command, false}};

bool subcommand_heeds_signals(const struct subcommand *subcommand)
{
    return subcommand->heeds_signals;
}

int subcommand_run(const struct subcommand *subcommand, int argc, char **argv,
                   const struct signals *signals)
{
    g_autoptr(GError) error = NULL;
    bool usage = false;
    if (subcommand->run)
        return subcommand->run(argc, argv, signals);
    if (subcommand->command(argc, argv, &usage, &error))
        return EXIT_DONE;
    exit_code_with(error, EXIT_BAD_INPUT);
    if (usage)
        fprintf(stderr, "Try %s --help.\n", subcommand->name);
    return usage ? EXIT_USAGE : EXIT_BAD_INPUT;
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
