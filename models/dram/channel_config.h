/* SPDX-License-Identifier: BSD-3-Clause */
/* A DRAM channel's part of a platform file. Units: cycles of the command clock, unless stated. */
#ifndef SIMGPU_DRAM_CHANNEL_CONFIG_H
#define SIMGPU_DRAM_CHANNEL_CONFIG_H

#include "models/core/clock.h"
#include "models/core/payload.h"
#include "models/core/platform/platform.h"
#include "models/core/wire.h"
#include "models/dram/place.h"
#include "models/dram/queue.h"
#include "models/dram/timing.h"

/* Whether sectors that one burst covers share it. In GPGPU-Sim a read takes a burst for each
 * sector. A write takes as many as its bytes fill, even if its sectors lie in more: a quirk. */
enum dram_burst_sharing { DRAM_BURST_SHARED, DRAM_BURST_UNSHARED, DRAM_BURST_WRITES_FILL };

struct dram_config {
    struct clock clock;    /* of commands */
    struct clock l2_clock; /* of the port to L2 */
    struct dram_timing timing;
    struct dram_geometry geometry;
    uint32_t burst_bytes;
    uint8_t bursts[DRAM_DIRECTIONS][1 << LINE_SECTORS]; /* by the sectors of a request */
    uint32_t queue; /* bursts the scheduler sees; as many reads' data may wait for the port */
    uint32_t row_hit_cap;
    bool drained;      /* writes are kept back and written together */
    uint32_t l2_width; /* bytes a cycle of L2 */
    struct wire_shape to_l2;
};

/* The group "dram_channel"; l2_clock is that of the banks it serves. */
bool dram_config_read(struct dram_config *config, struct platform_group *group,
                      const struct clock *l2_clock, GError **error);

/* Fills in burst_bytes and `bursts`. */
void dram_config_set_bursts(struct dram_config *config, uint32_t burst_bytes,
                            enum dram_burst_sharing sharing);

#endif
