/* SPDX-License-Identifier: BSD-3-Clause */
#include "models/memory/device_access.h"

static uint64_t access_allocate(void *memory, const char *name, size_t bytes, GError **error)
{
    return device_memory_allocate(memory, name, bytes, error);
}

static void access_write(void *memory, uint64_t address, const void *bytes, size_t n_bytes)
{
    device_memory_write(memory, address, bytes, n_bytes);
}

static void access_read(void *memory, uint64_t address, void *bytes, size_t n_bytes)
{
    device_memory_read(memory, address, bytes, n_bytes);
}

struct device_access device_memory_access(struct device_memory *memory)
{
    return (struct device_access){memory, access_allocate, access_write, access_read};
}
