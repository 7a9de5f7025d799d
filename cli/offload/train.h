/* SPDX-License-Identifier: BSD-3-Clause */
/* `simgpu train FEATURES.csv -o MODEL`: a regression model of execution time. */
#ifndef SIMGPU_CLI_OFFLOAD_TRAIN_H
#define SIMGPU_CLI_OFFLOAD_TRAIN_H

#include "cli/base/command.h"

/* Writes the model to -o's file or standard output, and tells how good it is on standard error. */
command_function train_command;

#endif
