/* SPDX-License-Identifier: BSD-3-Clause */
/* The life of one load (or store, or atomic) as a story, whose parts add up to its latency.
 *
 * An access of a warp to a line is told when it has ended: each thing that it waited for or that
 * carried it, with the cycles that this took, on the way that was last to arrive. --follow tells
 * all accesses to the line of an address, --follow-warp those of a warp.
 */
#ifndef SIMGPU_TEACHING_MESSAGES_STORY_H
#define SIMGPU_TEACHING_MESSAGES_STORY_H

#include "models/gpu.h"
#include "teaching/messages/message_filter.h"

struct stories;

/* Tells accesses that pass the filter, of which the first `most` in full. Borrowed until
 * stories_free. */
struct stories *stories_new(const struct message_filter *filter, unsigned most);
/* NULL is fine. */
void stories_free(struct stories *stories);

/* Before the first event; borrows gpu. */
void stories_attach(struct stories *stories, const struct gpu *gpu);
struct event_sink stories_sink(struct stories *stories);
/* After the run: all that was told, and what had not ended. g_free. */
char *stories_text(struct stories *stories);

#endif
