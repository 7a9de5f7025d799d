/* SPDX-License-Identifier: BSD-3-Clause */
/* The dispatcher's part of a platform file. Units: times in ps, cycles of the dispatcher's clock.
 */
#ifndef SIMGPU_DISPATCH_DISPATCHER_CONFIG_H
#define SIMGPU_DISPATCH_DISPATCHER_CONFIG_H

#include "models/core/clock.h"
#include "models/core/wire.h"
#include <glib.h>

struct platform_group;

struct dispatcher_config {
    struct clock clock;
    uint32_t dispatch_interval; /* cycles from one block sent to the next, > 0 */
    uint32_t dispatch_width;    /* blocks sent in one cycle, > 0 */
    uint32_t kernel_setup;      /* cycles from a kernel's start to its first block */
    uint32_t ahead;             /* blocks that an SM may have beyond its room */
    bool notices;               /* SMs say when all warps of a block have exited */
    uint32_t way, way_back;     /* cycles to an SM and back that a kernel's time leaves out; or 0 */
    struct wire_shape sm_wire;  /* to each SM */
    struct wire_shape back_wire; /* from each SM */
};

/* Reads "clock", "dispatch.interval", "dispatch.width", "kernel.setup" (cycles), "dispatch.ahead",
 * "dispatch.notice", "kernel.counted", "sm.latency", "sm.start_latency" and "sm.slots". Credits
 * take sm.latency to come back. */
bool dispatcher_config_read(struct platform_group *group, struct dispatcher_config *out,
                            GError **error);

#endif
