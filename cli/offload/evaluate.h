/* SPDX-License-Identifier: BSD-3-Clause */
/* `simgpu evaluate RESULTS`: HeteroPDP's figures of a study's runs. */
#ifndef SIMGPU_CLI_OFFLOAD_EVALUATE_H
#define SIMGPU_CLI_OFFLOAD_EVALUATE_H

#include <glib.h>
#include <stdbool.h>

/* argv[0] is "evaluate". *usage: the error is one of the command line. */
bool evaluate_command(int argc, char **argv, bool *usage, GError **error);

#endif
