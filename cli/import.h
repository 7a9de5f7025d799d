/* SPDX-License-Identifier: BSD-3-Clause */
/* `simgpu import-config FILE... [-o PLATFORM]`. */
#ifndef SIMGPU_CLI_IMPORT_H
#define SIMGPU_CLI_IMPORT_H

#include <glib.h>
#include <stdbool.h>

/* argv[0] is "import-config". Writes the platform to -o's file or standard output, and what it does
 * not carry over to standard error. *usage: the error is one of the command line. */
bool import_command(int argc, char **argv, bool *usage, GError **error);

#endif
