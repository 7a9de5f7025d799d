/* SPDX-License-Identifier: BSD-3-Clause */
/* What is said of a run beside its results: a deadlock's waits, wrong results, warnings. */
#ifndef SIMGPU_CLI_EXPLAIN_NOTES_H
#define SIMGPU_CLI_EXPLAIN_NOTES_H

#include "cli/run/session.h"

/* To standard error; what programs have left to say goes to standard output. */
void notes_print(const struct session *session);

#endif
