/* SPDX-License-Identifier: BSD-3-Clause */
/* What a run tells of its messages: the list, and the stories of loads. */
#ifndef SIMGPU_CLI_RUN_WATCH_MESSAGES_H
#define SIMGPU_CLI_RUN_WATCH_MESSAGES_H

#include "cli/options/message_options.h"
#include "observers/observation.h"
#include "teaching/events/event_log.h"
#include "teaching/messages/message_file.h"
#include "teaching/messages/story.h"

/* Of one run; all NULL if not asked for. */
struct run_messages {
    struct event_log *log;
    struct message_filter listed, followed;
    struct message_file *file;
    struct stories *stories;
};

/* Before the GPU is made. */
bool run_messages_listen(struct run_messages *messages, const struct message_options *options,
                         const struct gpu_config *config, struct observation *observation,
                         GError **error);
/* When it has been made. */
void run_messages_attach(struct run_messages *messages, const struct gpu *gpu);
/* After the run: writes the file. lost: see outcome.h. */
void run_messages_end(struct run_messages *messages, GPtrArray *lost);
/* Then: the stories; NULL: none were asked for. g_free. */
char *run_messages_stories(const struct run_messages *messages);
void run_messages_clear(struct run_messages *messages);

#endif
