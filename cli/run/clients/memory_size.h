/* SPDX-License-Identifier: BSD-3-Clause */
/* How much memory the simulated GPU gets where this machine limits addresses (ulimit -v) or files
 * (ulimit -f): memory that a program shares is a file. */
#ifndef SIMGPU_CLI_RUN_CLIENTS_MEMORY_SIZE_H
#define SIMGPU_CLI_RUN_CLIENTS_MEMORY_SIZE_H

#include <stdint.h>

/* `bytes`, which the platform says, or as much of it as fits; then the user is told. programs: how
 * many share it. gpus: how many have so much. */
uint64_t memory_size_that_fits(uint64_t bytes, uint32_t programs, uint32_t gpus);

#endif
