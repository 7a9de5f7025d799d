/* SPDX-License-Identifier: BSD-3-Clause */
/* What the host side asks of the GPU: launches, copies, waits, one command at a time.
 *
 * A command source (a workload file, a running CUDA program, a trace's kernel list) is pulled by
 * the host model: next() is called at the simulated time at which the previous call has returned.
 * A source may have several callers, the threads of a program, each with one call at a time; of
 * calls that return at the same time the one with the smallest number of its caller is first. A
 * command begins when the commands it comes after have ended, and done() tells the
 * source when it has ended itself. So order is explicit: streams, events and synchronisation
 * are the source's affair, and it may look at device memory between its blocking commands.
 *
 * The source moves bytes between host and device itself, in done() or next(), through `struct
 * device_access`; the host model makes the time for it.
 *
 * Units: times in ps of simulated time.
 */
#ifndef SIMGPU_WORKLOADS_COMMAND_H
#define SIMGPU_WORKLOADS_COMMAND_H

#include "workloads/issued.h"
#include <glib.h>

/* How sources reach device memory; implemented by models/memory. Addresses are device
 * addresses; a range must lie in one allocation. */
struct device_access {
    void *memory;
    /* Returns the device address, aligned to 256 bytes; 0 with an error when memory is full. */
    uint64_t (*allocate)(void *memory, const char *name, size_t bytes, GError **error);
    void (*write)(void *memory, uint64_t address, const void *bytes, size_t n_bytes);
    void (*read)(void *memory, uint64_t address, void *bytes, size_t n_bytes);
};

enum command_kind {
    COMMAND_LAUNCH, /* run `launch` to its end */
    COMMAND_COPY,   /* bytes across PCIe */
    COMMAND_MOVE,   /* bytes within device memory: memset, device-to-device copies */
    COMMAND_JOIN,   /* nothing: takes no time of its own */
    COMMAND_END,    /* nothing left; what is under way still ends */
    COMMAND_ABORT,  /* the client has died: the simulation stops here */
    COMMAND_NONE    /* nothing for now: all callers wait for calls to return */
};

enum copy_direction { COPY_HOST_TO_DEVICE, COPY_DEVICE_TO_HOST };

struct command {
    enum command_kind kind;
    uint64_t id;           /* the source's numbering: 1, 2, 3, ... */
    uint64_t caller;       /* whose call it is; 0 where the source has one only */
    const uint64_t *after; /* commands that must have ended first; borrowed until next() returns
                            * again; ids that have ended are fine */
    unsigned n_after;
    bool blocking;      /* the call returns when this has ended; else when it is issued */
    uint64_t host_time; /* from next() to when it is issued */

    struct launch launch; /* COMMAND_LAUNCH; params borrowed until done(); the host sets the id, and
                           * services unless the source has */
    bool functional;      /* COMMAND_LAUNCH: carried out in no simulated time */
    bool ahead; /* COMMAND_LAUNCH: issued at time 0, ahead of all that it comes after: its latency
                 * runs from there */
    uint64_t bytes;                /* COMMAND_COPY, COMMAND_MOVE */
    uint64_t address;              /* of their device side, for whoever writes them down */
    enum copy_direction direction; /* COMMAND_COPY */
};

struct command_source {
    /* Fills *out with the next command; false with an error (a bad step, a limit reached). */
    bool (*next)(struct command_source *source, const struct device_access *device, uint64_t now,
                 struct command *out, GError **error);
    /* NULL: the source has one caller. Else: the caller's call has returned; next() is then called
     * until it gives COMMAND_NONE or ends. Of caller 0 at the begin. False with an error. */
    bool (*returned)(struct command_source *source, const struct device_access *device,
                     uint64_t caller, GError **error);
    /* Command `id` ended at `now`; what it does to memory happens here. output: what device
     * printf wrote during a launch, or NULL; borrowed. May be NULL. False with an error. */
    bool (*done)(struct command_source *source, const struct device_access *device, uint64_t id,
                 uint64_t now, const char *output, GError **error);
    /* A launch of it has failed, and the message says how: no command of it that has not begun is
     * carried out, and next() is not called any more. NULL: that ends the simulation. */
    void (*fail)(struct command_source *source, enum fault_kind kind, const char *message);
    /* It has done what it was to do: likewise, but nothing is wrong. May be NULL. */
    void (*halt)(struct command_source *source);
};

#endif
