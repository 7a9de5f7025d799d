/* SPDX-License-Identifier: BSD-3-Clause */
/* Reads a command line. The option tables are here, in the order of --help. */
#ifndef SIMGPU_CLI_OPTIONS_OPTIONS_PARSE_H
#define SIMGPU_CLI_OPTIONS_OPTIONS_PARSE_H

#include "cli/options/options.h"

/* False with an error that says what is wrong and how to get help; `--help` prints and exits
 * inside GLib, with code 0. subcommands: lines about them, for --help. */
bool options_parse(struct options *options, int argc, char **argv, const char *subcommands,
                   GError **error);

#endif
