/* SPDX-License-Identifier: BSD-3-Clause */
/* How much memory the simulated GPU gets where this machine limits addresses (ulimit -v). */
#ifndef SIMGPU_CLI_RUN_CLIENTS_MEMORY_SIZE_H
#define SIMGPU_CLI_RUN_CLIENTS_MEMORY_SIZE_H

#include <stdint.h>

/* `bytes`, which the platform says, or as much of it as fits; then the user is told. programs: how
 * many share it. */
uint64_t memory_size_that_fits(uint64_t bytes, uint32_t programs);

#endif
