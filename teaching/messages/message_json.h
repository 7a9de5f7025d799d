/* SPDX-License-Identifier: BSD-3-Clause */
/* An event as a line of JSON, for a tool. */
#ifndef SIMGPU_TEACHING_MESSAGES_MESSAGE_JSON_H
#define SIMGPU_TEACHING_MESSAGES_MESSAGE_JSON_H

#include "models/core/clock.h"
#include "teaching/events/event.h"
#include <glib.h>

/* Appends the line, with its end. clock: of the SMs; unit: the name of the event's. */
void message_line_json(GString *text, const struct clock *clock, const char *unit,
                       const struct event *event);

#endif
