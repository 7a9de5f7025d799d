/* SPDX-License-Identifier: BSD-3-Clause */
/* What the platform says about the crossbar: its width and the wires around its ports. */
#ifndef SIMGPU_ICNT_CROSSBAR_H
#define SIMGPU_ICNT_CROSSBAR_H

#include "models/core/platform.h"
#include "models/core/wire.h"

struct crossbar_config {
    struct clock clock;
    uint32_t width;        /* bytes a cycle, of every port in and out */
    uint32_t header_bytes; /* of a packet */
    struct wire_shape sm_to_port, port_to_bank, bank_to_port, port_to_sm;
};

/* The group "crossbar". */
bool crossbar_config_read(struct crossbar_config *config, struct platform_group *group,
                          GError **error);

/* Reads prefix.latency, prefix.credit_latency and prefix.slots; cycles are those of `clock`. */
bool wire_shape_read(struct wire_shape *shape, struct platform_group *group, const char *prefix,
                     const struct clock *clock, GError **error);

/* Cycles for which a packet occupies a path that is `width` bytes wide. */
static inline uint32_t flits(uint32_t bytes, uint32_t width)
{
    return (bytes + width - 1) / width;
}

#endif
