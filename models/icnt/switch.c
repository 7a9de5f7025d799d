/* SPDX-License-Identifier: BSD-3-Clause */
#include "models/icnt/switch.h"
#include "models/core/message_memory.h"
#include "models/icnt/switch_outputs.h"
#include "models/icnt/switch_parts.h"

static inline uint32_t output_of(const struct crossbar_switch *s, const struct message *message)
{
    if (s->map)
        return address_map_bank(s->map, message_address(message));
    return G_LIKELY(s->config->cluster == 1) ? message->requester
                                             : message->requester / s->config->cluster;
}

/* ---- inputs ------------------------------------------------------------------------------- */

/* The input's next packet may go from cycle `ready` on. */
static void offer_head(struct crossbar_switch *s, uint32_t index, uint64_t ready)
{
    struct switch_input *input = &s->inputs[index];
    uint32_t to = input->output = switch_head(input)->port;
    struct switch_output *output = &s->outputs[to];
    input->ready = ready;
    output->heads[index / 64] |= switch_bit(index);
    output->n_heads++;
    switch_look_at(s, to, MAX(ready, MAX(output->free_cycle, output->credit_cycle)));
}

static inline const struct packet_shape *shape_of(const struct crossbar_switch *s)
{
    return s->map ? &s->config->requests : &s->config->replies;
}

/* For begin_message: the message finds its input idle. */
static const sim_time ALONE = 0;

/* For begin_message: the first message may begin a group. The first one's output is known. */
G_NO_INLINE static void begin_group(const struct crossbar_switch *s, struct switch_input *input,
                                    sim_time now)
{
    input->group = switch_group_of(s, input, now);
    for (uint32_t i = 1; i < input->group; i++) {
        struct message *member = ring_at(input->packets, i, sizeof *member);
        member->port = (uint16_t)output_of(s, member);
    }
}

/* Makes the input's first message its next one, or a group whose packets take turns. The group is
 * of messages that have come at `now`; those before them have gone. The caller offers the head. */
static void begin_message(struct crossbar_switch *s, uint32_t index, sim_time now)
{
    struct switch_input *input = &s->inputs[index];
    struct message *message = ring_at(input->packets, 0, sizeof *message);
    input->flits = (uint32_t)clock_divide(message->bytes + s->width.value - 1, &s->width);
    input->parts = MIN(packets_in(shape_of(s), message->sectors), input->flits);
    input->at = 0;
    input->group = 1;
    message->port = (uint16_t)output_of(s, message);
    if (s->config->mixed > 1 && input->parts > 1 && input->flits == input->parts)
        begin_group(s, input, now);
}

/* Begins with messages that find their inputs idle and arrive before `until`. */
static void take_fresh(struct crossbar_switch *s, sim_time until)
{
    struct inbox *inbox = &s->unit.inbox;
    if (inbox->head >= until)
        return;
    const struct clock *clock = &s->config->clock;
    if (s->slots_used == 0)
        s->now = MAX(s->now, clock_cycle_at_or_after(clock, inbox->head));
    inbox_forget_head(inbox);
    for (uint32_t word = 0; word < s->n_words; word++)
        for (uint64_t left = inbox_take_fresh(inbox, word); left; left &= left - 1) {
            const uint32_t index = word * 64 + (uint32_t)__builtin_ctzll(left);
            const struct message *first = ring_first(s->inputs[index].packets, sizeof *first);
            const sim_time arrival = first->arrival;
            if (arrival >= until) {
                inbox_mark_fresh(inbox, index, arrival);
                continue;
            }
            begin_message(s, index, ALONE);
            offer_head(s, index,
                       MAX(s->inputs[index].ready, clock_cycle_at_or_after(clock, arrival)));
        }
}

/* ---- outputs ------------------------------------------------------------------------------ */

/* The first message's last packet departs, and the message with it. */
G_ALWAYS_INLINE static inline void send_message(struct crossbar_switch *s, uint32_t to,
                                                uint32_t index, uint64_t cycle)
{
    const struct clock *clock = &s->config->clock;
    struct switch_output *output = &s->outputs[to];
    const struct message *message = switch_head(&s->inputs[index]);
    sim_time departure = clock_edge(clock, output->wire_cycle);
    s->counters.queue_cycles += cycle - clock_cycle_at_or_after(clock, message->arrival);
    s->counters.bytes += message->bytes;
    if (G_LIKELY(message->kind != MESSAGE_REPLY_PART)) {
        s->counters.packets++;
        wire_send(output->wire, departure, message);
    }
    wire_return_credit(s->unit.incoming[index], departure);
    switch_take_back(s, to, index);
    inbox_drop_from_queue(&s->unit.inbox, index);
}

/* When an input that sends to an output in this cycle may send its next packet. */
static uint64_t next_ready(const struct crossbar_switch *s, const struct switch_input *input,
                           uint32_t to, uint64_t cycle)
{
    return s->config->rising && switch_head(input)->port > to ? cycle : input->ready;
}

/* A packet of a group has gone; the next one is another message's. */
G_NO_INLINE static void go_round(struct crossbar_switch *s, uint32_t to, uint32_t index,
                                 uint64_t cycle)
{
    struct switch_input *input = &s->inputs[index];
    if (input->parts > 1) {
        switch_take_back(s, to, index);
        if (++input->at == input->group) {
            input->at = 0;
            input->parts--;
        }
    } else {
        send_message(s, to, index, cycle);
        input->group--;
    }
    input->flits = input->parts;
    offer_head(s, index, next_ready(s, input, to, cycle));
}

/* Begins the next message, which has come already or is on its way. */
static void begin_next(struct crossbar_switch *s, uint32_t to, uint32_t index, uint64_t cycle)
{
    const struct clock *clock = &s->config->clock;
    struct switch_input *input = &s->inputs[index];
    const struct message *next = ring_first(input->packets, sizeof *next);
    const sim_time now = clock_edge(clock, cycle);
    if (next->arrival <= now) {
        begin_message(s, index, now);
        offer_head(s, index, next_ready(s, input, to, cycle));
    } else {
        begin_message(s, index, ALONE);
        offer_head(s, index, MAX(input->ready, clock_cycle_at_or_after(clock, next->arrival)));
    }
}

/* Sends the head's next packet. */
static void send(struct crossbar_switch *s, uint32_t to, struct switch_output *output,
                 uint32_t index, uint64_t cycle)
{
    struct switch_input *input = &s->inputs[index];
    uint32_t cycles = 1, inside = 1;
    if (input->flits > input->parts) {
        cycles = (input->flits + input->parts - 1) / input->parts;
        inside = s->config->speedup > 1 ? flits(cycles, s->config->speedup) : cycles;
    }
    s->counters.busy_cycles += cycles;
    output->free_cycle = input->ready = cycle + inside;
    output->wire_cycle = MAX(output->wire_cycle, cycle) + cycles;
    output->last = index;
    if (input->parts > s->whole)
        switch_part_if_contended(s, to, index, cycle);
    if (input->group > 1) {
        go_round(s, to, index, cycle);
        return;
    }
    input->flits -= cycles;
    if (--input->parts > 0)
        return;
    send_message(s, to, index, cycle);
    if (input->packets->count > 0)
        begin_next(s, to, index, cycle);
}

/* Asks whether the destination has room in this cycle, after it had none or has none at hand. */
G_NO_INLINE static bool has_room_again(struct crossbar_switch *s, struct switch_output *output,
                                       uint64_t cycle)
{
    const struct clock *clock = &s->config->clock;
    sim_time when;
    if (!wire_has_credit(output->wire, clock_edge(clock, cycle), &when)) {
        if (output->blocked_since == CYCLE_NEVER)
            output->blocked_since = cycle;
        output->credit_cycle = clock_cycle_at_or_after(clock, when);
        return false;
    }
    output->credit_cycle = 0;
    if (output->blocked_since != CYCLE_NEVER)
        s->counters.credit_stall_cycles += cycle - output->blocked_since;
    output->blocked_since = CYCLE_NEVER;
    return true;
}

static inline bool has_room(struct crossbar_switch *s, struct switch_output *output, uint64_t cycle)
{
    return (output->blocked_since == CYCLE_NEVER && wire_credit_at_hand(output->wire)) ||
           has_room_again(s, output, cycle);
}

/* Whether the input's next packet may go. If a part of another one's message goes before it, there
 * must be room for both. */
static inline bool may_send(struct crossbar_switch *s, uint32_t to, struct switch_output *output,
                            uint32_t index, uint64_t cycle)
{
    const uint32_t held = output->held;
    if (!has_room(s, output, cycle))
        return false;
    if (G_LIKELY(held == 0))
        return true;
    output->held = 0;
    return held == index + 1 ||
           output->held_line != message_address(switch_head(&s->inputs[index])) ||
           !switch_send_held(s, to, held - 1, cycle) || has_room(s, output, cycle);
}

/* Serves an output in the cycle in which it may start a packet. Says when to look at it again. */
static inline void serve(struct crossbar_switch *s, uint32_t to, struct switch_output *output,
                         uint64_t cycle)
{
    uint64_t ready = CYCLE_NEVER;
    uint32_t index = switch_next_input(s, output, cycle, &ready);
    output->due = CYCLE_NEVER;
    if (index == UINT32_MAX) {
        switch_look_at(s, to, ready);
    } else if (may_send(s, to, output, index, cycle)) {
        send(s, to, output, index, cycle);
        if (output->n_heads > 0)
            switch_look_at(s, to, output->free_cycle);
    } else if (output->credit_cycle != CYCLE_NEVER) {
        switch_look_at(s, to, output->credit_cycle);
    } else {
        s->blocked[to / 64] |= switch_bit(to);
    }
}

/* One cycle of all outputs. A head that is offered in this cycle goes in a later one. With
 * arbitration=rising it goes in this one if its output's turn is still to come. */
static void step(struct crossbar_switch *s, uint64_t cycle)
{
    const uint32_t slot = cycle % SWITCH_SLOTS;
    uint64_t *due = &s->slots[slot * s->output_words];
    for (uint32_t word = 0; word < s->output_words; word++)
        while (due[word]) {
            const uint64_t left = due[word];
            const uint32_t to = word * 64 + (uint32_t)__builtin_ctzll(left);
            struct switch_output *output = &s->outputs[to];
            due[word] = left & (left - 1);
            if (G_LIKELY(output->due <= cycle))
                serve(s, to, output, cycle);
            else
                switch_put_into_slot(s, to);
        }
    s->slots_used &= ~switch_bit(slot);
}

/* Asks for credits that may have come on their way since the last time. */
static void ask_for_credits(struct crossbar_switch *s)
{
    for (uint32_t word = 0; word < s->output_words; word++)
        for (uint64_t left = s->blocked[word]; left; left &= left - 1) {
            uint32_t to = word * 64 + (uint32_t)__builtin_ctzll(left);
            struct switch_output *output = &s->outputs[to];
            sim_time when, blocked = clock_edge(&s->config->clock, output->blocked_since);
            bool there = wire_has_credit(output->wire, blocked, &when);
            output->credit_cycle =
                there ? output->blocked_since : clock_cycle_at_or_after(&s->config->clock, when);
            switch_look_at(s, to, MAX(output->credit_cycle, output->free_cycle));
            if (output->due != CYCLE_NEVER)
                s->blocked[word] &= ~switch_bit(to);
        }
}

static sim_time switch_advance(struct unit *unit, sim_time until)
{
    struct crossbar_switch *s = (struct crossbar_switch *)unit;
    const struct clock *clock = &s->config->clock;
    const uint64_t end = clock_cycle_at_or_after(clock, until);
    uint64_t cycle;
    ask_for_credits(s);
    take_fresh(s, until);
    while ((cycle = switch_next_look(s)) < end) {
        s->now = cycle;
        step(s, cycle);
    }
    s->now = end;
    return cycle == CYCLE_NEVER ? unit->inbox.head : MAX(clock_edge(clock, cycle), until);
}

/* ---- the rest ----------------------------------------------------------------------------- */

static void switch_snapshot(const struct unit *unit, sim_time time, void *counters)
{
    const struct crossbar_switch *s = (const struct crossbar_switch *)unit;
    struct port_counters *out = counters;
    uint64_t cycle = clock_cycle_at_or_after(&s->config->clock, time);
    *out = s->counters;
    for (uint32_t i = 0; i < s->n_outputs; i++) {
        const struct switch_output *output = &s->outputs[i];
        if (output->wire_cycle > cycle)
            out->busy_cycles -= output->wire_cycle - cycle;
        if (output->blocked_since != CYCLE_NEVER && output->blocked_since < cycle)
            out->credit_stall_cycles += cycle - output->blocked_since;
    }
}

static void switch_account(struct unit *unit, sim_time end)
{
    struct crossbar_switch *s = (struct crossbar_switch *)unit;
    struct port_counters counters;
    switch_snapshot(unit, end, &counters);
    s->counters = counters;
}

static void switch_describe_waits(struct unit *unit, GString *text)
{
    const struct crossbar_switch *s = (const struct crossbar_switch *)unit;
    for (uint32_t i = 0; i < unit->n_incoming; i++) {
        const struct switch_input *input = &s->inputs[i];
        if (input->packets->count > 0)
            g_string_append_printf(text, "%s: %u packets of %s queued, the first is for %s\n",
                                   unit->name, input->packets->count,
                                   unit->incoming[i]->sender->name,
                                   s->outputs[input->output].wire->receiver->name);
    }
}

static const struct unit_ops switch_ops = {.model = "crossbar",
                                           .advance = switch_advance,
                                           .finish = switch_account,
                                           .snapshot = switch_snapshot,
                                           .describe_waits = switch_describe_waits};

void switch_init(struct crossbar_switch *s, struct engine *engine, const char *name,
                 const char *host, const struct crossbar_config *config,
                 const struct address_map *map)
{
    *s = (struct crossbar_switch){.config = config, .map = map};
    s->width.value = shape_of(s)->width;
    s->width.reciprocal = UINT64_MAX / s->width.value;
    s->whole = map && config->apart ? 1 : UINT32_MAX;
    unit_init(&s->unit, &switch_ops, engine, name, host);
}

void switch_connect(struct crossbar_switch *s, struct wire *const *outputs, uint32_t n_outputs)
{
    uint32_t n = s->unit.n_incoming;
    g_assert(!s->inputs && n > 0 && n <= SWITCH_MAX_INPUTS);
    s->inputs = g_new0(struct switch_input, n);
    inbox_use_queues(&s->unit.inbox, n);
    for (uint32_t i = 0; i < n; i++)
        s->inputs[i].packets = inbox_queue(&s->unit.inbox, i);
    s->outputs = g_new0(struct switch_output, n_outputs);
    s->n_outputs = n_outputs;
    s->n_words = (n + 63) / 64;
    s->heads = g_new0(uint64_t, n_outputs * s->n_words);
    s->output_words = (n_outputs + 63) / 64;
    s->slots = g_new0(uint64_t, SWITCH_SLOTS * s->output_words);
    s->blocked = g_new0(uint64_t, s->output_words);
    for (uint32_t i = 0; i < n_outputs; i++) {
        s->outputs[i].wire = outputs[i];
        s->outputs[i].heads = &s->heads[i * s->n_words];
        s->outputs[i].due = CYCLE_NEVER;
        s->outputs[i].last = n - 1;
        s->outputs[i].blocked_since = CYCLE_NEVER;
    }
}

void switch_finish(struct crossbar_switch *s)
{
    for (uint32_t i = 0; s->inputs && i < s->unit.n_incoming; i++) {
        const struct ring *packets = s->inputs[i].packets;
        while (packets->count > 0) {
            const struct message *packet = ring_first(packets, sizeof *packet);
            if (message_has_payload(packet))
                payload_give_back(s->unit.payloads, packet->payload);
            inbox_drop_from_queue(&s->unit.inbox, i);
        }
    }
    g_free(s->inputs);
    g_free(s->outputs);
    g_free(s->heads);
    g_free(s->slots);
    g_free(s->blocked);
    unit_finish(&s->unit);
}
