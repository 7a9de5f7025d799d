/* SPDX-License-Identifier: BSD-3-Clause */
/* The event log's inside: what its parts share. */
#ifndef SIMGPU_TEACHING_EVENTS_EVENT_LOG_STATE_H
#define SIMGPU_TEACHING_EVENTS_EVENT_LOG_STATE_H

#include "teaching/events/event_log.h"
#include "teaching/events/event_posts.h"
#include "teaching/events/event_warps.h"
#include "teaching/events/event_ways.h"

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
    struct event last_lookup;                        /* of those that were handed out */
    struct event_warps *warps;                       /* NULL: no sink wants states */
};

struct pending_event {
    struct event event;
    sim_time credit; /* EVENT_POSTED */
};

/* event_hear.c: hears of the units, and pushes. */
extern const struct observer event_hear_functions;
/* Who the warp is, and its instruction at pc. */
struct event event_of_warp(const struct event_log *log, enum event_kind kind, const struct sm *sm,
                           uint64_t cycle, unsigned slot, uint32_t pc);

/* Adds an event that its unit has told of. credit: of EVENT_POSTED. */
void event_log_push(struct event_log *log, const struct event *event, sim_time credit);

/* event_complete.c: finds out what the units don't tell: whose a message is, how long it waited,
 * and why. In the order of events. */
void event_log_complete(struct event_log *log, struct event *event, sim_time credit);

#endif
