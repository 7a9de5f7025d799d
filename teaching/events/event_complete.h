/* SPDX-License-Identifier: BSD-3-Clause */
/* Finds out what the units don't tell: whose a message is, how long it waited, and why. */
#ifndef SIMGPU_TEACHING_EVENTS_EVENT_COMPLETE_H
#define SIMGPU_TEACHING_EVENTS_EVENT_COMPLETE_H

#include "teaching/events/event_log_state.h"

/* In the order of events. credit: of EVENT_POSTED, when its credit came. */
void event_log_complete(struct event_log *log, struct event *event, sim_time credit);

#endif
