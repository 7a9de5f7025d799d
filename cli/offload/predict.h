/* SPDX-License-Identifier: BSD-3-Clause */
/* `simgpu predict MODEL FEATURES.csv`: what a model of `simgpu train` says of launches. */
#ifndef SIMGPU_CLI_OFFLOAD_PREDICT_H
#define SIMGPU_CLI_OFFLOAD_PREDICT_H

#include "cli/base/command.h"

/* Writes CSV to -o's file or standard output. */
command_function predict_command;

#endif
