/* SPDX-License-Identifier: BSD-3-Clause */
/* Why messages wait in their senders: for the port, for a credit, or for the next cycle.
 *
 * A unit sends on one port to all units of one kind (an SM to the crossbar, a bank to DRAM). The
 * port takes one message at a time. Everything here follows from what is told of wires and from the
 * widths of the platform.
 */
#ifndef SIMGPU_TEACHING_EVENTS_EVENT_POSTS_H
#define SIMGPU_TEACHING_EVENTS_EVENT_POSTS_H

#include "models/gpu.h"
#include "teaching/events/event.h"

struct event_posts {
    const struct gpu_config *config;
    GHashTable *wires; /* const struct wire * -> its credits */
    GHashTable *ports; /* sender and kind of receiver -> its last departures */
    uint64_t posted;   /* messages */
};

void event_posts_init(struct event_posts *posts, const struct gpu_config *config);
void event_posts_finish(struct event_posts *posts);

/* As the engine tells them, in its order. A message's credit has come at the time that is returned;
 * 0: it was there from the beginning. *order: how many messages the wire has had before. */
void event_posts_credit(struct event_posts *posts, const struct wire *wire, sim_time arrival);
sim_time event_posts_send(struct event_posts *posts, const struct wire *wire, uint64_t *order);

/* In the order of events: numbers the message, and divides its time from event->posted.ready to
 * event->time. ready is SIM_TIME_NEVER if nothing is known: then it is set, and nothing waited.
 * credit: when its credit came. */
void event_posts_explain(struct event_posts *posts, struct event *event, sim_time credit);

#endif
