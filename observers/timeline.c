/* SPDX-License-Identifier: BSD-3-Clause */
#include "observers/timeline_internal.h"
#include <string.h>

static const struct observer functions = {.cycle = timeline_cycle,
                                          .gap = timeline_gap,
                                          .issued = timeline_issued,
                                          .warp_started = timeline_warp_started,
                                          .l1_access = timeline_l1_access,
                                          .sent = timeline_sent,
                                          .replied = timeline_replied,
                                          .l2_access = timeline_l2_access,
                                          .l2_replied = timeline_l2_replied,
                                          .dram_access = timeline_dram_access};

static struct timeline_sm *new_sm(void)
{
    struct timeline_sm *sm = g_new0(struct timeline_sm, 1);
    sm->cycle = CYCLE_NEVER;
    sm->due = CYCLE_NEVER;
    return sm;
}

static void free_sm(struct timeline_sm *sm)
{
    for (unsigned i = 0; sm && i < WARP_SLOTS; i++)
        if (sm->tracks[i].arrows)
            g_array_free(sm->tracks[i].arrows, TRUE);
    g_free(sm);
}

struct timeline *timeline_new(const struct gpu_config *config,
                              const struct timeline_options *options, GError **error)
{
    struct timeline *timeline = g_new0(struct timeline, 1);
    timeline->options = *options;
    timeline->config = config;
    timeline->observer = functions;
    timeline->observer.data = timeline;
    timeline->first_ps = clock_edge(&config->sm.clock, options->first);
    timeline->end_ps = clock_edge(&config->sm.clock, options->end);
    timeline->all = true;
    timeline->sms = g_new0(struct timeline_sm *, config->n_sms);
    for (uint32_t i = 0; i < config->n_sms; i++) {
        timeline->sms[i] = options->sms[i] ? new_sm() : NULL;
        timeline->all &= options->sms[i];
    }
    timeline->transactions = g_hash_table_new_full(g_int64_hash, g_int64_equal, g_free, g_free);
    timeline->wishes = g_hash_table_new_full(g_int64_hash, g_int64_equal, g_free, g_free);
    timeline->l2_numbers = g_new0(uint64_t, config->n_banks);
    timeline->dram_numbers = g_new0(uint64_t, config->n_channels);
    timeline->write_arrivals = g_new0(sim_time, config->n_banks);
    timeline->write_results = g_new0(uint8_t, config->n_banks);
    for (uint32_t i = 0; i < config->n_banks; i++)
        timeline->write_arrivals[i] = SIM_TIME_NEVER;
    timeline->names = g_string_chunk_new(4096);
    if (!timeline_writer_init(&timeline->writer, options->path, options->max_bytes, config->n_sms,
                              error)) {
        timeline_free(timeline);
        return NULL;
    }
    timeline_write_names(timeline);
    return timeline;
}

void timeline_free(struct timeline *timeline)
{
    if (!timeline)
        return;
    for (uint32_t i = 0; i < timeline->config->n_sms; i++)
        free_sm(timeline->sms[i]);
    g_free(timeline->sms);
    g_hash_table_destroy(timeline->transactions);
    g_hash_table_destroy(timeline->wishes);
    g_free(timeline->l2_numbers);
    g_free(timeline->dram_numbers);
    g_free(timeline->write_arrivals);
    g_free(timeline->write_results);
    g_string_chunk_free(timeline->names);
    timeline_writer_finish(&timeline->writer);
    g_free(timeline);
}

const struct observer *timeline_observer(struct timeline *timeline)
{
    return &timeline->observer;
}

void timeline_attach(struct timeline *timeline, const struct gpu *gpu)
{
    timeline->gpu = gpu;
    for (guint i = 0; i < gpu_engine(gpu)->units->len; i++) {
        const struct unit *unit = g_ptr_array_index(gpu_engine(gpu)->units, i);
        timeline->lookahead = MAX(timeline->lookahead, unit->delay);
    }
}

/* ---- the way to the file --------------------------------------------------------------------- */

/* SMs whose last warp has gone may not do anything for long; `working` is the unit at work. */
static void settle_idle_sms(struct timeline *timeline, uint32_t working)
{
    for (uint32_t i = 0; i < timeline->config->n_sms; i++) {
        struct timeline_sm *sm = timeline_sm(timeline, i);
        if (sm && timeline_sm_order(i) != working && sm->masks.resident &&
            !sm_view_masks(gpu_sm(timeline->gpu, i)).resident)
            timeline_settle_idle(timeline, i);
    }
}

/* No event that ends before this will come any more: units are behind the clock by their lookahead
 * at most, and an SM's slices by the cycle that it has not finished. */
static sim_time settled(const struct timeline *timeline)
{
    sim_time clock = gpu_engine(timeline->gpu)->clock;
    sim_time before = clock - MIN(clock, timeline->lookahead);
    for (uint32_t i = 0; i < timeline->config->n_sms; i++) {
        const struct timeline_sm *sm = timeline->sms[i];
        if (sm && !sm->over && sm->cycle != CYCLE_NEVER && sm->masks.resident)
            before = MIN(before, timeline_edge(timeline, sm->cycle));
    }
    return before;
}

/* The slice of each track that lasts beyond the cut: one that has been pushed, or the open one. */
static void collect_cut_slices(struct timeline *timeline, struct timeline_event *last, bool *found)
{
    struct timeline_writer *writer = &timeline->writer;
    for (guint i = 0; i < writer->events->len; i++) {
        const struct timeline_event *event =
            &g_array_index(writer->events, struct timeline_event, i);
        if (event->kind != TIMELINE_WARP_SLICE || event->from >= writer->cut)
            continue;
        last[event->place * WARP_SLOTS + event->warp] = *event;
        found[event->place * WARP_SLOTS + event->warp] = true;
    }
    for (uint32_t s = 0; s < timeline->config->n_sms; s++)
        for (unsigned w = 0; timeline->sms[s] && w < WARP_SLOTS; w++) {
            const struct track *track = &timeline->sms[s]->tracks[w];
            if (!track->open || timeline_edge(timeline, track->since) >= writer->cut)
                continue;
            last[s * WARP_SLOTS + w] = timeline_open_slice(timeline, s, w, writer->cut);
            found[s * WARP_SLOTS + w] = true;
        }
}

/* The file is full: closes what is open in it, in an order that does not depend on how far
 * the units have got. */
static void cut(struct timeline *timeline)
{
    struct timeline_writer *writer = &timeline->writer;
    size_t n = (size_t)timeline->config->n_sms * WARP_SLOTS;
    g_autofree struct timeline_event *last = g_new0(struct timeline_event, n);
    g_autofree bool *found = g_new0(bool, n);
    collect_cut_slices(timeline, last, found);
    for (size_t i = 0; i < n; i++) {
        if (!(writer->stays[i / WARP_SLOTS] >> (i % WARP_SLOTS) & 1))
            continue;
        if (found[i]) {
            last[i].to = writer->cut;
            /* How many of them are before the cut is not known. */
            last[i].slice.instructions = 0;
            last[i].slice.unit_busy = 0;
            timeline_write_event(writer, &last[i]);
        }
        const struct timeline_event end = {.kind = TIMELINE_WARP_END,
                                           .place = (uint16_t)(i / WARP_SLOTS),
                                           .warp = (uint8_t)(i % WARP_SLOTS),
                                           .from = writer->cut};
        timeline_write_event(writer, &end);
    }
    timeline->over = true;
    g_array_set_size(writer->events, 0);
}

static void flush(struct timeline *timeline, sim_time before)
{
    timeline_writer_flush(&timeline->writer, before);
    if (timeline->writer.cut != SIM_TIME_NEVER && !timeline->over)
        cut(timeline);
}

void timeline_push(struct timeline *timeline, const struct timeline_event *event)
{
    if (!timeline_writer_push(&timeline->writer, event) || timeline->flushing)
        return;
    timeline->flushing = true;
    settle_idle_sms(timeline, event->unit);
    flush(timeline, settled(timeline));
    timeline->flushing = false;
}

bool timeline_end(struct timeline *timeline, const struct sampler *sampler, GError **error)
{
    for (uint32_t i = 0; i < timeline->config->n_sms; i++) {
        struct timeline_sm *sm = timeline_sm(timeline, i);
        if (sm)
            timeline_close_sm(timeline, i, MIN(sm->told_until, timeline->options.end));
    }
    flush(timeline, SIM_TIME_NEVER);
    timeline_write_host(timeline);
    if (sampler)
        timeline_write_counters(timeline, sampler);
    timeline_write_rest(timeline);
    return timeline_writer_close(&timeline->writer, error);
}

uint64_t timeline_cut_cycle(const struct timeline *timeline)
{
    if (timeline->writer.cut == SIM_TIME_NEVER)
        return CYCLE_NEVER;
    return clock_cycle_at_or_after(&timeline->config->sm.clock, timeline->writer.cut);
}
