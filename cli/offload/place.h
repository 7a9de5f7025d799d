/* SPDX-License-Identifier: BSD-3-Clause */
/* `simgpu place TABLE.csv`: where predictions would run kernels, and what comes of it. */
#ifndef SIMGPU_CLI_OFFLOAD_PLACE_H
#define SIMGPU_CLI_OFFLOAD_PLACE_H

#include "cli/base/command.h"

/* Writes CSV to -o's file or standard output, and the policies side by side to standard error. */
command_function place_command;

#endif
