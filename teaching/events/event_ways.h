/* SPDX-License-Identifier: BSD-3-Clause */
/* Follows messages about memory from unit to unit: since when one is where it is, and whose it is.
 *
 * A message has no name of its own on its way. But a unit that passes on several messages with the
 * same contents keeps their order, so a queue for each unit and contents is enough.
 */
#ifndef SIMGPU_TEACHING_EVENTS_EVENT_WAYS_H
#define SIMGPU_TEACHING_EVENTS_EVENT_WAYS_H

#include "teaching/events/event.h"
#include <glib.h>

/* What is known of a message at a unit. */
struct event_stop {
    sim_time since; /* it has been there, ready to be sent */
    struct event_owner owner;
};

struct event_ways {
    GHashTable *stops; /* struct way_key -> queue of struct event_stop */
};

void event_ways_init(struct event_ways *ways);
void event_ways_finish(struct event_ways *ways);

/* The message is at the unit. A reply is found by its request, too. */
void event_ways_put(struct event_ways *ways, uint32_t unit, const struct message *message,
                    const struct event_stop *stop);
/* The first such message there, which stays; NULL: none is known. Valid until the next call. */
struct event_stop *event_ways_look(struct event_ways *ways, uint32_t unit,
                                   const struct message *message);
/* Removes it. False: none is known. */
bool event_ways_take(struct event_ways *ways, uint32_t unit, const struct message *message,
                     struct event_stop *stop);

#endif
