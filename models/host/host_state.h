/* SPDX-License-Identifier: BSD-3-Clause */
/* The state of the host, for its parts. Everybody else includes host.h. Units: times in ps. */
#ifndef SIMGPU_HOST_HOST_STATE_H
#define SIMGPU_HOST_HOST_STATE_H

#include "models/core/engine.h"
#include "models/host/host_config.h"
#include "models/host/operations.h"
#include "workloads/command.h"

struct functional_stopped;
struct launch_chooser;
struct placing;

/* CUDA events say that a launch without simulated time has taken so long for each of its warp
 * instructions. The units know nothing of it. Programs that choose how much they do by what a first
 * launch took so ask for as much as simgpu can compute in that time. ASSUMED: near simgpu's own
 * speed, docs/explanation/functional-speed.md. */
#define HOST_COMPUTED_INSTRUCTION UINT64_C(10000) /* ps */

/* The host's view of a launch; the dispatcher's kernel_record of the same id has the rest. */
struct host_launch {
    uint32_t launch; /* its id: 0, 1, 2, ... in the order of issue */
    uint32_t client;
    uint64_t stream;            /* its number there */
    bool functional;            /* there is no kernel_record */
    bool on_cpu;                /* it ran on the CPU, and has no kernel_record, either */
    uint64_t migrated;          /* bytes that were copied to its device for it */
    uint64_t warp_instructions; /* simulated in detail; known when it is done */
    sim_time pulled;            /* the command was issued */
    sim_time sent;              /* it left for the dispatcher; SIM_TIME_NEVER until then */
    sim_time done; /* KERNEL_DONE arrived; SIM_TIME_NEVER until then. For a functional launch both
                      are the time at which it was carried out */
};

/* A copy that has ended. */
struct host_copy {
    uint32_t client;
    uint8_t direction, engine, device;
    uint8_t peer; /* of a copy to a peer */
    uint64_t bytes;
    sim_time begun, ended;
};

/* Code lies outside device memory: it takes room in caches and carries no values. */
#define HOST_CODE_BASE UINT64_C(0x600000000)
enum {
    HOST_CODE_BYTES_MAX = 16, /* of an instruction: room for the widest encoding, Volta's */
    HOST_CODE_ALIGNMENT = 256
};

struct placed_code {
    const struct kernel_code *code;
    uint64_t address;
};

struct host_counters {
    uint64_t launches, functional_launches;
    uint64_t copies_to_device, bytes_to_device, copies_to_host, bytes_to_host, copy_ps;
    uint64_t copies_to_peers, bytes_to_peers; /* not in the table: most platforms have one GPU */
    uint64_t moves, moved_bytes, calls;
    uint64_t child_launches;
};

/* What the host needs from the rest of the simulator. Borrowed; a function may be NULL if it is not
 * needed. */
struct host_hooks {
    void *data;
    const struct launch_services *services; /* every launch gets them */
    /* Runs the blocks of a launch from first_block on functionally; appends the output of device
     * printf to output, and adds its warp instructions to *computed. stopped: NULL if the launch
     * must end now. Else *stopped is NULL, or the launch has stopped: go_on or drop comes later. */
    bool (*run_functional)(void *data, const struct launch *launch, uint64_t first_block,
                           uint64_t *computed, GString *output, struct functional_stopped **stopped,
                           GError **error);
    /* A launch that has stopped goes on: functional_go_on(). */
    bool (*go_on)(void *data, struct functional_stopped **stopped, uint64_t *computed,
                  GString *output, bool *moved, GError **error);
    /* Nobody else will write: functional_insist(). */
    bool (*insist)(void *data, struct functional_stopped *stopped);
    /* It will not go on. error: where it waits for ever; NULL: nobody wants to know. */
    void (*drop)(void *data, struct functional_stopped *stopped, GError **error);
    /* A launch is about to leave for the GPU. NULL: nobody wants to know. */
    void (*leaves)(void *data, const struct launch *launch);
    /* A launch that has left has ended there, and with it its stores. NULL: likewise. */
    void (*back)(void *data, const struct launch *launch);
    const struct launch_chooser *chooser; /* NULL: commands say which launches are simulated */
    struct placing *placing;              /* NULL: all launches are on the GPU */
    /* Does the work of a launch on the CPU, and sets the transfer that takes its time. */
    bool (*run_on_cpu)(void *data, const struct launch *launch, struct transfer *transfer,
                       GString *output, GError **error);
    /* Appends what device printf wrote during a launch that has ended. */
    void (*take_output)(void *data, const struct launch *launch, GString *output);
};

enum caller_state {
    CALLER_CALLING, /* its call returns at `next`, and its source is pulled */
    CALLER_ISSUING, /* its command is issued at `next` */
    CALLER_BLOCKED  /* until its operation `blocked_on` ends */
};

/* A call of a client. Callers without one are not known here. */
struct host_caller {
    uint64_t number;
    enum caller_state state;
    sim_time next;
    uint64_t blocked_on; /* a command id */
    struct command command;
};

struct host_client {
    struct command_source *source;
    GArray *callers; /* struct host_caller, by number */
    bool ended;
    bool later;  /* it has not been heard to the end: COMMAND_LATER */
    bool failed; /* or halted: see command_source.fail */
};

/* What the host knows of a GPU. */
struct host_gpu {
    uint32_t n_kernels;                      /* launches that are with its dispatcher */
    struct operation *copying[HOST_ENGINES]; /* a copy, or a launch that migrates */
    struct wire *to_dispatcher;
};

struct host {
    struct unit unit;
    struct host_config config;
    struct host_counters counters;
    struct host_hooks hooks;
    GArray *launches;         /* struct host_launch, by id: the first ones, see kept_launches */
    struct host_launch other; /* the record that all other launches write; nobody reads it */
    GArray *copies;           /* struct host_copy, in the order of their ends; of the first ones */
    GArray *codes;            /* struct placed_code, in the order of first launches */
    uint64_t next_code;
    bool done;    /* all clients and all their commands have ended */
    sim_time end; /* the time at which that was so */
    bool failed;  /* reported to the engine */
    bool aborted; /* a client has died */
    bool gathers; /* no launch has left: the clients' first ones leave together */
    sim_time now; /* of what it did last */

    GArray *clients; /* struct host_client */
    struct operations operations;
    GPtrArray *running; /* struct operation: launches, by launch order, and moves */
    GPtrArray *stopped; /* struct operation: launches that wait for others; host_stopped.h */
    unsigned vain;      /* turns of theirs, one after the other, in which all only waited */
    bool unheard;       /* a client was not heard to the end */
    bool still;         /* no client could do anything by itself, when asked last */
    bool touched;       /* something has happened since they had their last turns */
    bool passing;       /* a launch whose time passes without it (launch_chooser.h) has the GPU */
    uint64_t instructions;    /* warp instructions of launches that have ended */
    uint64_t computed;        /* those of launches that took no simulated time */
    struct host_gpu *gpus;    /* config.n_gpus */
    uint32_t n_connected;     /* of them */
    struct operation *on_cpu; /* a launch */
    GPtrArray *families;      /* host_children.h */
    GArray *children;         /* launches that wait for their latency */
    uint64_t next_child_id;
    GString *cpu_output;     /* output of the launch on the CPU */
    GString *passing_output; /* of the launch whose time passes */
    const struct device_access *device;
};

#endif
