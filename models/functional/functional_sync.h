/* SPDX-License-Identifier: BSD-3-Clause */
/* Bulk copies and what follows asynchronous copies, where nothing takes time: at once. */
#ifndef SIMGPU_FUNCTIONAL_SYNC_H
#define SIMGPU_FUNCTIONAL_SYNC_H

#include "models/memory/device_memory.h"
#include "workloads/issued.h"

/* Carries out the OP_SYNC that the warp has issued. NULL, or what is wrong; g_free. */
char *functional_sync(struct device_memory *memory, uint8_t *shared, struct issued *issued);

#endif
