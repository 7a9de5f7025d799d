/* SPDX-License-Identifier: BSD-3-Clause */
/* A program after a fault of its kernel, or after it has done what it was to do. */
#ifndef SIMGPU_WORKLOADS_PROGRAM_AFTER_FAULT_H
#define SIMGPU_WORKLOADS_PROGRAM_AFTER_FAULT_H

#include "workloads/command.h"

struct program;

/* After the simulation has ended with a fault of its kernel: answers every call with the error, the
 * one under way first, until the program has ended. */
void program_go_on(struct program *program, enum fault_kind kind);

/* Of command_source. */
void program_fail(struct command_source *source, enum fault_kind kind, const char *message);
void program_halt(struct command_source *source);

#endif
