/* SPDX-License-Identifier: BSD-3-Clause */
/* What the first word of a command line may be besides a platform. */
#ifndef SIMGPU_CLI_SUBCOMMANDS_H
#define SIMGPU_CLI_SUBCOMMANDS_H

#include "cli/base/command.h"

struct subcommand;

/* NULL: there is none of this name. */
const struct subcommand *subcommand_find(const char *name);
/* Whether it looks at signals, and ends well after one. */
bool subcommand_heeds_signals(const struct subcommand *subcommand);
/* argv[0] is its name. interrupted: see cli/base/command.h. Errors have been told. */
enum exit_code subcommand_run(const struct subcommand *subcommand, int argc, char **argv,
                              const volatile int *interrupted);
/* A line about each, for simgpu --help. g_free. */
char *subcommands_help(void);
/* "help" is --help, and "help study" is "study --help". */
void subcommand_ask_for_help(int *argc, char ***argv, char *words[3]);
/* The first word is a platform, unless it was meant to be a subcommand. */
bool subcommand_check_word(const char *word, GError **error);

#endif
