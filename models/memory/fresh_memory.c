/* SPDX-License-Identifier: BSD-3-Clause */
#include "models/memory/fresh_memory.h"
#include "base/host/fresh_pages.h"
#include "models/memory/device_memory_state.h"
#include "workloads/launch.h"

#include <unistd.h>

/* A launch touches most of an allocation that is smaller. ASSUMED. */
enum { FEW_BYTES = 4 << 20 };

/* The program has written there. */
static void map_written(int file, const uint8_t *at, off_t from, off_t end)
{
    off_t data = from;
    while (data < end && (data = lseek(file, data, SEEK_DATA)) >= 0 && data < end) {
        const off_t hole = MIN(lseek(file, data, SEEK_HOLE), end);
        if (hole <= data)
            return;
        fresh_pages(at + (data - from), (size_t)(hole - data));
        data = hole;
    }
}

static void map(struct device_memory *memory, struct device_allocation *allocation)
{
    const uint64_t range = (allocation->address - DEVICE_MEMORY_BASE) / memory->capacity,
                   first = range / memory->n_devices * memory->n_devices;
    const uint8_t *bytes = device_memory_at(memory, allocation->address);
    const int file = memory->ranges[range].file;
    allocation->mapped = true;
    if (file < 0)
        return;
    if (allocation->bytes <= FEW_BYTES) {
        fresh_pages(bytes, allocation->bytes);
        return;
    }
    const off_t from = (off_t)(allocation->address - DEVICE_MEMORY_BASE - first * memory->capacity);
    map_written(file, bytes, from, from + (off_t)allocation->bytes);
}

void fresh_memory(struct device_memory *memory, const struct launch *launch)
{
    uint64_t word;
    for (uint32_t at = 0; at + sizeof word <= launch->code->param_bytes; at += sizeof word) {
        memcpy(&word, launch->params + at, sizeof word);
        struct device_allocation *found = device_memory_holder(memory, word, 1);
        if (found && !found->mapped && !found->closed)
            map(memory, found);
    }
}
