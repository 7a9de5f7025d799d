/* SPDX-License-Identifier: BSD-3-Clause */
/* Shared by the files of the DRAM channel and by nobody else. */
#ifndef SIMGPU_DRAM_CHANNEL_INTERNAL_H
#define SIMGPU_DRAM_CHANNEL_INTERNAL_H

#include "models/dram/channel.h"

/* channel_report.c */
/* Takes over what the queue and the port have counted. */
void dram_channel_mirror(struct dram_channel *channel);
/* The channel works for another launch. */
void dram_channel_turn(struct dram_channel *channel, uint32_t launch);
void dram_channel_describe_waits(struct unit *unit, GString *text);
/* See unit_ops. */
void dram_channel_snapshot(const struct unit *unit, sim_time time, void *counters);

#endif
