/* SPDX-License-Identifier: BSD-3-Clause */
/* The events that a film keeps: the first ones from a time on, or the last ones. What came before
 * the first of them is folded into a scene: what is still of interest of it. */
#ifndef SIMGPU_TEACHING_FILM_FILM_REEL_H
#define SIMGPU_TEACHING_FILM_FILM_REEL_H

#include "teaching/events/event.h"
#include <glib.h>

struct film_reel {
    sim_time from, until; /* events at or after `until` are not wanted */
    guint most;
    bool keeps_last;
    GQueue events;   /* struct event * */
    GQueue late;     /* struct event *: messages that waited when it was full, and left later */
    bool full;       /* no event is taken any more */
    sim_time end;    /* if it is full: of the first event that was not taken */
    uint64_t before; /* events that came before the first one that is kept */
    uint64_t behind; /* events that came after the last one */
    /* The scene. */
    GHashTable *warps; /* (SM, slot, kind) -> struct event: started, waits */
    GHashTable *rows;  /* (channel, bank) -> struct event: its last burst */
    GQueue sent;       /* struct event *: messages that may be on their way */
    guint sweep;       /* so many are worth a look for those that have gone */
    GHashTable *wires; /* const struct wire * -> its credits */
};

void film_reel_init(struct film_reel *reel, sim_time from, sim_time until, guint most,
                    bool keeps_last);
void film_reel_finish(struct film_reel *reel);

/* In the order of events. */
void film_reel_hear(struct film_reel *reel, const struct event *event);
/* In the order of the wire's credits. */
void film_reel_credited(struct film_reel *reel, const struct wire *wire, sim_time arrival);

/* The time of the first event that is kept; SIM_TIME_NEVER: there is none. */
sim_time film_reel_begin(const struct film_reel *reel);
/* Everything, in the order of events: the scene, the events, late messages. The events are the
 * reel's. g_ptr_array_unref. */
GPtrArray *film_reel_events(const struct film_reel *reel, guint *n_scene, guint *n_late);
/* When the credit of a message came back (EVENT_POSTED); SIM_TIME_NEVER: not, or the message is
 * late. */
sim_time film_reel_back(const struct film_reel *reel, const struct event *event);

#endif
