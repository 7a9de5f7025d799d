/* SPDX-License-Identifier: BSD-3-Clause */
/* How subcommands are called: all in one way. cli/subcommands.c has the table of them. */
#ifndef SIMGPU_CLI_BASE_COMMAND_H
#define SIMGPU_CLI_BASE_COMMAND_H

#include "base/exit_code.h"
#include <glib.h>
#include <stdbool.h>

struct command_call {
    const char *synopsis; /* what follows the name, for --help; NULL: nothing */
    int argc;
    char **argv; /* argv[0] is the subcommand's name */
    /* Becomes non-zero when the command shall end in good order. */
    const volatile int *interrupted;
};

/* Runs the subcommand, and prints its results. Returns what simgpu ends with. With EXIT_USAGE (the
 * command line is wrong) and EXIT_BAD_INPUT *error is set, and the caller tells it; with the others
 * it is not. */
typedef enum exit_code command_function(const struct command_call *call, GError **error);

/* A context for the call's options. Texts and entries are borrowed; description may be NULL.
 * g_option_context_free. */
GOptionContext *command_context(const struct command_call *call, const char *summary,
                                const char *description, const GOptionEntry *entries);

/* EXIT_DONE or EXIT_BAD_INPUT. */
enum exit_code command_end(bool good);

#endif
