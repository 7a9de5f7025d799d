/* SPDX-License-Identifier: BSD-3-Clause */
#define _DEFAULT_SOURCE /* MAP_ANONYMOUS, MAP_NORESERVE */
#include "models/memory/device_memory.h"
#include "base/input_error.h"

#include <string.h>
#include <sys/mman.h>

struct device_memory {
    uint8_t *bytes;      /* of DEVICE_MEMORY_BASE */
    uint64_t capacity;   /* where addresses end */
    uint64_t reserved;   /* capacity, and a gap that whole-line reads may touch */
    uint64_t end;        /* offset at which the next allocation may begin */
    GArray *allocations; /* struct device_allocation, by address */
    guint last;          /* index of the one found last: most accesses follow it */
};

static void clear_allocation(void *item)
{
    g_free(((struct device_allocation *)item)->name);
}

struct device_memory *device_memory_new(uint64_t capacity, GError **error)
{
    uint64_t reserved = capacity + DEVICE_MEMORY_GAP;
    void *bytes = MAP_FAILED;
    if (capacity < DEVICE_MEMORY_BASE)
        bytes = mmap(NULL, reserved, PROT_READ | PROT_WRITE,
                     MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (bytes == MAP_FAILED) {
        g_set_error(error, INPUT_ERROR, 0,
                    "this machine cannot reserve %" G_GUINT64_FORMAT
                    " bytes of address space for the device memory",
                    capacity);
        return NULL;
    }
    /* Large pages, where the machine has them: a streaming kernel touches each page once. */
    madvise(bytes, reserved, MADV_HUGEPAGE);
    struct device_memory *memory = g_new0(struct device_memory, 1);
    memory->bytes = bytes;
    memory->capacity = capacity;
    memory->reserved = reserved;
    memory->allocations = g_array_new(FALSE, FALSE, sizeof(struct device_allocation));
    g_array_set_clear_func(memory->allocations, clear_allocation);
    return memory;
}

void device_memory_free(struct device_memory *memory)
{
    if (!memory)
        return;
    munmap(memory->bytes, memory->reserved);
    g_array_free(memory->allocations, TRUE);
    g_free(memory);
}

static inline const struct device_allocation *allocation_at(const struct device_memory *memory,
                                                            guint index)
{
    return &g_array_index(memory->allocations, struct device_allocation, index);
}

static uint64_t align(uint64_t offset)
{
    return (offset + DEVICE_MEMORY_ALIGNMENT - 1) / DEVICE_MEMORY_ALIGNMENT *
           DEVICE_MEMORY_ALIGNMENT;
}

uint64_t device_memory_allocate(struct device_memory *memory, const char *name, uint64_t bytes,
                                GError **error)
{
    if (bytes == 0) {
        g_set_error(error, INPUT_ERROR, 0, "%s: expected a size of at least 1 byte, found 0", name);
        return 0;
    }
    uint64_t left = memory->end < memory->capacity ? memory->capacity - memory->end : 0;
    if (bytes > left) {
        g_set_error(error, INPUT_ERROR, 0,
                    "%s: %" G_GUINT64_FORMAT
                    " bytes do not fit into device memory: %" G_GUINT64_FORMAT
                    " of %" G_GUINT64_FORMAT " are left (memory.size of the platform)",
                    name, bytes, left, memory->capacity);
        return 0;
    }
    struct device_allocation allocation = {
        .name = g_strdup(name), .address = DEVICE_MEMORY_BASE + memory->end, .bytes = bytes};
    g_array_append_val(memory->allocations, allocation);
    memory->end = align(memory->end + bytes + DEVICE_MEMORY_GAP);
    return allocation.address;
}

static inline bool holds(const struct device_allocation *allocation, uint64_t address,
                         uint64_t bytes)
{
    uint64_t offset = address - allocation->address; /* huge if the address is below */
    return offset < allocation->bytes && bytes <= allocation->bytes - offset;
}

/* How many allocations begin at or below the address. */
static guint count_up_to(const struct device_memory *memory, uint64_t address)
{
    guint low = 0, high = memory->allocations->len;
    while (low < high) {
        guint middle = low + (high - low) / 2;
        if (allocation_at(memory, middle)->address <= address)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

const struct device_allocation *device_memory_find(struct device_memory *memory, uint64_t address,
                                                   uint64_t bytes)
{
    if (memory->last < memory->allocations->len &&
        holds(allocation_at(memory, memory->last), address, bytes))
        return allocation_at(memory, memory->last);
    guint count = count_up_to(memory, address);
    if (count == 0 || !holds(allocation_at(memory, count - 1), address, bytes))
        return NULL;
    memory->last = count - 1;
    return allocation_at(memory, count - 1);
}

const struct device_allocation *device_memory_nearest(const struct device_memory *memory,
                                                      uint64_t address)
{
    guint count = count_up_to(memory, address);
    const struct device_allocation *below = count > 0 ? allocation_at(memory, count - 1) : NULL;
    const struct device_allocation *above =
        count < memory->allocations->len ? allocation_at(memory, count) : NULL;
    if (!below || !above)
        return below ? below : above;
    uint64_t end = below->address + below->bytes;
    return address < end || address - end < above->address - address ? below : above;
}

bool device_memory_covers(const struct device_memory *memory, uint64_t address)
{
    return address - DEVICE_MEMORY_BASE < memory->capacity;
}

uint8_t *device_memory_at(struct device_memory *memory, uint64_t address)
{
    g_assert(device_memory_covers(memory, address));
    return memory->bytes + (address - DEVICE_MEMORY_BASE);
}

void device_memory_write(struct device_memory *memory, uint64_t address, const void *bytes,
                         size_t n_bytes)
{
    if (n_bytes == 0)
        return;
    g_assert(device_memory_find(memory, address, n_bytes));
    memcpy(device_memory_at(memory, address), bytes, n_bytes);
}

void device_memory_read(struct device_memory *memory, uint64_t address, void *bytes, size_t n_bytes)
{
    if (n_bytes == 0)
        return;
    g_assert(device_memory_find(memory, address, n_bytes));
    memcpy(bytes, device_memory_at(memory, address), n_bytes);
}

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
    return (struct device_access){
        .memory = memory, .allocate = access_allocate, .write = access_write, .read = access_read};
}
