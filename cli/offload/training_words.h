/* SPDX-License-Identifier: BSD-3-Clause */
/* The options that say how a model is trained, which simgpu train and evaluate share. */
#ifndef SIMGPU_CLI_OFFLOAD_TRAINING_WORDS_H
#define SIMGPU_CLI_OFFLOAD_TRAINING_WORDS_H

#include "offload/training.h"
#include <glib.h>
#include <stdbool.h>

struct training_words {
    char *score;
    int folds, passes, keep, seed;
    gboolean relative;
};

/* Adds the options, with their defaults, to the context. */
void training_words_add(struct training_words *words, GOptionContext *context);
void training_words_clear(struct training_words *words);

/* False: a value is out of its range. */
bool training_words_check(const struct training_words *words, GError **error);

/* Fills in what they are about, and nothing else. */
void training_words_apply(const struct training_words *words, struct training_options *options);

#endif
