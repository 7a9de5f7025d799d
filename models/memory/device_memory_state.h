/* SPDX-License-Identifier: BSD-3-Clause */
/* The state of device memory, for the files that manage it. Everybody else includes
 * device_memory.h. */
#ifndef SIMGPU_MEMORY_DEVICE_MEMORY_STATE_H
#define SIMGPU_MEMORY_DEVICE_MEMORY_STATE_H

#include "base/host/large_page.h"
#include "models/memory/device_memory.h"
#include "workloads/host_memory.h"

#include <string.h>

/* The addresses of one program on one device, or all addresses. */
struct memory_range {
    int file;         /* of all of the program's ranges; -1: none */
    uint64_t touched; /* offset in the range; no byte from there on has been used */
    /* Up to the allocation that begins at `dense`, no gap has more than `widest` bytes. */
    uint64_t dense, widest;
    struct device_allocation host; /* of the first device's: the program's pinned memory; no bytes:
                                    * none is shown */
    uint8_t *host_bytes;
};

/* Who keeps released memory closed; see released_memory.h. */
struct memory_keeper {
    void (*allocated)(struct device_memory *memory, const struct device_allocation *allocation);
    /* The allocation of this index is released; false: it was so before. */
    bool (*keep)(struct device_memory *memory, guint index);
    /* A release of an address where no allocation begins. */
    void (*missed)(struct device_memory *memory, uint64_t address);
    /* Frees what is kept; false if there is nothing. */
    bool (*give_up)(struct device_memory *memory);
    void (*end)(struct device_memory *memory);
};

struct device_memory {
    uint8_t *bytes;    /* of DEVICE_MEMORY_BASE */
    uint64_t capacity; /* of each range, and of all allocations of a device together */
    uint64_t reserved; /* all ranges, and a gap that whole-line reads may touch */
    uint64_t *used;    /* by device: by allocations, with the gaps behind them */
    uint32_t *peers;   /* by device: those whose memory it reaches, a bit for each */
    uint32_t n_devices, n_ranges;
    struct memory_range *ranges;        /* by program, then by device */
    GArray *allocations;                /* struct device_allocation, by address */
    struct stray_accesses *strays;      /* NULL: they are faults */
    const struct memory_keeper *keeper; /* NULL: what is released is free at once */
    void *kept;                         /* the keeper's */
    uint64_t changes;                   /* of all memory; memory_digest.h */
    bool open;                          /* somebody may write anywhere at any time */
    uint32_t launches_out;              /* that are simulated, and write without a word */
    uint32_t n_owed, holds;             /* owed_memory.h: allocations, and who wants none */
    struct large_pages large;           /* how quickly they come */
    guint last; /* index of the allocation found last: most accesses are to the same one */
};

/* The first device's, of the program. */
static inline struct memory_range *device_memory_first_range(const struct device_memory *memory,
                                                             uint32_t program)
{
    return &memory->ranges[program * memory->n_devices];
}

/* Where address 0 would lie on the host, if programs share memory. ASSUMED: nothing is there, up to
 * the pinned memory of the last program, which then finds a place at the same distance. */
#define DEVICE_MEMORY_ORIGIN UINT64_C(0x100000000000)

/* The range whose pinned memory has the address; NULL: none has. */
static inline const struct memory_range *
device_memory_host_range(const struct device_memory *memory, uint64_t address)
{
    const uint64_t index = (address - HOST_MEMORY_BASE) / HOST_MEMORY_BYTES; /* huge if below */
    if (index >= memory->n_ranges / memory->n_devices)
        return NULL;
    const struct memory_range *range = device_memory_first_range(memory, (uint32_t)index);
    return address - range->host.address < range->host.bytes ? range : NULL;
}

/* Of a device itself, not the host's. */
static inline bool device_memory_is_device(const struct device_memory *memory, uint64_t address)
{
    return address - DEVICE_MEMORY_BASE < memory->reserved - DEVICE_MEMORY_GAP;
}

/* Takes the allocation of this index out. */
void device_memory_remove(struct device_memory *memory, guint index);

static inline const struct device_allocation *
device_memory_allocation(const struct device_memory *memory, guint index)
{
    return &g_array_index(memory->allocations, struct device_allocation, index);
}

/* How many allocations begin at or below the address. */
static inline guint device_memory_count_up_to(const struct device_memory *memory, uint64_t address)
{
    guint low = 0, high = memory->allocations->len;
    while (low < high) {
        guint middle = low + (high - low) / 2;
        if (device_memory_allocation(memory, middle)->address <= address)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

/* The allocation of a device that has all of the bytes; NULL: none has. */
static inline struct device_allocation *device_memory_holder(const struct device_memory *memory,
                                                             uint64_t address, uint64_t bytes)
{
    const guint count = device_memory_count_up_to(memory, address);
    struct device_allocation *found =
        count == 0 ? NULL
                   : &g_array_index(memory->allocations, struct device_allocation, count - 1);
    return found && address - found->address < found->bytes &&
                   bytes <= found->bytes - (address - found->address)
               ? found
               : NULL;
}

/* False: no allocation of a device has all of the bytes. */
static inline bool device_memory_written(struct device_memory *memory, uint64_t address,
                                         uint64_t bytes)
{
    struct device_allocation *holder = device_memory_holder(memory, address, bytes);
    if (holder)
        holder->digested = 0;
    return holder != NULL;
}

/* Copies what the allocation is owed; owed_memory.h. */
static inline void device_memory_pay(struct device_memory *memory,
                                     struct device_allocation *allocation)
{
    if (!allocation->owed)
        return;
    memcpy(device_memory_at(memory, allocation->address), allocation->owed, allocation->bytes);
    allocation->owed = NULL;
    memory->n_owed--;
}

/* The same of the allocation with this address, if there is one. */
static inline void device_memory_pay_at(struct device_memory *memory, uint64_t address)
{
    struct device_allocation *found =
        memory->n_owed == 0 ? NULL : device_memory_holder(memory, address, 1);
    if (found)
        device_memory_pay(memory, found);
}

static inline void device_memory_pay_all(struct device_memory *memory)
{
    for (guint i = 0; memory->n_owed > 0 && i < memory->allocations->len; i++)
        device_memory_pay(memory, &g_array_index(memory->allocations, struct device_allocation, i));
}

/* How much room an allocation takes, with the gap behind it. */
static inline uint64_t device_memory_room(uint64_t bytes)
{
    return (bytes + DEVICE_MEMORY_GAP + DEVICE_MEMORY_ALIGNMENT - 1) / DEVICE_MEMORY_ALIGNMENT *
           DEVICE_MEMORY_ALIGNMENT;
}

#endif
