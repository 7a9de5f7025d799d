/* SPDX-License-Identifier: BSD-3-Clause */
/* An L2 bank's part of a platform file. Units: cycles of the bank's clock. */
#ifndef SIMGPU_L2_BANK_CONFIG_H
#define SIMGPU_L2_BANK_CONFIG_H

#include "models/core/clock.h"
#include "models/core/platform/platform.h"
#include "models/core/wire.h"
#include "models/icnt/crossbar.h"
#include "models/l2/bank_entry.h"
#include "models/l2/bank_halves.h"
#include "models/l2/bank_lines.h"

struct l2_bank_config {
    struct clock clock;
    uint64_t size_bytes;
    struct bank_shape shape;
    uint32_t sector_bytes; /* a dirty line is written back in units of these */
    uint32_t fetch_bytes;  /* a miss asks DRAM for so much: sector_bytes or a line */
    uint32_t data_width;   /* bytes a cycle */
    uint32_t mshrs, mshr_merges;
    bool write_reads; /* a write that misses goes on to DRAM, and the line is read */
    bool mixes;       /* replies to requests that waited for one fill mix */
    uint32_t atomic_interval;
    struct bank_entry_config entry;
    struct bank_halves_config halves;
    bool early;                  /* requests' packets mix on their way: crossbar_config.mixed */
    struct packet_shape replies; /* of the crossbar */
    uint32_t reply_flits;        /* the port's flits a cycle */
    uint32_t dram_width;         /* bytes a cycle, towards DRAM */
    struct wire_shape to_dram;
};

/* The group "l2_bank". */
bool l2_bank_config_read(struct l2_bank_config *config, struct platform_group *group,
                         const struct crossbar_config *crossbar, GError **error);

#endif
