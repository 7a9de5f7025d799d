/* SPDX-License-Identifier: BSD-3-Clause */
/* Options that are misspelt, or short. */
#ifndef SIMGPU_CLI_BASE_SUGGEST_H
#define SIMGPU_CLI_BASE_SUGGEST_H

#include <glib.h>
#include <stdbool.h>

/* g_option_context_parse, whose error about an unknown option names the one that was likely
 * meant. */
bool suggest_parse(GOptionContext *context, int *argc, char ***argv, GError **error);

/* "-j2" as "--jobs=2", which GLib reads; the new text is owned by texts. */
void suggest_spell_out_jobs(int argc, char **argv, GPtrArray *texts);

#endif
