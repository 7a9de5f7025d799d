/* SPDX-License-Identifier: BSD-3-Clause */
#include "teaching/events/event_log.h"
#include "models/core/wire.h"
#include "teaching/events/event_complete.h"
#include "teaching/events/event_hear.h"
#include "teaching/events/event_log_state.h"
#include "teaching/events/event_warps.h"

/* Sorting less often costs memory, more often time. */
enum { FEWEST_EVENTS = 1 << 14 };

/* A warp's end stands before what comes in its slot, but behind its own last instruction. */
static unsigned rank(const struct event *event)
{
    const bool late = event->kind == EVENT_WARP_ENDED && event->warp.at_issue;
    return late ? 2 * EVENT_ISSUED + 1 : 2 * event->kind;
}

static int compare(const void *a, const void *b)
{
    const struct event *x = &((const struct pending_event *)a)->event;
    const struct event *y = &((const struct pending_event *)b)->event;
    if (x->time != y->time)
        return x->time < y->time ? -1 : 1;
    if (x->unit != y->unit)
        return x->unit < y->unit ? -1 : 1;
    if (rank(x) != rank(y))
        return rank(x) < rank(y) ? -1 : 1;
    if (x->kind == EVENT_POSTED && x->posted.wire != y->posted.wire)
        return x->posted.wire->receiver->id < y->posted.wire->receiver->id ? -1 : 1;
    return x->order < y->order ? -1 : 1;
}

/* Hands out events before `before`. */
static void flush(struct event_log *log, sim_time before)
{
    GArray *events = log->events;
    qsort(events->data, events->len, sizeof(struct pending_event), compare);
    guint n = 0;
    for (; n < events->len; n++) {
        struct pending_event *pending = &g_array_index(events, struct pending_event, n);
        if (pending->event.time >= before)
            break;
        event_log_complete(log, &pending->event, pending->credit);
        const bool state = pending->event.kind == EVENT_WARP_WAITS;
        for (unsigned i = 0; i < log->n_sinks; i++)
            if (!state || log->sinks[i].wants_states)
                log->sinks[i].hear(log->sinks[i].data, &pending->event);
    }
    if (n > 0)
        g_array_remove_range(events, 0, n);
    log->threshold = MAX(FEWEST_EVENTS, 2 * events->len);
}

/* Units are behind the clock by their lookahead at most. */
void event_log_push(struct event_log *log, const struct event *event, sim_time credit)
{
    struct pending_event pending = {.event = *event, .credit = credit};
    if (event->kind != EVENT_POSTED)
        pending.event.order = log->pushed++;
    g_array_append_val(log->events, pending);
    if (log->events->len < log->threshold)
        return;
    const sim_time clock = gpu_engine(log->gpu)->clock;
    const sim_time before = clock - MIN(clock, log->lookahead);
    flush(log, log->warps ? MIN(before, event_warps_settled(log)) : before);
}

/* ---- life --------------------------------------------------------------------------------------
 */

struct event_log *event_log_new(const struct gpu_config *config)
{
    struct event_log *log = g_new0(struct event_log, 1);
    log->config = config;
    log->events = g_array_new(FALSE, FALSE, sizeof(struct pending_event));
    log->threshold = FEWEST_EVENTS;
    log->lookups = g_array_new(FALSE, FALSE, sizeof(struct event));
    event_ways_init(&log->ways);
    event_posts_init(&log->posts, config);
    log->observer = event_hear_functions;
    log->observer.data = log;
    return log;
}

void event_log_free(struct event_log *log)
{
    if (!log)
        return;
    event_ways_finish(&log->ways);
    event_posts_finish(&log->posts);
    event_warps_free(log->warps);
    g_array_free(log->events, TRUE);
    g_array_free(log->lookups, TRUE);
    g_free(log->issues);
    g_free(log->sm_units);
    g_free(log->bank_units);
    g_free(log->channel_units);
    g_free(log);
}

void event_log_add_sink(struct event_log *log, const struct event_sink *sink)
{
    g_assert(log->n_sinks < EVENT_LOG_SINKS);
    log->sinks[log->n_sinks++] = *sink;
    if (!sink->wants_states || log->warps)
        return;
    log->warps = event_warps_new(log->config->n_sms);
    log->observer.cycle = event_warps_cycle;
    log->observer.gap = event_warps_gap;
}

const struct observer *event_log_observer(struct event_log *log)
{
    return &log->observer;
}

static uint32_t *units_of(const struct gpu *gpu, enum gpu_units kind, uint32_t n)
{
    uint32_t *units = g_new0(uint32_t, n);
    for (uint32_t i = 0; i < n; i++) {
        const struct unit *unit;
        const void *counters;
        if (gpu_unit(gpu, kind, i, &unit, &counters))
            units[i] = unit->id;
    }
    return units;
}

void event_log_attach(struct event_log *log, const struct gpu *gpu)
{
    log->gpu = gpu;
    log->issues = g_new0(uint64_t, (size_t)log->config->n_sms * WARP_SLOTS);
    log->sm_units = units_of(gpu, GPU_SMS, log->config->n_sms);
    log->bank_units = units_of(gpu, GPU_BANKS, log->config->n_banks);
    log->channel_units = units_of(gpu, GPU_CHANNELS, log->config->n_channels);
    for (guint i = 0; i < gpu_engine(gpu)->units->len; i++) {
        const struct unit *unit = g_ptr_array_index(gpu_engine(gpu)->units, i);
        log->lookahead = MAX(log->lookahead, unit->delay);
    }
}

void event_log_end(struct event_log *log)
{
    if (log->warps)
        event_warps_end(log);
    flush(log, SIM_TIME_NEVER);
}
