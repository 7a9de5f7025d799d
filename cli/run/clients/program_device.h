/* SPDX-License-Identifier: BSD-3-Clause */
/* What a program hears of a GPU: cudaDeviceProp and its kin. */
#ifndef SIMGPU_CLI_RUN_CLIENTS_PROGRAM_DEVICE_H
#define SIMGPU_CLI_RUN_CLIENTS_PROGRAM_DEVICE_H

#include "models/gpu_config.h"
#include "models/memory/device_memory.h"
#include "runtime/protocol.h"

struct protocol_device program_device(const struct gpu_config *config,
                                      const struct device_memory *memory);

#endif
