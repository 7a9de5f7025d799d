/* SPDX-License-Identifier: BSD-3-Clause */
/* What a reader calls events and messages, and times as a reader sees them. */
#ifndef SIMGPU_TEACHING_EVENTS_EVENT_NAMES_H
#define SIMGPU_TEACHING_EVENTS_EVENT_NAMES_H

#include "models/core/clock.h"
#include "teaching/events/event.h"
#include <glib.h>

/* "sends": what the unit does. */
const char *event_kind_name(unsigned kind);
/* "READ", "BLOCK_START". */
const char *event_message_name(unsigned message_kind);
/* "hit", "opened", "conflict": enum dram_row_state. */
const char *event_row_name(unsigned row_state);
/* The sectors of a mask as digits, "01-3"; "-" for one that is not there. */
void event_sectors(uint8_t sectors, char text[5]);

/* The cycle under way at that time. */
uint64_t event_cycle(const struct clock *clock, sim_time time);
/* A time or a duration in cycles of that clock, rounded to two decimals: "57", "57.5". */
void event_cycles(GString *text, const struct clock *clock, sim_time time);

#endif
