/* SPDX-License-Identifier: BSD-3-Clause */
/* What a DRAM channel reports: its counters, its launches, and what it waits for. */
#ifndef SIMGPU_DRAM_CHANNEL_REPORT_H
#define SIMGPU_DRAM_CHANNEL_REPORT_H

#include "models/core/counters.h"
#include "models/dram/channel_state.h"

extern const struct counter dram_counter_table[];

/* Takes over the counts of the queue and of the port. */
void dram_channel_mirror(struct dram_channel *channel);
/* The channel works for another launch. */
void dram_channel_turn(struct dram_channel *channel, uint32_t launch);
void dram_channel_describe_waits(struct unit *unit, GString *text);
/* See unit_ops. */
void dram_channel_snapshot(const struct unit *unit, sim_time time, void *counters);

#endif
