/* SPDX-License-Identifier: BSD-3-Clause */
/* Commands between issue and end, and which of them may begin.
 *
 * An operation waits for those that it comes after. When the last of them has ended it is ready.
 * Its time is then that of its issue and preparation (a launch's latency), or later. Ready
 * operations are kept in the order of issue; in this order they get their resource.
 *
 * A pure data structure: it knows no units and no clock.
 * Units: times in ps.
 */
#ifndef SIMGPU_HOST_OPERATIONS_H
#define SIMGPU_HOST_OPERATIONS_H

#include "models/core/time.h"
#include "workloads/command.h"

struct functional_stopped;
struct host_family;

struct operation {
    uint32_t number; /* 0, 1, 2, ... in the order of issue, over all clients */
    uint32_t client;
    struct command command; /* `after` is not valid any more */
    sim_time issued;
    sim_time prepared; /* it may not begin before */
    sim_time begun;    /* SIM_TIME_NEVER until then */
    bool on_cpu;       /* a launch that doesn't run on the GPU */
    sim_time passes;   /* a launch that has the GPU until then and isn't there; 0 */
    struct functional_stopped *stopped; /* a launch that waits for others; NULL */
    bool elided;                        /* a copy that takes no time: see placing.h */
    struct child_launch *child;   /* owned: a launch of a kernel. NULL: a command of the client */
    struct host_family *child_of; /* of the kernel that asked for it; NULL */
    struct host_family *family;   /* a launch that has launched others; NULL */
    uint64_t migrates;    /* bytes that must be copied to its device before a launch begins */
    uint32_t n_waiting;   /* operations that must end first */
    GPtrArray *followers; /* struct operation that wait for this one */
};

struct operations {
    GHashTable *pending; /* of each client's command id: struct operation_key -> operation */
    GPtrArray *ready;    /* struct operation, by number; begun ones have left */
    uint32_t n_issued;
};

void operations_init(struct operations *operations);
void operations_finish(struct operations *operations);

/* Issues a command; the operation is owned by `operations` until it has ended. */
struct operation *operations_issue(struct operations *operations, uint32_t client,
                                   const struct command *command, sim_time now, sim_time prepared);
/* A ready operation begins and leaves `ready`. */
void operations_begin(struct operations *operations, struct operation *operation, sim_time now);
/* An operation that has begun is ready once more. */
void operations_begin_again(struct operations *operations, struct operation *operation);
/* Frees it; its followers may become ready. */
void operations_end(struct operations *operations, struct operation *operation);
/* The client's operation that has not ended; NULL if there is none of this id. */
struct operation *operations_find(const struct operations *operations, uint32_t client,
                                  uint64_t id);
/* How many have not ended. */
unsigned operations_left(const struct operations *operations);

#endif
