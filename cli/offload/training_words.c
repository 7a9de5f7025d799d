/* SPDX-License-Identifier: BSD-3-Clause */
#include "cli/offload/training_words.h"
#include <string.h>

void training_words_add(struct training_words *words, GOptionContext *context)
{
    *words = (struct training_words){.folds = 5, .passes = 32, .seed = 1};
    const GOptionEntry entries[] = {
        {"folds", 0, 0, G_OPTION_ARG_INT, &words->folds,
         "Cross-validate with K parts; the default is 5", "K"},
        {"passes", 0, 0, G_OPTION_ARG_INT, &words->passes,
         "Cross-validate P times with other parts; the default is 32", "P"},
        {"keep", 0, 0, G_OPTION_ARG_INT, &words->keep,
         "Train with the N kernels of the best pass, test with the others", "N"},
        {"score", 0, 0, G_OPTION_ARG_STRING, &words->score,
         "Choose the pass whose kernels predict each other best (folds, the default) or fit best "
         "(fit)",
         "SCORE"},
        {"seed", 0, 0, G_OPTION_ARG_INT, &words->seed,
         "Seed the random numbers that choose parts; the default is 1", "N"},
        {"relative", 0, 0, G_OPTION_ARG_NONE, &words->relative,
         "Fit to errors relative to the value, not to seconds", NULL},
        {0}};
    g_option_context_add_main_entries(context, entries, NULL);
}

void training_words_clear(struct training_words *words)
{
    g_free(words->score);
}

bool training_words_check(const struct training_words *words, GError **error)
{
    const char *wrong = NULL;
    if (words->folds < 2)
        wrong = "--folds wants a number of at least 2";
    else if (words->passes < 1 || words->passes > 100000)
        wrong = "--passes wants a number from 1 to 100000";
    else if (words->keep < 0)
        wrong = "--keep wants a number of at least 1";
    else if (words->score && strcmp(words->score, "folds") != 0 && strcmp(words->score, "fit") != 0)
        wrong = "--score wants folds or fit";
    else if (words->seed < 0)
        wrong = "--seed wants a number of at least 0";
    if (wrong)
        g_set_error_literal(error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE, wrong);
    return !wrong;
}

void training_words_apply(const struct training_words *words, struct training_options *options)
{
    options->folds = (unsigned)words->folds;
    options->passes = (unsigned)words->passes;
    options->keep = (unsigned)words->keep;
    options->score = g_strcmp0(words->score, "fit") == 0 ? SCORE_FIT : SCORE_FOLDS;
    options->seed = (uint64_t)words->seed;
    options->relative = words->relative;
}
