/* SPDX-License-Identifier: BSD-3-Clause */
/* `simgpu report RESULTS... [-o FILE]`. */
#ifndef SIMGPU_CLI_REPORT_H
#define SIMGPU_CLI_REPORT_H

#include <glib.h>
#include <stdbool.h>

/* argv[0] is "report". Writes the page to -o's file or standard output. *usage: the error is one of
 * the command line. */
bool report_command(int argc, char **argv, bool *usage, GError **error);

#endif
