/* SPDX-License-Identifier: BSD-3-Clause */
/* The text of simgpu diff, a part at a time. Everything is appended. */
#ifndef SIMGPU_CLI_DIFF_DIFF_TEXT_H
#define SIMGPU_CLI_DIFF_DIFF_TEXT_H

#include "cli/diff/diff_run.h"

/* By how much b is more: "+12.3 %"; "from 0". g_free. */
char *diff_change(double a, double b);

/* What was run: the values that describe the inputs, where they differ. */
void diff_text_inputs(GString *text, const struct diff_pair *pair);
/* Sentences: cycles, what the difference consists of. */
void diff_text_words(GString *text, const struct diff_pair *pair);
/* Kernels of the same name, the largest difference in cycles first. */
void diff_text_kernels(GString *text, const struct diff_pair *pair);

#endif
