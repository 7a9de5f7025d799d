/* SPDX-License-Identifier: BSD-3-Clause */
/* The host: pulls commands from its clients' command sources and carries them out.
 *
 * A client is a program (or a workload file). Simulated time stands still while it computes: the
 * host pulls its next command at the time at which the previous call returned. A program may have
 * several callers, its threads (workloads/command.h). Commands begin when
 * those they come after have ended (operations.h); several can be under way:
 *
 *  - launches: at most `concurrent_kernels` are with the dispatcher, in the order of issue; each
 *    leaves `launch_latency` after its issue at the earliest. With `starts_together` none leaves
 *    before every client that has not ended has one ready: what programs do before their first
 *    kernel then gives nobody the GPU for himself;
 *  - copies: one at a time on each copy engine, in the order of issue. The engine needs
 * `copy_latency` to begin; then the bytes cross PCIe, which is SimGrid's business
 * (engine_transfer): bandwidth and latency of the platform's links, shared with whatever else
 * crosses them. With one engine both directions share it, with two each has its own;
 *  - moves within device memory (memset, copies): `move_latency` and the time that DRAM's peak
 *    bandwidth needs; ASSUMED, and traffic of kernels under way does not feel them;
 *  - functional launches: carried out at once, in no simulated time;
 *  - launches on the CPU (placing.h): one at a time, `copy_latency` after they could begin; what
 * they do happens at once, and then takes its time (models/cpu/). Before any launch, what its
 *    device lacks is copied, as a copy of its own.
 *
 * Whoever starts the run calls engine_wake(engine, &host->unit, 0): commands are pulled from time
 * 0. Errors of a source end the run through engine_fail. When the engine goes quiet before `done`
 * is set, it is a deadlock.
 *
 * Source: CUDA C++ Programming Guide, sections "Asynchronous Concurrent Execution" (what overlaps)
 *   and "Streams" (order).
 * Units: times in ps.
 */
#ifndef SIMGPU_HOST_HOST_H
#define SIMGPU_HOST_HOST_H

#include "models/core/clock.h"
#include "models/core/counters.h"
#include "models/core/engine.h"
#include "models/host/operations.h"
#include "workloads/command.h"

struct placing;
struct platform_group;

struct host_config {
    sim_time launch_latency;           /* from the issue to the departure of the launch */
    struct wire_shape dispatcher_wire; /* to the dispatcher, and from it */
    sim_time call_time;                /* what a runtime call takes on the host */
    sim_time copy_latency;             /* from a copy's begin to its first byte on PCIe; > 0 */
    sim_time move_latency;
    uint32_t copy_engines;       /* 1 or 2 */
    uint32_t concurrent_kernels; /* with the dispatcher at a time; 1 to 128 */
    /* Set by whoever reads the platform: */
    double move_bytes_per_ps;        /* DRAM's peak */
    const char *cpu_host, *gpu_host; /* SimGrid hosts between which copies run */
    uint64_t max_blocks;             /* of a launch that are simulated in detail; 0: all */
    /* Launches that begin when so many warp instructions have been simulated, in launches that have
     * ended, are functional; 0: no limit. */
    uint64_t max_instructions;
    uint32_t n_sms;         /* for %nsmid */
    uint32_t kept_launches; /* records of so many launches and copies are kept; 0: of all */
    bool independent_lanes; /* launch.independent_lanes, launch.spin_limit */
    uint32_t spin_limit;
    bool starts_together; /* no launch leaves until each client has one, or has ended */
    bool codes_overlap;   /* all kernels begin at one address: another simulator's quirk */
};

/* Reads "launch.latency" (a time, possibly 0), "dispatcher.latency" (time or cycles of `clock`),
 * "call.time" (not 0), "copy.latency", "move.latency" (times), "copy.engines",
 * "concurrent.kernels". */
bool host_config_read(struct platform_group *group, const struct clock *clock,
                      struct host_config *out, GError **error);

/* The host's view of a launch; the dispatcher's kernel_record of the same id has the rest. */
struct host_launch {
    uint32_t launch; /* its id: 0, 1, 2, ... in the order of issue */
    uint32_t client;
    uint64_t stream;            /* its number there */
    bool functional;            /* there is no kernel_record */
    bool on_cpu;                /* nor if it ran on the CPU */
    uint64_t migrated;          /* bytes that were copied to its device for it */
    uint64_t warp_instructions; /* simulated in detail; known when it is done */
    sim_time pulled;            /* the command was issued */
    sim_time sent;              /* it left for the dispatcher; SIM_TIME_NEVER until then */
    sim_time done; /* KERNEL_DONE arrived; SIM_TIME_NEVER until then. Both are the time at which a
                    * functional one was carried out */
};

/* A copy that has ended. */
struct host_copy {
    uint32_t client;
    uint8_t direction, engine;
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
    uint64_t moves, moved_bytes, calls;
};
extern const struct counter host_counter_table[];

/* What the host needs of the rest of the simulator. Borrowed; functions may be NULL if they are not
 * needed. */
struct host_hooks {
    void *data;
    const struct launch_services *services; /* every launch gets them */
    /* Runs the blocks of a launch from first_block on functionally; what device printf wrote is
     * appended to output. */
    bool (*run_functional)(void *data, const struct launch *launch, uint64_t first_block,
                           GString *output, GError **error);
    struct placing *placing; /* NULL: all launches are on the GPU */
    /* Carries out what a launch on the CPU does, and says what is to take its time. */
    bool (*run_on_cpu)(void *data, const struct launch *launch, struct transfer *transfer,
                       GString *output, GError **error);
    /* Appends what device printf wrote during the launch, which has ended. */
    void (*take_output)(void *data, const struct launch *launch, GString *output);
};

enum caller_state {
    CALLER_CALLING, /* its call returns at `next`, and its source is pulled */
    CALLER_ISSUING, /* its command is issued at `next` */
    CALLER_BLOCKED  /* until its operation `blocked_on` ends */
};

/* A call of a client; callers that have none are not known here. */
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
    bool failed; /* or halted: see command_source.fail */
};

enum { HOST_COPY_ENGINES_MAX = 2 };

struct host {
    struct unit unit;
    struct host_config config;
    struct host_counters counters;
    struct host_hooks hooks;
    GArray *launches;         /* struct host_launch, by id: of the first ones, see kept_launches */
    struct host_launch other; /* what is written of others, which nobody reads */
    GArray *copies;           /* struct host_copy, in the order of their ends; of the first ones */
    GArray *codes;            /* struct placed_code, in the order of first launches */
    uint64_t next_code;
    bool done;    /* all clients have ended, and all their commands */
    sim_time end; /* when that was */
    bool failed;  /* reported to the engine */
    bool aborted; /* a client has died */
    bool gathers; /* no launch has left, and the clients' first ones are to leave together */
    sim_time now; /* of what it did last */

    GArray *clients; /* struct host_client */
    struct operations operations;
    GPtrArray *running;    /* struct operation: launches, by launch order, and moves */
    uint32_t n_kernels;    /* of them, with the dispatcher */
    uint64_t instructions; /* warp instructions of launches that have ended */
    struct operation *copying[HOST_COPY_ENGINES_MAX]; /* a copy, or a launch that migrates */
    struct operation *on_cpu;                         /* a launch */
    GString *cpu_output;                              /* what it wrote */
    const struct device_access *device;
    struct wire *to_dispatcher;
};

/* config and hooks are copied; device is borrowed. */
void host_init(struct host *host, struct engine *engine, const char *name, const char *host_name,
               const struct host_config *config, const struct host_hooks *hooks,
               const struct device_access *device);
void host_finish(struct host *host);

/* Adds a client before the run. The source is borrowed. */
void host_add_client(struct host *host, struct command_source *source);

/* Makes the wires to and from the dispatcher; returns the one that KERNEL_DONE comes on. */
struct wire *host_connect_dispatcher(struct host *host, struct unit *dispatcher);

#endif
