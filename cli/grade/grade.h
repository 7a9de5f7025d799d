/* SPDX-License-Identifier: BSD-3-Clause */
/* simgpu grade: how many points a student's answers to a lesson get. */
#ifndef SIMGPU_CLI_GRADE_GRADE_H
#define SIMGPU_CLI_GRADE_GRADE_H

#include "cli/base/command.h"

command_function grade_command;

#endif
