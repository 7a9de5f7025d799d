/* SPDX-License-Identifier: BSD-3-Clause */
/* simgpu study. */
#ifndef SIMGPU_CLI_STUDY_STUDY_H
#define SIMGPU_CLI_STUDY_STUDY_H

#include "cli/base/command.h"

/* EXIT_CHECK_FAILED: a point has failed, or is left. */
command_function study_command;

#endif
