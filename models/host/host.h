/* SPDX-License-Identifier: BSD-3-Clause */
/* The host: pulls commands from a command source and carries them out one after the other.
 *
 * A launch leaves for the dispatcher `launch_latency` after its command was pulled, and the next
 * command is pulled when KERNEL_DONE arrives, so a source that looks at device memory then sees
 * what the kernel left. Writes to the device take no simulated time: next() has carried them
 * out already, and copies over PCIe are no part of this model.
 *
 * Whoever starts the run calls engine_wake(engine, &host->unit, 0): commands are pulled from time
 * 0. Errors of the source end the run through engine_fail. When the engine goes quiet before `done`
 * is set, it is a deadlock.
 *
 * Units: times in ps.
 */
#ifndef SIMGPU_HOST_HOST_H
#define SIMGPU_HOST_HOST_H

#include "models/core/clock.h"
#include "models/core/counters.h"
#include "models/core/engine.h"
#include "workloads/command.h"

struct dispatcher;
struct platform_group;

struct host_config {
    sim_time launch_latency;           /* from the command to the departure of the launch */
    struct wire_shape dispatcher_wire; /* to the dispatcher, and from it; one credit will do */
};

/* Reads "launch.latency" (a time, possibly 0) and "dispatcher.latency" (time or cycles of
 * `clock`). */
bool host_config_read(struct platform_group *group, const struct clock *clock,
                      struct host_config *out, GError **error);

/* The host's view of a launch; the dispatcher's kernel_record of the same id has the rest. */
struct host_launch {
    uint32_t launch; /* its id: 0, 1, 2, ... */
    sim_time pulled; /* the command was pulled */
    sim_time sent;   /* it left for the dispatcher; SIM_TIME_NEVER until then */
    sim_time done;   /* KERNEL_DONE arrived; SIM_TIME_NEVER until then */
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
    uint64_t launches, writes, written_bytes;
};
extern const struct counter host_counter_table[];

enum host_state {
    HOST_PULLING,   /* wants the next command at `next_event` */
    HOST_LAUNCHING, /* sends the launch at `next_event`, or when a credit comes */
    HOST_WAITING,   /* for KERNEL_DONE */
    HOST_DONE,      /* COMMAND_END was pulled */
    HOST_FAILED     /* reported to the engine */
};

struct host {
    struct unit unit;
    struct host_config config;
    struct host_counters counters;
    GArray *launches; /* struct host_launch, by id */
    GArray *codes;    /* struct placed_code, in the order of first launches */
    uint64_t next_code;
    bool done;    /* all commands are carried out */
    sim_time end; /* when that was */

    enum host_state state;
    sim_time next_event;    /* SIM_TIME_NEVER: a message or credit is awaited */
    struct command command; /* the launch is borrowed by dispatcher and SMs until KERNEL_DONE */
    struct command_source *source;
    const struct device_access *device;
    struct wire *to_dispatcher;
};

/* config is copied; source and device are borrowed. */
void host_init(struct host *host, struct engine *engine, const char *name, const char *host_name,
               const struct host_config *config, struct command_source *source,
               const struct device_access *device);
void host_finish(struct host *host);

/* Makes the wires to and from the dispatcher. */
void host_connect_dispatcher(struct host *host, struct dispatcher *dispatcher);

#endif
