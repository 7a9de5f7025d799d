/* SPDX-License-Identifier: BSD-3-Clause */
/* Platforms and workloads by name: those of the clone that simgpu was built in, or those that were
 * installed with it, found from the executable. */
#ifndef SIMGPU_CLI_PLACES_H
#define SIMGPU_CLI_PLACES_H

#include <glib.h>
#include <stdbool.h>

/* Operands that are a name become the path of its file: "volta-qv100" or "papers/cawa" for a
 * platform, "spmv" for a workload. A file of that name in the current folder comes first, and what
 * looks like a path stays. *operand is g_freed and replaced. False with an error for a name that
 * there is none of. */
bool places_platform(char **operand, GError **error);
bool places_workload(char **operand, GError **error);

/* Names with what they stand for, a line each. g_free. */
char *places_list_platforms(void);
char *places_list_workloads(void);

#endif
