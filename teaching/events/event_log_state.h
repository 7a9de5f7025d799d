/* SPDX-License-Identifier: BSD-3-Clause */
/* The event log's inside: what its parts share. */
#ifndef SIMGPU_TEACHING_EVENTS_EVENT_LOG_STATE_H
#define SIMGPU_TEACHING_EVENTS_EVENT_LOG_STATE_H

#include "models/gpu.h"
#include "teaching/events/event.h"
#include "teaching/events/event_posts.h"
#include "teaching/events/event_ways.h"

struct event_warps;

enum { EVENT_LOG_SINKS = 4 };

struct event_log {
    const struct gpu_config *config;
    const struct gpu *gpu;
    struct observer observer;
    struct event_sink sinks[EVENT_LOG_SINKS];
    unsigned n_sinks;
    struct event_ways ways;
    struct event_posts posts;
    GArray *events;  /* struct pending_event: not handed out yet */
    guint threshold; /* so many are worth sorting */
    uint64_t pushed;
    sim_time lookahead;
    uint32_t *sm_units, *bank_units, *channel_units; /* units' numbers by index */
    GArray *lookups;  /* struct event: those of the last cycle of an SM that were handed out */
    uint64_t *issues; /* by SM and slot: the cycle of the last one, plus 1 */
    struct event_warps *warps; /* NULL: no sink wants states */
};

struct pending_event {
    struct event event;
    sim_time credit; /* EVENT_POSTED */
};

/* Adds an event that its unit has told of. credit: of EVENT_POSTED. */
void event_log_push(struct event_log *log, const struct event *event, sim_time credit);

#endif
