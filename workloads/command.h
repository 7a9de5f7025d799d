/* SPDX-License-Identifier: BSD-3-Clause */
/* Commands of the host side to the GPU: launches, copies, waits, one at a time.
 *
 * A command source is a workload file, a running CUDA program, or a trace's kernel list. The host
 * model pulls commands from it: it calls next() at the simulated time at which the previous call
 * has returned. A source may have several callers, the threads of a program. Each has one call at a
 * time. If calls return at the same time, the caller with the smallest number comes first. A
 * command begins when the commands before it have ended. done() tells the source when it has ended
 * itself. So order is explicit: the source cares for streams, events and synchronisation. It may
 * look at device memory between its blocking commands.
 *
 * The source itself moves bytes between host and device, in done() or next(), through `struct
 * device_access`. The host model makes time for it.
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
    COMMAND_COPY,   /* bytes across PCIe, or between two GPUs */
    COMMAND_MOVE,   /* bytes within device memory: memset, device-to-device copies */
    COMMAND_JOIN,   /* nothing: takes no time of its own */
    COMMAND_END,    /* nothing left; commands under way still end */
    COMMAND_ABORT,  /* the client has died, so the simulation stops here */
    COMMAND_NONE,   /* nothing for now: all callers wait for calls to return */
    COMMAND_LATER   /* nothing yet: the client computes. Only if source.hurry */
};

enum copy_direction { COPY_HOST_TO_DEVICE, COPY_DEVICE_TO_HOST, COPY_TO_PEER };

struct command {
    enum command_kind kind;
    uint64_t id;           /* the source's numbering: 1, 2, 3, ... */
    uint64_t caller;       /* the caller's number; 0 if the source has only one */
    const uint64_t *after; /* commands that must have ended first; borrowed until next() returns
                            * again; ids that have ended are fine */
    unsigned n_after;
    const uint64_t
        *behind; /* further commands that it comes after, which have ended: for records */
    unsigned n_behind;
    bool blocking;      /* the call returns when this has ended; else when it is issued */
    uint64_t host_time; /* from next() to its issue */

    struct launch launch; /* COMMAND_LAUNCH; params borrowed until done(); the host sets the id, and
                           * services unless the source has */
    bool functional;      /* COMMAND_LAUNCH: runs in no simulated time */
    bool ahead; /* COMMAND_LAUNCH: issued at time 0, ahead of the commands before it. Its latency
                 * runs from there */
    uint64_t bytes;   /* COMMAND_COPY, COMMAND_MOVE */
    uint64_t address; /* of their device side, for code that records commands */
    uint64_t span; /* bytes there from the first to the last, with those between rows; 0: bytes */
    enum copy_direction direction; /* COMMAND_COPY */
    uint32_t
        device; /* the GPU that carries it out, from 0. A copy to a peer: the one it comes from */
    uint32_t peer; /* COPY_TO_PEER: the GPU it goes to */
};

/* What a client may do by itself, when all that it has asked for waits. */
enum source_rest {
    SOURCE_IS_STILL,  /* nothing */
    SOURCE_MAY_WRITE, /* to memory that it shares with the GPU */
    SOURCE_ASKS       /* or something to hear is there: next() */
};

struct command_source {
    /* Set by the host, if launches wait for what others write, perhaps the client: then next() does
     * not wait for it for long, but answers COMMAND_LATER. 1 and more: the longer they have had
     * turns in vain, the more time next() may take. 0: there are no such launches. */
    unsigned hurry;
    /* Fills *out with the next command; false with an error (a bad step, a limit reached). */
    bool (*next)(struct command_source *source, const struct device_access *device, uint64_t now,
                 struct command *out, GError **error);
    /* NULL: the source has one caller. Else the caller's call has returned. The host then calls
     * next() until it gives COMMAND_NONE or ends. At the begin it does so for caller 0. False with
     * an error. */
    bool (*returned)(struct command_source *source, const struct device_access *device,
                     uint64_t caller, GError **error);
    /* Command `id` ended at `now`, by the clock of CUDA events: with a time for launches that took
     * none in the simulation (models/host/host_state.h). Its change of memory happens here. output:
     * the text of device printf during a launch, or NULL; borrowed. The function may be NULL. False
     * with an error. */
    bool (*done)(struct command_source *source, const struct device_access *device, uint64_t id,
                 uint64_t now, const char *output, GError **error);
    /* Nothing else can happen but by the client itself, which gets a little time. May be NULL: it
     * does nothing by itself. */
    enum source_rest (*rest)(struct command_source *source);
    /* A launch of the source has failed; the message says how. Its commands that have not begun do
     * not run, and the host calls next() no more. NULL: a failure ends the simulation. */
    void (*fail)(struct command_source *source, enum fault_kind kind, const char *message);
    /* The source has reached its target. The same happens, but nothing is wrong. May be NULL. */
    void (*halt)(struct command_source *source);
};

#endif
