/* SPDX-License-Identifier: BSD-3-Clause */
/* The GPU's global memory: one sparse range of device addresses and the bytes in it.
 *
 * Device addresses start at DEVICE_MEMORY_BASE and grow from there, so they are the same on every
 * run and every machine. Behind them lies one reservation of host memory that takes room only where
 * it is touched; translation is one addition. Between two allocations lies a gap in which no access
 * is legal. So an index that runs over by a block's width is caught and named.
 *
 * The model says when bytes are read and written. L2 banks do it in the order in which requests
 * arrive (models/l2), the host when its copies have crossed PCIe. A bank reads and writes whole
 * lines, so it may read the bytes of a line beyond the end of its allocation; they are zero.
 *
 * Units: addresses and sizes in bytes.
 */
#ifndef SIMGPU_MEMORY_DEVICE_MEMORY_H
#define SIMGPU_MEMORY_DEVICE_MEMORY_H

#include "base/content_digest.h"
#include "workloads/command.h"
#include <stdbool.h>

#define DEVICE_MEMORY_BASE UINT64_C(0x1000000000)

enum {
    DEVICE_MEMORY_ALIGNMENT = 256, /* as cudaMalloc promises */
    /* At least this far from one allocation to the next: 1,024 threads, a word each. */
    DEVICE_MEMORY_GAP = 4096
};

struct device_allocation {
    char *name; /* "buffer x"; owned */
    uint64_t address, bytes;
    uint64_t reservation; /* the address of the one that it is a part of (reserved_memory.h); 0 */
    bool closed;          /* addresses without memory, of a reservation; or it was released */
    bool released;        /* and is kept closed; see released_memory.h */
    bool shared;          /* every device reaches it: managed memory */
    bool mapped, dense;   /* fresh_memory.h has seen it; and in a launch that may touch all of it */
    /* memory_digest.h: of its contents; how many changes of all memory it has seen, and one more, 0
     * if it is none; somebody may write at any time. */
    struct content_digest digest;
    uint64_t digested;
    bool open;
    const uint8_t *owed; /* owed_memory.h: what it has, if that isn't there yet; borrowed */
};

struct device_memory;

/* capacity: of the simulated memory, gaps included. An error if this machine cannot reserve it.
 *
 * n_shared: 0, or how many programs share the memory. Each then has a range of addresses of its
 * own, `capacity` apart. The range lies in a file that the program can map (device_memory_file).
 * Together they may allocate at most `capacity`.
 */
struct device_memory *device_memory_new(uint64_t capacity, uint32_t n_shared, GError **error);
/* The same for several devices, each of this capacity. A program has a range on each, one behind
 * the other; all of them lie in its file. Ranges are numbered by program, then by device. */
struct device_memory *device_memory_new_of_devices(uint64_t capacity, uint32_t n_devices,
                                                   uint32_t n_shared, GError **error);
void device_memory_free(struct device_memory *memory);

/* The size of a range, the program's file, and the device address of the file's first byte. The
 * descriptor stays the memory's. */
uint64_t device_memory_capacity(const struct device_memory *memory);
int device_memory_file(const struct device_memory *memory, uint32_t program);
uint64_t device_memory_range(const struct device_memory *memory, uint32_t program);

/* The new allocation's address, its bytes all zero; 0 with an error when memory is full or bytes is
 * 0. The name is copied. The second allocates in a program's first range, the third in a range. */
uint64_t device_memory_allocate(struct device_memory *memory, const char *name, uint64_t bytes,
                                GError **error);
uint64_t device_memory_allocate_for(struct device_memory *memory, uint32_t program,
                                    const char *name, uint64_t bytes, GError **error);
uint64_t device_memory_allocate_on(struct device_memory *memory, uint32_t range, const char *name,
                                   uint64_t bytes, GError **error);
/* Gives back the allocation that begins at this address; false if there is none. */
bool device_memory_release(struct device_memory *memory, uint64_t address);
/* How many bytes the largest allocation could have if memory were not fragmented. */
uint64_t device_memory_left(const struct device_memory *memory);
uint64_t device_memory_left_of(const struct device_memory *memory, uint32_t device);

/* The allocation that holds all of [address, address + bytes); NULL if there is none. */
const struct device_allocation *device_memory_find(struct device_memory *memory, uint64_t address,
                                                   uint64_t bytes);
/* For messages about a bad address: the allocation whose end or start is closest to it; NULL if
 * there is none at all. */
const struct device_allocation *device_memory_nearest(const struct device_memory *memory,
                                                      uint64_t address);

/* Kernels reach a program's pinned host memory, too, at the addresses that the host uses
 * (host_memory_base). `at`: where `bytes` of them lie; borrowed; NULL: not any more. All of them
 * count as one allocation, which has no memory of the device's.
 * Differs: an access beside one of the program's pinned allocations is not found. */
void device_memory_show_host(struct device_memory *memory, uint32_t program, uint8_t *at,
                             uint64_t bytes);
/* Whether the address is the program's pinned memory. */
bool device_memory_is_host(const struct device_memory *memory, uint32_t program, uint64_t address);
bool device_memory_is_any_host(const struct device_memory *memory, uint64_t address);
/* Where that memory is best mapped: as far from its addresses as device memory is from its own, so
 * compiled kernels reach both by one sum. NULL: nowhere. */
void *device_memory_host_place(const struct device_memory *memory, uint32_t program);

/* True for addresses that belong to device memory, allocated or not, or to the host memory that
 * kernels reach. Others (code, parameters, local memory) have no bytes here. */
bool device_memory_covers(const struct device_memory *memory, uint64_t address);
/* Where the byte lies on the host; the address must be covered. */
uint8_t *device_memory_at(struct device_memory *memory, uint64_t address);
/* The bytes of the line will be read or written soon, so the host may load them into its caches.
 * Any address will do. */
void device_memory_prefetch(const struct device_memory *memory, uint64_t line);

/* Copies between host and device, at once; the range must lie in one allocation. */
void device_memory_write(struct device_memory *memory, uint64_t address, const void *bytes,
                         size_t n_bytes);
void device_memory_read(struct device_memory *memory, uint64_t address, void *bytes,
                        size_t n_bytes);

/* Makes bytes of a range zero, unless none has been used. The rest of their last line is zero,
 * too. */
void device_memory_clear(struct device_memory *memory, uint32_t range, uint64_t address,
                         uint64_t bytes);

/* Accesses beside an allocation go to these; NULL, as at first: they are faults. Borrowed; see
 * stray_access.h. */
struct stray_accesses;
void device_memory_let_strays_pass(struct device_memory *memory, struct stray_accesses *strays);
struct stray_accesses *device_memory_strays(const struct device_memory *memory);

/* All allocations, by address, the closed ones too. */
void device_memory_each(const struct device_memory *memory, void *data,
                        void (*tell)(void *data, const struct device_allocation *allocation));

#endif
