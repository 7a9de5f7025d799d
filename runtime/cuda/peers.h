/* SPDX-License-Identifier: BSD-3-Clause */
/* Devices that reach each other's memory: see peers.c. */
#ifndef SIMGPU_RUNTIME_PEERS_H
#define SIMGPU_RUNTIME_PEERS_H

#include "runtime/cuda/runtime.h"

/* A pool of a device lets another one reach it, or does so no more. Each pool says that once. */
cudaError_t peers_pool(struct runtime *runtime, uint32_t device, uint32_t peer, bool enable);

#endif
