/* SPDX-License-Identifier: BSD-3-Clause */
/* The command line as results have it: without the options that say where results go. */
#ifndef SIMGPU_CLI_OPTIONS_COMMAND_LINE_H
#define SIMGPU_CLI_OPTIONS_COMMAND_LINE_H

#include <glib.h>

/* argv ends with NULL, and begins with the command's name, which becomes "simgpu". Leaves out
 * `--json FILE` and the like. g_strfreev. */
char **command_line_of_result(char *const *argv);

#endif
