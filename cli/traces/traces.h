/* SPDX-License-Identifier: BSD-3-Clause */
/* simgpu traces: runs every kernelslist.g below a folder, each in a process of its own, and prints
 * the counters that Accel-Sim prints under its names beside ours. */
#ifndef SIMGPU_CLI_TRACES_TRACES_H
#define SIMGPU_CLI_TRACES_TRACES_H

#include "cli/base/command.h"

/* EXIT_CHECK_FAILED: a trace has no result. */
command_function traces_command;

#endif
