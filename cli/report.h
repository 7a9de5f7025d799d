/* SPDX-License-Identifier: BSD-3-Clause */
/* `simgpu report RESULTS... [-o FILE]`. */
#ifndef SIMGPU_CLI_REPORT_H
#define SIMGPU_CLI_REPORT_H

#include "cli/base/command.h"

/* Writes the page to -o's file or standard output. */
command_function report_command;

#endif
