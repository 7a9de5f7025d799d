/* SPDX-License-Identifier: BSD-3-Clause */
/* The three dearest lines of a kernel. */
#ifndef SIMGPU_CLI_EXPLAIN_EXPLAIN_LINES_H
#define SIMGPU_CLI_EXPLAIN_EXPLAIN_LINES_H

#include "cli/explain/explain_words.h"

void explain_lines(GString *text, const struct subject *s);

#endif
