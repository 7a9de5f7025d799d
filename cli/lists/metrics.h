/* SPDX-License-Identifier: BSD-3-Clause */
/* simgpu list-metrics: the registry of metrics, as text, JSON or Markdown. */
#ifndef SIMGPU_CLI_LISTS_METRICS_H
#define SIMGPU_CLI_LISTS_METRICS_H

#include "cli/base/command.h"

command_function metrics_command;

#endif
