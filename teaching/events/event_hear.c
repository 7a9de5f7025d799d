/* SPDX-License-Identifier: BSD-3-Clause */
#include "teaching/events/event_hear.h"
#include "models/core/wire.h"
#include "models/sm/sm_view.h"
#include "teaching/events/event_log_state.h"

static const struct event_owner nobody = {.warp = EVENT_NO_WARP};

static struct event of_sm(const struct event_log *log, enum event_kind kind, unsigned sm,
                          uint64_t cycle)
{
    return (struct event){.time = clock_edge(&log->config->sm.clock, cycle),
                          .unit = log->sm_units[sm],
                          .kind = (uint8_t)kind,
                          .owner = {.warp = EVENT_NO_WARP, .sm = (uint16_t)sm}};
}

static struct message without_payload(const struct message *message)
{
    struct message copy = *message;
    if (message_has_payload(message))
        copy.payload = NULL;
    return copy;
}

/* Who the warp is, and the instruction at pc. The code may be gone when the event is handed out. */
static struct event of_warp(const struct event_log *log, enum event_kind kind, const struct sm *sm,
                            uint64_t cycle, unsigned slot, uint32_t pc)
{
    const struct warp_identity warp = sm_view_warp(sm, slot);
    const struct kernel_code *code = sm_view_code(sm, slot);
    struct event event = of_sm(log, kind, sm_view_index(sm), cycle);
    event.owner.warp = (uint8_t)slot;
    event.owner.pc = event.warp.pc = pc;
    event.warp.kernel = g_intern_string(code->name);
    event.warp.block = warp.block;
    event.warp.launch = warp.launch;
    event.warp.in_block = warp.in_block;
    const bool placed = code->places && pc < code->n_instructions && code->places[pc].file;
    event.warp.file = g_intern_string(placed ? code->places[pc].file : code->file);
    if (pc < code->n_instructions)
        event.warp.line = placed ? code->places[pc].line : code->instructions[pc].line;
    return event;
}

static void tell_warp(struct event_log *log, enum event_kind kind, const struct sm *sm,
                      unsigned slot)
{
    const struct event event =
        of_warp(log, kind, sm, sm_view_cycle(sm), slot, sm_view_warp(sm, slot).pc);
    event_log_push(log, &event, 0);
}

static void hear_started(void *data, const struct sm *sm, unsigned slot)
{
    tell_warp(data, EVENT_WARP_STARTED, sm, slot);
}

static void hear_ended(void *data, const struct sm *sm, unsigned slot)
{
    tell_warp(data, EVENT_WARP_ENDED, sm, slot);
}

static void hear_issued(void *data, unsigned sm, uint64_t cycle, unsigned slot, uint32_t pc,
                        const struct issued *what)
{
    struct event_log *log = data;
    const struct sm *of = gpu_sm(log->gpu, sm);
    struct event event = of_warp(log, EVENT_ISSUED, of, cycle, slot, pc);
    event.owner.issued = cycle;
    event.warp.lanes = what->active;
    event.warp.space = what->space;
    event.warp.op_class = sm_view_code(of, slot)->instructions[pc].op_class;
    if (what->space != SPACE_NONE && what->active) {
        const unsigned lane = (unsigned)__builtin_ctz(what->active);
        event.warp.address =
            what->shape ? what->base + (uint64_t)what->shape->offset[lane] : what->address[lane];
    }
    event_log_push(log, &event, 0);
}

static void hear_l1(void *data, const struct l1_access *access)
{
    struct event_log *log = data;
    struct event event = of_sm(log, EVENT_LOOKED_UP, access->sm, access->cycle);
    event.owner = (struct event_owner){
        .warp = access->warp, .sm = access->sm, .pc = access->pc, .issued = access->issued};
    event.looked_up = *access;
    event_log_push(log, &event, 0);
}

static void hear_sent(void *data, unsigned sm, uint64_t cycle, const struct message *request)
{
    struct event_log *log = data;
    struct event event = of_sm(log, EVENT_QUEUED, sm, cycle);
    event.message = without_payload(request);
    event_log_push(log, &event, 0);
}

static void hear_replied(void *data, unsigned sm, uint64_t cycle, const struct message *reply)
{
    struct event_log *log = data;
    struct event event = of_sm(log, EVENT_RECEIVED, sm, cycle);
    event.message = without_payload(reply);
    event_log_push(log, &event, 0);
}

static void hear_l2(void *data, const struct l2_access *access)
{
    struct event_log *log = data;
    const struct clock *clock = &log->config->bank.clock;
    struct event event = {.time = clock_edge(clock, access->cycle),
                          .unit = log->bank_units[access->bank],
                          .kind = EVENT_SERVED,
                          .owner = nobody,
                          .message = without_payload(access->request),
                          .served = {.arrival = clock_edge(clock, access->arrival),
                                     .bank = access->bank,
                                     .hit = access->hit,
                                     .merged = access->merged,
                                     .missed = access->missed}};
    event_log_push(log, &event, 0);
}

static void hear_l2_replied(void *data, unsigned bank, uint64_t cycle,
                            const struct message *request)
{
    struct event_log *log = data;
    const struct event event = {.time = clock_edge(&log->config->bank.clock, cycle),
                                .unit = log->bank_units[bank],
                                .kind = EVENT_QUEUED,
                                .owner = nobody,
                                .message = without_payload(request)};
    event_log_push(log, &event, 0);
}

static void hear_dram(void *data, const struct dram_access *access)
{
    struct event_log *log = data;
    const struct event event = {.time = access->issue_ps,
                                .unit = log->channel_units[access->channel],
                                .kind = EVENT_BURST,
                                .owner = nobody,
                                .message = without_payload(access->request),
                                .burst = {.arrival = access->arrival_ps,
                                          .data_end = access->data_end_ps,
                                          .row = access->row,
                                          .bank = access->bank,
                                          .row_state = access->row_state}};
    event_log_push(log, &event, 0);
}

static void hear_posted(void *data, const struct wire *wire, sim_time departure,
                        const struct message *message)
{
    struct event_log *log = data;
    struct event event = {.time = departure,
                          .unit = wire->sender->id,
                          .kind = EVENT_POSTED,
                          .owner = nobody,
                          .message = without_payload(message),
                          .posted = {.wire = wire}};
    const sim_time credit = event_posts_send(&log->posts, wire, &event.order);
    event_log_push(log, &event, credit);
}

static void hear_credited(void *data, const struct wire *wire, sim_time arrival)
{
    struct event_log *log = data;
    event_posts_credit(&log->posts, wire, arrival);
}

const struct observer event_hear_functions = {.issued = hear_issued,
                                              .warp_started = hear_started,
                                              .warp_ended = hear_ended,
                                              .l1_access = hear_l1,
                                              .sent = hear_sent,
                                              .replied = hear_replied,
                                              .l2_access = hear_l2,
                                              .l2_replied = hear_l2_replied,
                                              .dram_access = hear_dram,
                                              .posted = hear_posted,
                                              .credited = hear_credited};
