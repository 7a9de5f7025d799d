/* SPDX-License-Identifier: BSD-3-Clause */
/* Shared by the files of the DRAM channel and by nobody else. */
#ifndef SIMGPU_DRAM_CHANNEL_INTERNAL_H
#define SIMGPU_DRAM_CHANNEL_INTERNAL_H

#include "models/core/payload.h"
#include "models/dram/channel.h"

enum { DRAM_SECTOR_BYTES = 32, DRAM_LINE_SECTORS = LINE_BYTES / DRAM_SECTOR_BYTES };

/* channel_report.c */
void dram_channel_describe_waits(struct unit *unit, GString *text);

#endif
