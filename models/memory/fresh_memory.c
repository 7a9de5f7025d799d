/* SPDX-License-Identifier: BSD-3-Clause */
#include "models/memory/fresh_memory.h"
#include "base/host/fresh_pages.h"
#include "models/launch/grid.h"
#include "models/memory/device_memory_state.h"
#include "workloads/launch.h"

#include <unistd.h>

/* A launch touches most of an allocation that is smaller, or has no more bytes for each of its
 * threads. ASSUMED. */
enum { FEW_BYTES = 4 << 20, BYTES_PER_THREAD = 16 };

/* Where an allocation lies in the file of its program. */
struct place {
    int file;
    off_t from, end;
    uint8_t *zero; /* where the file's first byte is mapped */
};

static struct place place_of(struct device_memory *memory,
                             const struct device_allocation *allocation)
{
    const uint64_t range = (allocation->address - DEVICE_MEMORY_BASE) / memory->capacity,
                   first = range / memory->n_devices * memory->n_devices;
    const off_t from = (off_t)(allocation->address - DEVICE_MEMORY_BASE - first * memory->capacity);
    return (struct place){.file = memory->ranges[range].file,
                          .from = from,
                          .end = from + (off_t)allocation->bytes,
                          .zero = memory->bytes + first * memory->capacity};
}

static void map_part(const struct place *place, off_t from, off_t end)
{
    if (from < end)
        fresh_pages(place->zero + from, (size_t)(end - from));
}

/* The program has written there. */
static void map_written(const struct place *place)
{
    off_t data = place->from;
    while (data < place->end && (data = lseek(place->file, data, SEEK_DATA)) >= 0 &&
           data < place->end) {
        const off_t hole = MIN(lseek(place->file, data, SEEK_HOLE), place->end);
        if (hole <= data)
            return;
        map_part(place, data, hole);
        data = hole;
    }
}

/* Large pages where small ones are missing, if they come quickly; all others are small. */
static void map_all(struct device_memory *memory, const struct place *place)
{
    const bool can = (uintptr_t)place->zero % LARGE_PAGE == 0;
    off_t small = place->from, at = (place->from + LARGE_PAGE - 1) / LARGE_PAGE * LARGE_PAGE;
    off_t hole = -1; /* the first one from `at` on, if it is not below */
    for (; can && at + LARGE_PAGE <= place->end; at += LARGE_PAGE) {
        hole = hole < at ? lseek(place->file, at, SEEK_HOLE) : hole;
        if (hole < 0 || hole >= at + LARGE_PAGE || !large_page(&memory->large, place->zero + at))
            continue;
        map_part(place, small, at);
        small = at + LARGE_PAGE;
    }
    map_part(place, small, place->end);
}

static void map(struct device_memory *memory, struct device_allocation *allocation, bool dense)
{
    const struct place place = place_of(memory, allocation);
    const bool again = allocation->mapped;
    allocation->mapped = true;
    allocation->dense |= dense;
    if (place.file < 0)
        return;
    if (dense)
        map_all(memory, &place);
    else if (!again)
        map_written(&place);
}

void fresh_memory(struct device_memory *memory, const struct launch *launch)
{
    const uint64_t threads = launch_blocks(launch) * launch_threads_per_block(launch);
    uint64_t word;
    for (uint32_t at = 0; at + sizeof word <= launch->code->param_bytes; at += sizeof word) {
        memcpy(&word, launch->params + at, sizeof word);
        struct device_allocation *found = device_memory_holder(memory, word, 1);
        if (!found || found->closed || found->dense)
            continue;
        const bool dense = found->bytes <= FEW_BYTES || found->bytes / BYTES_PER_THREAD <= threads;
        if (dense || !found->mapped)
            map(memory, found, dense);
    }
}
