/* SPDX-License-Identifier: BSD-3-Clause */
/* `simgpu evaluate RESULTS`: HeteroPDP's figures of a study's runs. */
#ifndef SIMGPU_CLI_OFFLOAD_EVALUATE_H
#define SIMGPU_CLI_OFFLOAD_EVALUATE_H

#include "cli/base/command.h"

command_function evaluate_command;

#endif
