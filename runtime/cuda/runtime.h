/* SPDX-License-Identifier: BSD-3-Clause */
/* What the files of the CUDA runtime library share: the state of this process's runtime, and how an
 * entry point begins and ends.
 *
 *     cudaError_t cudaSomething(int x)
 *     {
 *         struct runtime *runtime = NULL;
 *         cudaError_t status = runtime_enter(&runtime);
 *         if (status == cudaSuccess)
 *             status = something(runtime, x);
 *         return runtime_leave(runtime, status);
 *     }
 *
 * runtime_enter connects to simgpu at the first call and takes the one lock; runtime_leave gives it
 * back and notes the error for cudaGetLastError. Functions that take a struct runtime * are called
 * with the lock held; runtime_ask gives it to others while simulated time passes, so what was read
 * of the maps before may have gone from them after it.
 */
#ifndef SIMGPU_RUNTIME_CUDA_RUNTIME_H
#define SIMGPU_RUNTIME_CUDA_RUNTIME_H

#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

#include "runtime/cuda/channel.h"
#include "runtime/cuda/pinned.h"
#include "runtime/cuda/pointer_map.h"
#include "runtime/include/cuda_runtime_api.h"

struct module;
struct stream_hints;

enum runtime_state {
    RUNTIME_FRESH, /* nothing has been asked of it */
    RUNTIME_CONNECTED,
    RUNTIME_NO_DEVICE, /* and the user has been told why */
    RUNTIME_ENDED      /* the process is exiting */
};

struct runtime {
    pthread_mutex_t lock;
    enum runtime_state state;
    _Atomic pid_t
        process; /* that connected; 0: none has. Its forked children must not talk to simgpu */
    struct channel channel;
    struct protocol_device device;
    cudaError_t sticky; /* a kernel failed: what every call answers from then on */

    struct module *modules;             /* registered, newest first */
    struct pointer_map kernels;         /* host stub -> struct kernel */
    struct pointer_map variables;       /* host variable -> struct variable */
    struct pointer_map textures;        /* variable -> struct texture_reference */
    struct pointer_map streams;         /* handle -> struct stream */
    struct pointer_map events;          /* handle -> struct event */
    struct pointer_map arrays;          /* handle -> struct cudaArray */
    struct pointer_map objects;         /* object -> struct texture_object */
    struct pointer_map managed;         /* device address -> struct managed_range */
    struct pointer_map registered;      /* cudaHostRegister: address -> struct registered_range */
    struct pointer_map accesses;        /* unit of mapped virtual memory -> its flags, and 1 */
    struct stream_hints *default_hints; /* of the default stream; NULL: nobody has asked */
    struct pinned_pool pinned;
    uint64_t n_threads;    /* that have asked simgpu for something */
    bool managed_reserved; /* the device's addresses are reserved in this process */
    unsigned int device_flags;

    struct pointer_map mapped; /* host address -> struct mapped_range */
    struct pointer_map pools;  /* handle -> struct pool */
    /* By device. NULL: not asked for, the default one. */
    struct pool *default_pool[PROTOCOL_DEVICES_MAX], *current_pool[PROTOCOL_DEVICES_MAX];
    uint32_t peers[PROTOCOL_DEVICES_MAX]; /* those whose memory its kernels may reach, by bit */
    /* For each device: pools of each other one that it may reach. */
    uint32_t peer_pools[PROTOCOL_DEVICES_MAX][PROTOCOL_DEVICES_MAX];

    struct pointer_map graphs;         /* handle -> struct graph */
    struct pointer_map graph_nodes;    /* handle -> struct graph_node */
    struct pointer_map graph_execs;    /* handle -> struct graph_exec */
    struct pointer_map graph_memory;   /* address -> struct graph_memory */
    uint64_t graph_memory_high;        /* the most bytes of it since a program set that back */
    const struct graph_ops *graph_ops; /* NULL: there has been no graph; capturing.h */
    struct stream_capture *captures;   /* streams that are being captured */
    uint64_t n_captures;               /* that have begun */
};

/* Takes the lock, connected. Otherwise returns why not, *runtime NULL and the lock free. */
cudaError_t runtime_enter(struct runtime **runtime);
/* runtime: NULL is fine. Returns status. */
cudaError_t runtime_leave(struct runtime *runtime, cudaError_t status);

/* The same without a connection, for what only notes something: registrations. */
struct runtime *runtime_hold(void);
void runtime_release(struct runtime *runtime);

/* Asks simgpu and returns its status; keeps a sticky one. Device output that rides on the answer is
 * written to standard output, so exchange->data is set only for requests that answer with data. */
cudaError_t runtime_ask(struct runtime *runtime, struct exchange *exchange);

/* Tells simgpu that the host looks at this part of device memory itself. */
cudaError_t runtime_show(struct runtime *runtime, uint64_t address, uint64_t bytes);

/* What this thread asks from now on is flagged so: protocol_request_flag. Returns the flags before.
 */
unsigned int runtime_flag(unsigned int flags);

/* The calling thread's current device, from 0. */
uint32_t runtime_device(void);
void runtime_set_device(uint32_t device);
/* Whether there is such a device. */
bool runtime_has_device(const struct runtime *runtime, int device);
/* All devices' memory: its addresses begin at device.device_base. */
uint64_t runtime_device_bytes(const struct runtime *runtime);
/* Whose memory has the device address. */
uint32_t runtime_device_of(const struct runtime *runtime, uint64_t address);

/* Notes a thread's last error, and returns it. */
cudaError_t error_note(cudaError_t status);
/* Prints that the call (or what it was asked for) is not supported; returns that error, not noted.
 */
cudaError_t error_not_supported(const char *what);

#endif
