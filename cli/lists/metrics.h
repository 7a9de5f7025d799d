/* SPDX-License-Identifier: BSD-3-Clause */
/* simgpu list-metrics: the registry of metrics, as text, JSON or Markdown. */
#ifndef SIMGPU_CLI_LISTS_METRICS_H
#define SIMGPU_CLI_LISTS_METRICS_H

#include <glib.h>
#include <stdbool.h>

/* argv[0] is the subcommand. *text: what to print; g_free. False with an error: the command line is
 * wrong. */
bool metrics_command(int argc, char **argv, char **text, GError **error);

#endif
