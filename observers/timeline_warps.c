/* SPDX-License-Identifier: BSD-3-Clause */
/* Tracks of warps: what each does in a cycle is known when the cycle is over, since a warp that
 * could issue either does or waits for its turn. A warp is asked for its state when that can have
 * changed.
 */
#include "observers/timeline_internal.h"

static inline uint64_t bit_of(unsigned warp)
{
    return UINT64_C(1) << warp;
}

/* ---- slices ---------------------------------------------------------------------------------- */

struct timeline_event timeline_open_slice(const struct timeline *timeline, uint32_t sm,
                                          unsigned warp, sim_time end)
{
    const struct track *track = &timeline->sms[sm]->tracks[warp];
    return (struct timeline_event){.order = end,
                                   .unit = timeline_sm_order(sm),
                                   .kind = TIMELINE_WARP_SLICE,
                                   .warp = (uint8_t)warp,
                                   .place = (uint16_t)sm,
                                   .from = timeline_edge(timeline, track->since),
                                   .to = end,
                                   .slice = {.what = track->now.what,
                                             .pc = track->now.pc,
                                             .line = track->now.line,
                                             .instructions = track->now.instructions,
                                             .unit_busy = track->busy_cycles}};
}

/* Arrows end in the slice that has just been pushed, or in later ones. */
static void push_arrows(struct timeline *timeline, struct track *track, sim_time end)
{
    guint left = 0;
    for (guint i = 0; i < track->arrows->len; i++) {
        struct timeline_event *arrow = &g_array_index(track->arrows, struct timeline_event, i);
        if (arrow->to < end) {
            arrow->order = end;
            timeline_push(timeline, arrow);
        } else {
            g_array_index(track->arrows, struct timeline_event, left++) = *arrow;
        }
    }
    g_array_set_size(track->arrows, left);
}

/* From `cycle` on its unit is busy, or not. */
static void note_busy(struct track *track, uint64_t cycle, bool busy)
{
    if (track->now.busy)
        track->busy_cycles += cycle - track->busy_since;
    track->now.busy = busy;
    track->busy_since = cycle;
}

static void open_slice(struct track *track, uint64_t cycle, const struct doing *doing)
{
    track->now = *doing;
    track->since = track->busy_since = cycle;
    track->busy_cycles = 0;
}

static void close_slice(struct timeline *timeline, uint32_t sm, unsigned warp, uint64_t cycle)
{
    struct track *track = &timeline->sms[sm]->tracks[warp];
    if (track->since >= cycle)
        return;
    sim_time end = timeline_edge(timeline, cycle);
    note_busy(track, cycle, false);
    const struct timeline_event event = timeline_open_slice(timeline, sm, warp, end);
    timeline_push(timeline, &event);
    if (track->arrows && track->arrows->len > 0)
        push_arrows(timeline, track, end);
}

static void end_stay(struct timeline *timeline, uint32_t sm, unsigned warp, uint64_t cycle)
{
    struct track *track = &timeline->sms[sm]->tracks[warp];
    if (!track->open)
        return;
    close_slice(timeline, sm, warp, cycle);
    track->open = false;
    if (track->arrows)
        g_array_set_size(track->arrows, 0);
    const struct timeline_event event = {.order = timeline_edge(timeline, cycle),
                                         .unit = timeline_sm_order(sm),
                                         .kind = TIMELINE_WARP_END,
                                         .warp = (uint8_t)warp,
                                         .place = (uint16_t)sm,
                                         .from = timeline_edge(timeline, cycle)};
    timeline_push(timeline, &event);
}

/* The text may stand in JSON. */
static const char *intern(struct timeline *timeline, const char *name)
{
    g_autofree char *escaped = g_strescape(name, NULL);
    return g_string_chunk_insert_const(timeline->names, escaped);
}

static void begin_stay(struct timeline *timeline, const struct sm *sm, unsigned warp,
                       uint64_t cycle)
{
    uint32_t index = sm_view_index(sm);
    struct track *track = &timeline->sms[index]->tracks[warp];
    struct warp_identity who = sm_view_warp(sm, warp);
    track->open = true;
    const struct timeline_event event = {
        .order = timeline_edge(timeline, cycle),
        .unit = timeline_sm_order(index),
        .kind = TIMELINE_WARP_BEGIN,
        .warp = (uint8_t)warp,
        .place = (uint16_t)index,
        .from = timeline_edge(timeline, cycle),
        .stay = {.kernel = intern(timeline, sm_view_code(sm, warp)->name),
                 .block = who.block,
                 .launch = who.launch,
                 .in_block = who.in_block}};
    timeline_push(timeline, &event);
}

/* The cycle being processed is over: what each warp did in it is certain. */
static void settle(struct timeline *timeline, uint32_t index, uint64_t changed)
{
    struct timeline_sm *sm = timeline->sms[index];
    for (uint64_t warps = changed; warps; warps &= warps - 1) {
        unsigned warp = (unsigned)__builtin_ctzll(warps);
        struct track *track = &sm->tracks[warp];
        const struct doing *did = sm->issued & bit_of(warp) ? &track->issued : &track->state;
        if (!track->open)
            continue;
        if (track->now.what == did->what) {
            track->now.instructions += did->instructions;
            note_busy(track, sm->cycle, did->busy);
            continue;
        }
        close_slice(timeline, index, warp, sm->cycle);
        open_slice(track, sm->cycle, did);
    }
}

/* ---- cycles ------------------------------------------------------------------------------------
 */

/* Warps whose masks are different from those of before. */
static uint64_t moved(const struct sm_masks *a, const struct sm_masks *b)
{
    return (a->resident ^ b->resident) | (a->ready ^ b->ready) | (a->memory ^ b->memory) |
           (a->timed ^ b->timed) | (a->barrier ^ b->barrier) | (a->fence ^ b->fence) |
           (a->draining ^ b->draining);
}

/* In the CUDA source, if it is known. */
static uint32_t line_of(const struct kernel_code *code, uint32_t pc)
{
    if (pc >= code->n_instructions)
        return 0;
    if (code->places && code->places[pc].file)
        return code->places[pc].line;
    return code->instructions[pc].line;
}

static void ask(struct timeline_sm *record, const struct sm *sm, unsigned warp, uint64_t cycle)
{
    struct track *track = &record->tracks[warp];
    struct warp_state state = sm_view_state(sm, warp, cycle);
    bool busy = state.wait == WARP_READY && (record->unit_waiters & bit_of(warp));
    uint32_t pc = sm_view_warp(sm, warp).pc;
    track->code = sm_view_code(sm, warp);
    track->state = (struct doing){.what = TIMELINE_WAITS + (uint32_t)state.wait,
                                  .busy = busy,
                                  .pc = pc,
                                  .line = line_of(track->code, pc)};
    track->until = state.until;
    record->due = MIN(record->due, state.until);
}

/* Warps whose state's time has come; the first `until` of the others is `due`. */
static uint64_t overdue(struct timeline_sm *record, uint64_t cycle)
{
    uint64_t due = 0, first = CYCLE_NEVER;
    if (record->due > cycle)
        return 0;
    for (uint64_t warps = record->masks.resident; warps; warps &= warps - 1) {
        unsigned warp = (unsigned)__builtin_ctzll(warps);
        if (record->tracks[warp].until <= cycle)
            due |= bit_of(warp);
        else
            first = MIN(first, record->tracks[warp].until);
    }
    record->due = first;
    return due;
}

/* Cycle `cycle` begins: what was before it is settled. */
static void look(struct timeline *timeline, const struct sm *sm, uint64_t cycle)
{
    uint32_t index = sm_view_index(sm);
    struct timeline_sm *record = timeline->sms[index];
    struct sm_masks masks = sm_view_masks(sm);
    uint64_t unit_waiters = masks.ready ? sm_view_unit_waiters(sm, cycle) : 0;
    uint64_t stayed = record->masks.resident & masks.resident & ~record->started;
    settle(timeline, index, record->asked | record->issued);
    for (uint64_t left = record->masks.resident & ~stayed; left; left &= left - 1)
        end_stay(timeline, index, (unsigned)__builtin_ctzll(left), cycle);
    uint64_t changed = moved(&record->masks, &masks) | (record->unit_waiters ^ unit_waiters) |
                       record->issued | record->started | overdue(record, cycle);
    record->unit_waiters = unit_waiters;
    for (uint64_t warps = changed & masks.resident; warps; warps &= warps - 1)
        ask(record, sm, (unsigned)__builtin_ctzll(warps), cycle);
    for (uint64_t come = masks.resident & ~stayed; come; come &= come - 1) {
        unsigned warp = (unsigned)__builtin_ctzll(come);
        struct track *track = &record->tracks[warp];
        begin_stay(timeline, sm, warp, cycle);
        open_slice(track, cycle, &track->state);
    }
    record->asked = changed & masks.resident;
    record->masks = masks;
    record->cycle = cycle;
    record->issued = record->started = 0;
}

/* True if the cycle is in the window; closes the tracks at its end. */
static bool enter(struct timeline *timeline, struct timeline_sm *record, uint32_t index,
                  uint64_t cycle)
{
    if (cycle >= timeline->options.end) {
        timeline_close_sm(timeline, index, timeline->options.end);
        return false;
    }
    return record && cycle >= timeline->options.first;
}

void timeline_cycle(void *data, const struct sm *sm)
{
    struct timeline *timeline = data;
    uint32_t index = sm_view_index(sm);
    struct timeline_sm *record = timeline_sm(timeline, index);
    uint64_t cycle = sm_view_cycle(sm);
    if (!record || !enter(timeline, record, index, cycle))
        return;
    record->told_until = cycle + 1;
    look(timeline, sm, cycle);
}

void timeline_gap(void *data, const struct sm *sm, uint64_t first, uint64_t span)
{
    struct timeline *timeline = data;
    uint32_t index = sm_view_index(sm);
    struct timeline_sm *record = timeline_sm(timeline, index);
    uint64_t cycle = MAX(first, timeline->options.first);
    if (!record || cycle >= first + span || !enter(timeline, record, index, cycle))
        return;
    record->told_until = first + span;
    look(timeline, sm, cycle);
}

void timeline_issued(void *data, unsigned sm, uint64_t cycle, unsigned warp, uint32_t pc,
                     const struct issued *what)
{
    struct timeline *timeline = data;
    struct timeline_sm *record = timeline_sm(timeline, sm);
    if (!record || record->cycle != cycle)
        return;
    struct track *track = &record->tracks[warp];
    if (!(record->issued & bit_of(warp)))
        track->issued = (struct doing){.what = track->code->instructions[pc].op_class |
                                               (uint32_t)what->space << TIMELINE_SPACE_SHIFT,
                                       .pc = pc,
                                       .line = line_of(track->code, pc)};
    track->issued.instructions++;
    record->issued |= bit_of(warp);
}

void timeline_warp_started(void *data, const struct sm *sm, unsigned warp)
{
    struct timeline *timeline = data;
    struct timeline_sm *record = timeline_sm(timeline, sm_view_index(sm));
    if (record)
        record->started |= bit_of(warp);
}

void timeline_settle_idle(struct timeline *timeline, uint32_t index)
{
    const struct sm *sm = gpu_sm(timeline->gpu, index);
    uint64_t next = sm_view_cycle(sm) + 1;
    if (next < timeline->options.end)
        look(timeline, sm, next);
}

void timeline_close_sm(struct timeline *timeline, uint32_t index, uint64_t end)
{
    struct timeline_sm *record = timeline->sms[index];
    if (record->cycle != CYCLE_NEVER) {
        settle(timeline, index, record->asked | record->issued);
        for (unsigned warp = 0; warp < WARP_SLOTS; warp++)
            end_stay(timeline, index, warp, end);
    }
    record->masks = (struct sm_masks){0};
    record->over = true;
}
