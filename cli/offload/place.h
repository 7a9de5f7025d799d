/* SPDX-License-Identifier: BSD-3-Clause */
/* `simgpu place TABLE.csv`: where predictions would run kernels, and what comes of it. */
#ifndef SIMGPU_CLI_OFFLOAD_PLACE_H
#define SIMGPU_CLI_OFFLOAD_PLACE_H

#include <glib.h>
#include <stdbool.h>

/* argv[0] is "place". Writes CSV to -o's file or standard output, and the policies side by side to
 * standard error. *usage: the error is one of the command line. */
bool place_command(int argc, char **argv, bool *usage, GError **error);

#endif
