/* SPDX-License-Identifier: BSD-3-Clause */
/* The host's part of a platform file. Units: times in ps. */
#ifndef SIMGPU_HOST_HOST_CONFIG_H
#define SIMGPU_HOST_HOST_CONFIG_H

#include "models/core/clock.h"
#include "models/core/wire.h"
#include <glib.h>
#include <stdbool.h>
#include <stdint.h>

struct platform_group;

enum { HOST_COPY_ENGINES_MAX = 2 };
enum { HOST_GPUS_MAX = 16 }; /* of a DGX-2, the largest machine of one NVSwitch fabric until 2024 */
/* The engine that sends to other GPUs. ASSUMED: one beside those for the host, so that a GPU sends
 * to one peer at a time while it receives from any. */
enum { HOST_PEER_ENGINE = HOST_COPY_ENGINES_MAX, HOST_ENGINES };

struct host_config {
    sim_time launch_latency;           /* from the issue to the departure of the launch */
    sim_time child_latency;            /* from a kernel's launch of a kernel to its departure */
    sim_time child_interval;           /* more for each further launch of the warp's instruction */
    struct wire_shape dispatcher_wire; /* to the dispatcher, and from it */
    sim_time call_time;                /* time of a runtime call on the host */
    sim_time graph_node_time;          /* ... of a node of a CUDA graph that is launched */
    sim_time copy_latency;             /* from a copy's begin to its first byte on PCIe; > 0 */
    sim_time move_latency;
    uint32_t copy_engines;       /* 1 or 2 */
    uint32_t concurrent_kernels; /* with the dispatcher at a time; 1 to 128 */
    /* The reader of the platform sets the others: */
    double move_bytes_per_ps; /* DRAM's peak */
    const char *cpu_host;     /* SimGrid hosts between which copies run: the CPU's, */
    char **gpu_hosts;         /* and each GPU's */
    uint32_t n_gpus;
    uint64_t max_blocks; /* of a launch that are simulated in detail; 0: all */
    /* Launches are functional if they begin after ended launches have simulated so many warp
     * instructions; 0: no limit. */
    uint64_t max_instructions;
    uint32_t n_sms;         /* for %nsmid */
    uint64_t clock_hz;      /* of the SMs, for %globaltimer */
    uint32_t kept_launches; /* records of so many launches and copies are kept; 0: of all */
    bool independent_lanes; /* launch.independent_lanes, launch.spin_limit */
    uint32_t spin_limit;
    bool starts_together; /* no launch leaves until each client that goes on has one */
    bool codes_overlap;   /* all kernels begin at one address: another simulator's quirk */
};

/* Reads "launch.latency", "child.latency", "child.interval" (times, possibly 0),
 * "dispatcher.latency" (time or cycles of `clock`), "call.time" (not 0), "graph.node.time",
 * "copy.latency", "move.latency" (times), "copy.engines", "concurrent.kernels". */
bool host_config_read(struct platform_group *group, const struct clock *clock,
                      struct host_config *out, GError **error);

#endif
