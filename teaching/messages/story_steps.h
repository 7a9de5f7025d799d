/* SPDX-License-Identifier: BSD-3-Clause */
/* The events of one access, and what they make of its time. */
#ifndef SIMGPU_TEACHING_MESSAGES_STORY_STEPS_H
#define SIMGPU_TEACHING_MESSAGES_STORY_STEPS_H

#include "models/gpu.h"
#include "teaching/events/event.h"

struct access_life {
    struct event lookup; /* EVENT_LOOKED_UP: how it began */
    GArray *events;      /* struct event: what happened to its requests, in their order */
    uint8_t open;        /* sectors that have not come */
    bool asked;          /* it has a request of its own; else it waits for another one's */
};

/* Whether the event is about it; if so, keeps it. */
bool access_life_hear(struct access_life *life, const struct event *event);
/* Nothing more will come. */
bool access_life_ended(const struct access_life *life);

/* Appends the story. number: 1, 2, ... */
void access_life_tell(const struct access_life *life, const struct gpu *gpu, unsigned number,
                      GString *text);

#endif
