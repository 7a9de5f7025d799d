/* SPDX-License-Identifier: BSD-3-Clause */
/* Which events a reader wants to see. */
#ifndef SIMGPU_TEACHING_MESSAGES_MESSAGE_FILTER_H
#define SIMGPU_TEACHING_MESSAGES_MESSAGE_FILTER_H

#include "teaching/events/event.h"
#include <glib.h>

struct message_filter {
    GPtrArray *units;     /* GPatternSpec; NULL: all. A message belongs to both of its units */
    uint64_t first, last; /* addresses, the last one included; 0 and UINT64_MAX: also events without
                             any */
    int sm, slot;         /* of a warp; -1: any */
    sim_time from, until; /* from <= time < until */
};

/* Wants everything. */
void message_filter_init(struct message_filter *filter);
void message_filter_finish(struct message_filter *filter);
/* words: patterns of names with commas between them, "sm0,l2-*". */
void message_filter_units(struct message_filter *filter, const char *words);

/* unit: the name of the event's. */
bool message_filter_passes(const struct message_filter *filter, const struct event *event,
                           const char *unit);

#endif
