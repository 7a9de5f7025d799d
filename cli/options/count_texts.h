/* SPDX-License-Identifier: BSD-3-Clause */
/* Options whose words simgpu reads itself: counts, times, and one of several words. */
#ifndef SIMGPU_CLI_OPTIONS_COUNT_TEXTS_H
#define SIMGPU_CLI_OPTIONS_COUNT_TEXTS_H

#include "cli/options/options.h"

/* Options that are counts or words, as they were given; NULL: not. */
struct count_texts {
    char *max_cycles, *max_instructions, *max_blocks, *patience, *on_fault, *threads, *compile,
        *error, *max_wall, *checkpoint_every;
};

/* False with an error that names the option. */
bool count_texts_read(struct options *options, const struct count_texts *counts, GError **error);
void count_texts_clear(struct count_texts *counts);

#endif
