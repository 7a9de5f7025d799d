/* SPDX-License-Identifier: BSD-3-Clause */
/* `simgpu bubble-up APPLICATIONS`: how much CPU applications suffer from pressure on memory. */
#ifndef SIMGPU_CLI_OFFLOAD_BUBBLE_UP_H
#define SIMGPU_CLI_OFFLOAD_BUBBLE_UP_H

#include "cli/base/command.h"

/* Writes CSV to -o's file or standard output. */
command_function bubble_up_command;

#endif
