/* SPDX-License-Identifier: BSD-3-Clause */
/* Managed memory by mapping the device file a second time, at the device's own addresses.
 *
 * The first managed allocation reserves all of the device's addresses, without access; each range
 * then opens its pages. So a program that follows a pointer of cudaMalloc still crashes, as it
 * would on hardware, and ranges that share a page (variables) are no special case.
 *
 * Differs: no page migrates, so touching managed memory from the host takes no simulated time.
 */
#include "runtime/cuda/managed.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "runtime/cuda/message.h"

static cudaError_t reserve_addresses(struct runtime *runtime)
{
    void *wanted = (void *)(uintptr_t)runtime->device.device_base;
    size_t bytes = runtime_device_bytes(runtime);
    void *mapped = mmap(wanted, bytes, PROT_NONE, MAP_SHARED | MAP_NORESERVE | MAP_FIXED_NOREPLACE,
                        runtime->channel.device_file, 0);
    if (mapped == wanted) {
        runtime->managed_reserved = true;
        return cudaSuccess;
    }
    int problem = mapped == MAP_FAILED ? errno : EEXIST;
    if (mapped != MAP_FAILED)
        munmap(mapped, bytes);
    message_print("managed memory must be at its device address, but %zu bytes at %p cannot be "
                  "mapped into this program: %s",
                  bytes, wanted, strerror(problem));
    return cudaErrorMemoryAllocation;
}

/* The whole pages around or, if inner, within the range. */
static void protect(uint64_t address, uint64_t bytes, bool inner, int protection)
{
    uint64_t page = (uint64_t)sysconf(_SC_PAGESIZE);
    uint64_t up = page - 1;
    uint64_t first = (inner ? address + up : address) / page * page;
    uint64_t last = (inner ? address + bytes : address + bytes + up) / page * page;
    if (last > first)
        (void)mprotect((void *)(uintptr_t)first, last - first, protection);
}

cudaError_t managed_add(struct runtime *runtime, uint64_t address, uint64_t bytes)
{
    if (!runtime->managed_reserved) {
        const cudaError_t status = reserve_addresses(runtime);
        if (status != cudaSuccess)
            return status;
    }
    protect(address, bytes, false, PROT_READ | PROT_WRITE);
    struct managed_range *range = message_allocate(sizeof *range);
    *range = (struct managed_range){.address = address, .bytes = bytes};
    pointer_map_set(&runtime->managed, (void *)(uintptr_t)address, range);
    return runtime_show(runtime, address, bytes);
}

void managed_remove(struct runtime *runtime, uint64_t address)
{
    struct managed_range *range = pointer_map_remove(&runtime->managed, (void *)(uintptr_t)address);
    if (range)
        protect(range->address, range->bytes, true, PROT_NONE);
    if (range)
        managed_forget_notes(range);
    free(range);
}

const struct managed_range *managed_find(const struct runtime *runtime, const void *address)
{
    const struct managed_range *range = pointer_map_floor(&runtime->managed, address);
    return range && (uintptr_t)address - range->address < range->bytes ? range : NULL;
}
