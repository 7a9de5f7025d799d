/* SPDX-License-Identifier: BSD-3-Clause */
/* What a program may do by itself while all its calls wait for a launch that has stopped.
 *
 * Threads that are not in a call may write to memory that they share with the GPU: those that
 * compute, and those that sleep, for a while. A program whose threads are all in calls writes
 * nothing. */
#ifndef SIMGPU_WORKLOADS_PROGRAM_REST_H
#define SIMGPU_WORKLOADS_PROGRAM_REST_H

#include "workloads/cuda_process/program_private.h"

/* Of command_source. Takes a millisecond if threads may yet write. */
enum source_rest program_rest(struct command_source *source);

#endif
