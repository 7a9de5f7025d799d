/* SPDX-License-Identifier: BSD-3-Clause */
/* An event as a line for a reader. */
#ifndef SIMGPU_TEACHING_MESSAGES_MESSAGE_TEXT_H
#define SIMGPU_TEACHING_MESSAGES_MESSAGE_TEXT_H

#include "models/core/clock.h"
#include "teaching/events/event.h"
#include <glib.h>

/* What the columns are, for the head of a file. */
extern const char message_line_head[];

/* Appends the line, with its end. clock: of the SMs; unit: the name of the event's. */
void message_line_text(GString *text, const struct clock *clock, const char *unit,
                       const struct event *event);

#endif
