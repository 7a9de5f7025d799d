/* SPDX-License-Identifier: BSD-3-Clause */
/* Options that are misspelt. */
#ifndef SIMGPU_CLI_SUGGEST_H
#define SIMGPU_CLI_SUGGEST_H

#include <glib.h>
#include <stdbool.h>

/* g_option_context_parse, whose error about an unknown option names the one that was likely
 * meant. */
bool suggest_parse(GOptionContext *context, int *argc, char ***argv, GError **error);

#endif
