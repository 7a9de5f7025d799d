/* SPDX-License-Identifier: BSD-3-Clause */
/* The text of simgpu diff, a part at a time. Everything is appended. */
#ifndef SIMGPU_CLI_DIFF_DIFF_TEXT_H
#define SIMGPU_CLI_DIFF_DIFF_TEXT_H

#include "cli/diff/diff_run.h"

struct diff_pair {
    const struct diff_run *a, *b;
    bool all; /* no list is cut */
};

/* By how much b is more: "+12.3 %"; "from 0". g_free. */
char *diff_change(double a, double b);

/* What was run: the values that describe the inputs, where they differ. */
void diff_text_inputs(GString *text, const struct diff_pair *pair);
/* The same of the object "provenance": how it was run, what was set, properties of the platform,
 * files. Nothing if all is the same. */
void diff_text_provenance(GString *text, const struct diff_pair *pair);
/* Sentences: cycles, what the difference consists of. */
void diff_text_words(GString *text, const struct diff_pair *pair);
/* Kernels of the same name, the largest difference in cycles first. */
void diff_text_kernels(GString *text, const struct diff_pair *pair);
/* All other numbers in groups, the largest relative difference first. */
void diff_text_numbers(GString *text, const struct diff_pair *pair);

#endif
