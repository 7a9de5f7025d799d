/* SPDX-License-Identifier: BSD-3-Clause */
/* What each unit would take alone, and what lifting each limit would save. */
#ifndef SIMGPU_CLI_EXPLAIN_EXPLAIN_LIMITS_H
#define SIMGPU_CLI_EXPLAIN_EXPLAIN_LIMITS_H

#include "cli/explain/explain_words.h"

void explain_limits(GString *text, const struct subject *s);
/* The same in a few words: "DRAM (83.9 %)". */
void explain_bound(GString *text, const struct subject *s);

#endif
