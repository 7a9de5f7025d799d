/* SPDX-License-Identifier: BSD-3-Clause */
/* --checkpoint of the command line's run. */
#ifndef SIMGPU_CLI_RUN_RUN_CHECKPOINT_H
#define SIMGPU_CLI_RUN_RUN_CHECKPOINT_H

#include "cli/run/running.h"
#include "cli/run/setup.h"

/* Takes the folder, if one is given. Does not return if the run goes on from an image there. argvs:
 * of the programs. False with an error. */
bool run_checkpoint_begin(const struct run_setup *setup, struct running *running,
                          const char *const *const *argvs, GError **error);
/* Where the programs' calls are kept; g_strfreev. NULL: nowhere. */
char **run_checkpoint_calls(const struct running *running);

#endif
