/* SPDX-License-Identifier: BSD-3-Clause */
#include "cli/run/watch/messages.h"
#include "cli/base/output.h"

/* More than anybody reads. */
enum { MOST_STORIES = 50 };

static void fill_filter(struct message_filter *filter, const struct message_options *options,
                        const struct clock *clock)
{
    message_filter_init(filter);
    filter->from = clock_edge(clock, options->from);
    filter->until = clock_edge(clock, options->until);
    if (options->units)
        message_filter_units(filter, options->units);
}

bool run_messages_listen(struct run_messages *messages, const struct message_options *options,
                         const struct gpu_config *config, struct observation *observation,
                         GError **error)
{
    const bool follows = options->follow || options->follow_warp;
    if (!options->file && !follows)
        return true;
    fill_filter(&messages->listed, options, &config->sm.clock);
    messages->listed.first = options->first;
    messages->listed.last = options->last;
    messages->listed.sm = options->sm;
    messages->listed.slot = options->slot;
    fill_filter(&messages->followed, options, &config->sm.clock);
    messages->followed.first = options->follow_first;
    messages->followed.last = options->follow_last;
    messages->followed.sm = options->follow_sm;
    messages->followed.slot = options->follow_slot;
    messages->log = event_log_new(config);
    if (options->file) {
        messages->file = message_file_new(options->file, &messages->listed, error);
        if (!messages->file)
            return false;
        const struct event_sink sink = message_file_sink(messages->file);
        event_log_add_sink(messages->log, &sink);
    }
    if (follows) {
        messages->stories = stories_new(&messages->followed, MOST_STORIES);
        const struct event_sink sink = stories_sink(messages->stories);
        event_log_add_sink(messages->log, &sink);
    }
    observation_add(observation, event_log_observer(messages->log));
    return true;
}

void run_messages_attach(struct run_messages *messages, const struct gpu *gpu)
{
    if (!messages->log)
        return;
    event_log_attach(messages->log, gpu);
    if (messages->file)
        message_file_attach(messages->file, gpu);
    if (messages->stories)
        stories_attach(messages->stories, gpu);
}

void run_messages_end(struct run_messages *messages, GPtrArray *lost)
{
    GError *problem = NULL;
    if (messages->log)
        event_log_end(messages->log);
    if (messages->file)
        output_note(lost, message_file_end(messages->file, &problem), &problem);
}

char *run_messages_stories(const struct run_messages *messages)
{
    return messages->stories ? stories_text(messages->stories) : NULL;
}

void run_messages_clear(struct run_messages *messages)
{
    message_file_free(messages->file);
    stories_free(messages->stories);
    event_log_free(messages->log);
    message_filter_finish(&messages->listed);
    message_filter_finish(&messages->followed);
}
