/* SPDX-License-Identifier: BSD-3-Clause */
/* The numbers of simgpu diff. Text is appended. */
#ifndef SIMGPU_CLI_DIFF_DIFF_NUMBERS_H
#define SIMGPU_CLI_DIFF_DIFF_NUMBERS_H

#include "cli/diff/diff_text.h"

/* All other numbers in groups, the largest relative difference first. */
void diff_text_numbers(GString *text, const struct diff_pair *pair);

#endif
