/* SPDX-License-Identifier: BSD-3-Clause */
/* `simgpu import-config FILE... [-o PLATFORM]`. */
#ifndef SIMGPU_CLI_IMPORT_H
#define SIMGPU_CLI_IMPORT_H

#include "cli/base/command.h"

/* Writes the platform to -o's file or standard output. Tells on standard error what it does not
 * carry over. */
command_function import_command;

#endif
