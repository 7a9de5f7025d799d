/* SPDX-License-Identifier: BSD-3-Clause */
#include "models/memory/device_memory.h"
#include "base/host/host_cache.h"
#include "base/host/shared_file.h"
#include "base/input_error.h"
#include "models/memory/device_memory_state.h"

#include <errno.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

static void clear_allocation(void *item)
{
    g_free(((struct device_allocation *)item)->name);
}

/* Puts a file that a program can map behind its ranges. */
static bool share_ranges(struct device_memory *memory, uint32_t program)
{
    const uint64_t bytes = memory->n_devices * memory->capacity;
    struct memory_range *range = device_memory_first_range(memory, program);
    range->file = shared_file_new("simgpu-device-memory", bytes);
    for (uint32_t i = 1; i < memory->n_devices; i++)
        range[i].file = range->file;
    return range->file >= 0 &&
           mmap(memory->bytes + program * bytes, bytes, PROT_READ | PROT_WRITE,
                MAP_SHARED | MAP_FIXED | MAP_NORESERVE, range->file, 0) != MAP_FAILED;
}

struct device_memory *device_memory_new(uint64_t capacity, uint32_t n_shared, GError **error)
{
    return device_memory_new_of_devices(capacity, 1, n_shared, error);
}

struct device_memory *device_memory_new_of_devices(uint64_t capacity, uint32_t n_devices,
                                                   uint32_t n_shared, GError **error)
{
    struct device_memory *memory = g_new0(struct device_memory, 1);
    memory->capacity = capacity;
    memory->n_devices = n_devices;
    memory->used = g_new0(uint64_t, n_devices);
    memory->peers = g_new0(uint32_t, n_devices);
    if (n_shared > 0 || n_devices > 1) /* files are mapped by the page */
        memory->capacity = (capacity + DEVICE_MEMORY_GAP - 1) & ~(uint64_t)(DEVICE_MEMORY_GAP - 1);
    memory->n_ranges = MAX(n_shared, 1) * n_devices;
    memory->reserved = memory->capacity * memory->n_ranges + DEVICE_MEMORY_GAP;
    memory->ranges = g_new0(struct memory_range, memory->n_ranges);
    for (uint32_t i = 0; i < memory->n_ranges; i++)
        memory->ranges[i].file = -1;
    memory->allocations = g_array_new(FALSE, FALSE, sizeof(struct device_allocation));
    g_array_set_clear_func(memory->allocations, clear_allocation);
    memory->bytes = MAP_FAILED;
    void *const place =
        n_shared > 0 ? (void *)(uintptr_t)(DEVICE_MEMORY_ORIGIN + DEVICE_MEMORY_BASE) : NULL;
    errno = ENOMEM;
    if (capacity < DEVICE_MEMORY_BASE)
        memory->bytes = mmap(place, memory->reserved, PROT_READ | PROT_WRITE,
                             MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    bool good = memory->bytes != MAP_FAILED;
    for (uint32_t i = 0; good && i < n_shared; i++)
        good = share_ranges(memory, i);
    if (!good) {
        g_set_error(error, INPUT_ERROR, 0,
                    "this machine cannot reserve %" G_GUINT64_FORMAT
                    " bytes for the device memory: %s",
                    memory->reserved, g_strerror(errno));
        device_memory_free(memory);
        return NULL;
    }
    /* Large pages, where the machine has them: a streaming kernel touches each page once. */
    madvise(memory->bytes, memory->reserved, MADV_HUGEPAGE);
    return memory;
}

uint64_t device_memory_capacity(const struct device_memory *memory)
{
    return memory->capacity;
}

int device_memory_file(const struct device_memory *memory, uint32_t program)
{
    g_assert(program * memory->n_devices < memory->n_ranges);
    return device_memory_first_range(memory, program)->file;
}

uint64_t device_memory_range(const struct device_memory *memory, uint32_t program)
{
    return DEVICE_MEMORY_BASE + program * memory->n_devices * memory->capacity;
}

static uint64_t base_of(const struct device_memory *memory, uint32_t range)
{
    return DEVICE_MEMORY_BASE + range * memory->capacity;
}

void device_memory_free(struct device_memory *memory)
{
    if (!memory)
        return;
    if (memory->bytes != MAP_FAILED)
        munmap(memory->bytes, memory->reserved);
    for (uint32_t i = 0; i < memory->n_ranges; i += memory->n_devices)
        if (memory->ranges[i].file >= 0)
            close(memory->ranges[i].file);
    g_free(memory->ranges);
    g_free(memory->used);
    g_free(memory->peers);
    if (memory->keeper)
        memory->keeper->end(memory);
    g_array_free(memory->allocations, TRUE);
    g_free(memory);
}

uint64_t device_memory_left(const struct device_memory *memory)
{
    return device_memory_left_of(memory, 0);
}

uint64_t device_memory_left_of(const struct device_memory *memory, uint32_t device)
{
    const uint64_t used = memory->used[device];
    return used < memory->capacity ? memory->capacity - used : 0;
}

/* First fit in the range: the address, and the place in the list; 0 if there is none. The search
 * starts behind the part that is known to be too narrow; otherwise a hundred thousand allocations
 * would take minutes. */
static uint64_t find_room(const struct device_memory *memory, uint32_t index, uint64_t bytes,
                          guint *place)
{
    struct memory_range *range = &memory->ranges[index];
    uint64_t base = base_of(memory, index), end = base + memory->capacity, at = base;
    bool skips = device_memory_room(bytes) > range->widest;
    *place =
        device_memory_count_up_to(memory, skips && range->dense > base ? range->dense : base - 1);
    if (*place > 0) {
        const struct device_allocation *before = device_memory_allocation(memory, *place - 1);
        at = MAX(at, before->address + device_memory_room(before->bytes));
    }
    range->widest = skips ? range->widest : 0;
    for (; *place < memory->allocations->len; (*place)++) {
        const struct device_allocation *next = device_memory_allocation(memory, *place);
        if (next->address >= end || next->address - at >= device_memory_room(bytes))
            break;
        range->widest = MAX(range->widest, next->address - at);
        at = next->address + device_memory_room(next->bytes);
    }
    range->dense = *place > 0 ? device_memory_allocation(memory, *place - 1)->address : base - 1;
    return at <= end && bytes <= end - at ? at : 0;
}

/* Zeros where the file has pages: new ones, one by one, take five times as long. False: the file
 * does not say where it has. */
static bool zero_pages(int file, uint8_t *at, off_t from, off_t end)
{
    off_t data = from;
    while (data < end && (data = lseek(file, data, SEEK_DATA)) >= 0 && data < end) {
        const off_t hole = MIN(lseek(file, data, SEEK_HOLE), end);
        if (hole <= data)
            return false;
        memset(at + (data - from), 0, (size_t)(hole - data));
        data = hole;
    }
    return data >= 0 || errno == ENXIO;
}

/* Of many bytes that no program maps, whole pages go back to the machine, which has zeros. */
static void zero(struct device_memory *memory, uint32_t range, uint64_t address, uint64_t bytes)
{
    enum { PAGE = 4096, MUCH = 1 << 20 };
    uint8_t *at = device_memory_at(memory, address);
    const uint64_t offset =
        address - base_of(memory, range / memory->n_devices * memory->n_devices);
    const uint64_t first = (offset + PAGE - 1) / PAGE * PAGE, end = (offset + bytes) / PAGE * PAGE;
    const int file = memory->ranges[range].file;
    if (bytes >= MUCH && file >= 0 && zero_pages(file, at, (off_t)offset, (off_t)(offset + bytes)))
        return;
    if (bytes < MUCH || file >= 0 || madvise(at + (first - offset), end - first, MADV_DONTNEED)) {
        memset(at, 0, bytes);
        return;
    }
    memset(at, 0, first - offset);
    memset(at + (end - offset), 0, offset + bytes - end);
}

void device_memory_clear(struct device_memory *memory, uint32_t range, uint64_t address,
                         uint64_t bytes)
{
    bytes =
        (bytes + DEVICE_MEMORY_ALIGNMENT - 1) / DEVICE_MEMORY_ALIGNMENT * DEVICE_MEMORY_ALIGNMENT;
    uint64_t offset = address - base_of(memory, range);
    uint64_t *touched = &memory->ranges[range].touched;
    if (offset < *touched)
        zero(memory, range, address, MIN(bytes, *touched - offset));
    *touched = MAX(*touched, offset + bytes);
}

uint64_t device_memory_allocate_for(struct device_memory *memory, uint32_t program,
                                    const char *name, uint64_t bytes, GError **error)
{
    return device_memory_allocate_on(memory, program * memory->n_devices, name, bytes, error);
}

uint64_t device_memory_allocate_on(struct device_memory *memory, uint32_t range, const char *name,
                                   uint64_t bytes, GError **error)
{
    guint index;
    g_assert(range < memory->n_ranges);
    const uint32_t device = range % memory->n_devices;
    if (bytes == 0) {
        g_set_error(error, INPUT_ERROR, 0, "%s: expected a size of at least 1 byte, found 0", name);
        return 0;
    }
    uint64_t left = device_memory_left_of(memory, device);
    uint64_t address = bytes <= left ? find_room(memory, range, bytes, &index) : 0;
    if (address == 0 && memory->keeper && memory->keeper->give_up(memory)) {
        left = device_memory_left_of(memory, device);
        address = bytes <= left ? find_room(memory, range, bytes, &index) : 0;
    }
    if (address == 0) {
        g_set_error(error, INPUT_ERROR, 0,
                    "%s: %" G_GUINT64_FORMAT
                    " bytes do not fit into device memory: %" G_GUINT64_FORMAT
                    " of %" G_GUINT64_FORMAT " are left (memory.size of the platform)",
                    name, bytes, left, memory->capacity);
        return 0;
    }
    const struct device_allocation allocation = {
        .name = g_strdup(name), .address = address, .bytes = bytes};
    g_array_insert_val(memory->allocations, index, allocation);
    memory->used[device] += device_memory_room(bytes);
    device_memory_clear(memory, range, address, bytes);
    if (memory->keeper)
        memory->keeper->allocated(memory, device_memory_allocation(memory, index));
    return address;
}

uint64_t device_memory_allocate(struct device_memory *memory, const char *name, uint64_t bytes,
                                GError **error)
{
    return device_memory_allocate_for(memory, 0, name, bytes, error);
}

static inline bool holds(const struct device_allocation *allocation, uint64_t address,
                         uint64_t bytes)
{
    uint64_t offset = address - allocation->address; /* huge if the address is below */
    return offset < allocation->bytes && bytes <= allocation->bytes - offset && !allocation->closed;
}

/* ---- the host's memory ----------------------------------------------------------------------- */

void device_memory_show_host(struct device_memory *memory, uint32_t program, uint8_t *at,
                             uint64_t bytes)
{
    static char name[] = "pinned host memory";
    struct memory_range *range = device_memory_first_range(memory, program);
    range->host_bytes = at;
    range->host = (struct device_allocation){
        .name = name, .address = host_memory_base(program), .bytes = at ? bytes : 0};
}

bool device_memory_is_host(const struct device_memory *memory, uint32_t program, uint64_t address)
{
    return device_memory_host_range(memory, address) == device_memory_first_range(memory, program);
}

bool device_memory_is_any_host(const struct device_memory *memory, uint64_t address)
{
    return device_memory_host_range(memory, address) != NULL;
}

void *device_memory_host_place(const struct device_memory *memory, uint32_t program)
{
    const uintptr_t origin = (uintptr_t)memory->bytes - DEVICE_MEMORY_BASE;
    return origin == DEVICE_MEMORY_ORIGIN ? (void *)(origin + host_memory_base(program)) : NULL;
}

/* ---- finding --------------------------------------------------------------------------------- */

static const struct device_allocation *find_in_host(const struct device_memory *memory,
                                                    uint64_t address, uint64_t bytes)
{
    const struct memory_range *range = device_memory_host_range(memory, address);
    return range && holds(&range->host, address, bytes) ? &range->host : NULL;
}

const struct device_allocation *device_memory_find(struct device_memory *memory, uint64_t address,
                                                   uint64_t bytes)
{
    /* Units on several threads ask. Any of them may say where to look first. */
    const guint last = __atomic_load_n(&memory->last, __ATOMIC_RELAXED);
    if (last < memory->allocations->len &&
        holds(device_memory_allocation(memory, last), address, bytes))
        return device_memory_allocation(memory, last);
    guint count = device_memory_count_up_to(memory, address);
    if (count == 0 || !holds(device_memory_allocation(memory, count - 1), address, bytes))
        return find_in_host(memory, address, bytes);
    __atomic_store_n(&memory->last, count - 1, __ATOMIC_RELAXED);
    return device_memory_allocation(memory, count - 1);
}

const struct device_allocation *device_memory_nearest(const struct device_memory *memory,
                                                      uint64_t address)
{
    guint count = device_memory_count_up_to(memory, address);
    const struct device_allocation *below =
        count > 0 ? device_memory_allocation(memory, count - 1) : NULL;
    const struct device_allocation *above =
        count < memory->allocations->len ? device_memory_allocation(memory, count) : NULL;
    if (!below || !above)
        return below ? below : above;
    uint64_t end = below->address + below->bytes;
    return address < end || address - end < above->address - address ? below : above;
}

bool device_memory_release(struct device_memory *memory, uint64_t address)
{
    device_memory_pay_at(memory, address);
    guint count = device_memory_count_up_to(memory, address);
    if (count == 0 || device_memory_allocation(memory, count - 1)->address != address ||
        device_memory_allocation(memory, count - 1)->reservation != 0) {
        if (memory->keeper)
            memory->keeper->missed(memory, address);
        return false;
    }
    if (memory->keeper)
        return memory->keeper->keep(memory, count - 1);
    device_memory_remove(memory, count - 1);
    return true;
}

void device_memory_remove(struct device_memory *memory, guint index)
{
    const struct device_allocation *allocation = device_memory_allocation(memory, index);
    const uint64_t address = allocation->address;
    struct memory_range *range = &memory->ranges[(address - DEVICE_MEMORY_BASE) / memory->capacity];
    memory->used[(range - memory->ranges) % memory->n_devices] -=
        device_memory_room(allocation->bytes);
    if (address <= range->dense) /* there is a new gap */
        range->dense = address - 1;
    g_array_remove_index(memory->allocations, index);
    memory->last = 0;
}

void device_memory_each(const struct device_memory *memory, void *data,
                        void (*tell)(void *data, const struct device_allocation *allocation))
{
    for (guint i = 0; i < memory->allocations->len; i++)
        tell(data, device_memory_allocation(memory, i));
}

bool device_memory_covers(const struct device_memory *memory, uint64_t address)
{
    return device_memory_is_device(memory, address) || device_memory_host_range(memory, address);
}

uint8_t *device_memory_at(struct device_memory *memory, uint64_t address)
{
    if (G_LIKELY(device_memory_is_device(memory, address)))
        return memory->bytes + (address - DEVICE_MEMORY_BASE);
    const struct memory_range *range = device_memory_host_range(memory, address);
    g_assert(range);
    return range->host_bytes + (address - range->host.address);
}

void device_memory_prefetch(const struct device_memory *memory, uint64_t line)
{
    if (!device_memory_is_device(memory, line))
        return;
    const uint8_t *bytes = memory->bytes + (line - DEVICE_MEMORY_BASE);
    __builtin_prefetch(bytes, 0, 2);
    __builtin_prefetch(bytes + HOST_CACHE_LINE, 0, 2);
}

void device_memory_write(struct device_memory *memory, uint64_t address, const void *bytes,
                         size_t n_bytes)
{
    if (n_bytes == 0)
        return;
    g_assert(device_memory_find(memory, address, n_bytes));
    device_memory_pay_at(memory, address);
    memcpy(device_memory_at(memory, address), bytes, n_bytes);
    (void)device_memory_written(memory, address, n_bytes);
}

void device_memory_read(struct device_memory *memory, uint64_t address, void *bytes, size_t n_bytes)
{
    if (n_bytes == 0)
        return;
    g_assert(device_memory_find(memory, address, n_bytes));
    device_memory_pay_at(memory, address);
    memcpy(bytes, device_memory_at(memory, address), n_bytes);
}
