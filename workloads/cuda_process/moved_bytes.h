/* SPDX-License-Identifier: BSD-3-Clause */
/* Bytes that the program moves itself between its own memory and the device's, behind the answer to
 * a blocking copy and before the caller's next request. */
#ifndef SIMGPU_WORKLOADS_CUDA_PROCESS_MOVED_BYTES_H
#define SIMGPU_WORKLOADS_CUDA_PROCESS_MOVED_BYTES_H

#include "workloads/cuda_process/program_private.h"

/* When the program's present call returns, its caller reads this allocation, or writes so many
 * bytes there. */
void moved_bytes_add(struct program *program, uint64_t address, uint64_t written);
/* The caller is about to have its answer. */
void moved_bytes_begin(struct program *program, uint64_t caller);
/* The caller asks for something else: all that it has moved is there. */
void moved_bytes_note(struct program *program, uint64_t caller);

#endif
