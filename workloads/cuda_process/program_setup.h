/* SPDX-License-Identifier: BSD-3-Clause */
/* What a running program is given: its arguments, its part of device memory, and whom it may ask.
 *
 * Units: times in ps.
 */
#ifndef SIMGPU_WORKLOADS_PROGRAM_PROGRAM_SETUP_H
#define SIMGPU_WORKLOADS_PROGRAM_PROGRAM_SETUP_H

#include "base/status_request.h"
#include "runtime/protocol.h"

#include <glib.h>

struct kernel_code;

/* Device memory as a program uses it: one program's part of it, on all devices. Virtual memory is
 * the first device's. */
struct program_memory {
    void *data;
    /* The address, 0 with an error when memory is full. */
    uint64_t (*allocate)(void *data, uint32_t device, const char *name, uint64_t bytes,
                         GError **error);
    bool (*release)(void *data, uint64_t address);
    /* Where the bytes lie on the host; NULL unless one allocation holds all of them. */
    uint8_t *(*at)(void *data, uint64_t address, uint64_t n_bytes);
    /* Bytes from the address to the end of its allocation; 0 if there is none. */
    uint64_t (*room)(void *data, uint64_t address);
    /* The allocation that has the address; false: none has. */
    bool (*range)(void *data, uint64_t address, uint64_t *begin, uint64_t *bytes);
    uint64_t (*left)(void *data, uint32_t device);
    /* "nearest is allocation 3, 1024 bytes at 0x...": for messages; g_free. */
    char *(*describe_nearest)(void *data, uint64_t address);
    /* Lets kernels reach the program's pinned memory, which lies here; NULL: not any more. */
    void (*show_host)(void *data, uint8_t *bytes, uint64_t n_bytes);
    void *host_place; /* where it is best mapped; NULL: anywhere */
    /* Virtual memory. reserve: addresses without memory, 0: there are not as many. unreserve:
     * false, they are no reservation, or have memory. reserves: one reservation has them all. open:
     * makes addresses of a reservation accessible, or not. bytes_of: where they lie on the host,
     * open or not. clear: zeros. take: memory without addresses, false: there is not as much. */
    uint64_t (*reserve)(void *data, uint64_t bytes, uint64_t wanted);
    bool (*unreserve)(void *data, uint64_t address, uint64_t bytes);
    bool (*reserves)(void *data, uint64_t address, uint64_t bytes);
    void (*open)(void *data, uint64_t address, uint64_t bytes, bool open);
    uint8_t *(*bytes_of)(void *data, uint64_t address);
    void (*clear)(void *data, uint64_t address, uint64_t bytes);
    bool (*take)(void *data, uint64_t bytes);
    void (*give_back)(void *data, uint64_t bytes);
    /* Whose memory has the address; 0 for others. */
    uint32_t (*device_of)(void *data, uint64_t address);
    /* Lets the device's kernels reach the memory of a peer, or no more. */
    void (*let_reach)(void *data, uint32_t device, uint32_t peer, bool reach);
    /* The allocation that begins there is managed: every device's kernels reach it. */
    void (*share)(void *data, uint64_t address);
    /* Somebody has written to these bytes, or may have. */
    void (*changed)(void *data, uint64_t address, uint64_t bytes);
    /* The program may write to this allocation at any time, from now on. */
    void (*shown)(void *data, uint64_t address);
    /* Bytes that a launch has left may not be there yet. Before somebody else than a launch reads
     * or writes them, in the allocation with this address, or that lies there on the host, they
     * arrive; while `hold`, they are there at once. */
    void (*arrive)(void *data, uint64_t address);
    void (*arrive_at)(void *data, const uint8_t *place);
    void (*hold)(void *data, bool begins);
    int file; /* that the program maps; the descriptor is borrowed */
};

enum { PROGRAM_DIED = 2 };

struct program_setup {
    const char *const *argv;
    const char *library_folder;    /* of libcudart for programs that nvcc has linked; NULL: none */
    uint32_t number;               /* of the program, from 0 */
    struct protocol_device device; /* without the addresses */
    struct program_memory memory;
    uint64_t device_base;
    uint64_t call_time;                  /* ps that a runtime call takes on the host */
    uint64_t graph_node_time;            /* ps that a node of a launched graph takes there */
    volatile int *interrupted;           /* becomes PROGRAM_DIED when a signal ends it in a call */
    const struct status_request *status; /* may be NULL */
    void *data;                          /* for the functions below */
    /* Blocks an SM can hold at a time; 0 if none fits. */
    uint32_t (*occupancy)(void *data, const struct kernel_code *code, uint32_t threads_per_block,
                          uint64_t dynamic_shared_bytes);
    /* 32-bit registers a thread of the kernel gets. */
    uint32_t (*registers)(void *data, const struct kernel_code *code);
    /* A line for people who debug their program: a bad pointer, say. */
    void (*complain)(void *data, const char *message);
};

#endif
