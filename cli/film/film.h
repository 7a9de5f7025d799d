/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef SIMGPU_CLI_FILM_FILM_H
#define SIMGPU_CLI_FILM_FILM_H

#include "cli/base/command.h"

/* simgpu film: runs a workload, once or under two choices, and makes a page of its events. */
command_function film_command;

#endif
