/* SPDX-License-Identifier: BSD-3-Clause */
/* simgpu diff A B: what differs between two results of --json, in words and numbers. */
#ifndef SIMGPU_CLI_DIFF_DIFF_H
#define SIMGPU_CLI_DIFF_DIFF_H

#include "cli/base/command.h"

/* EXIT_DONE: all but the object "host" is the same. EXIT_CHECK_FAILED: it is not. */
command_function diff_command;

#endif
