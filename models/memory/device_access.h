/* SPDX-License-Identifier: BSD-3-Clause */
/* Device memory as command sources see it. */
#ifndef SIMGPU_MEMORY_DEVICE_ACCESS_H
#define SIMGPU_MEMORY_DEVICE_ACCESS_H

#include "models/memory/device_memory.h"

struct device_access device_memory_access(struct device_memory *memory);

#endif
