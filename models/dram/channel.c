/* SPDX-License-Identifier: BSD-3-Clause */
/* Handles three kinds of events in the order of their times: a reply leaves, requests arrive, a
 * command is issued. See channel.h. */
#include "models/dram/channel.h"
#include "models/core/message_memory.h"
#include "models/core/payload.h"

static uint64_t cycle_of(const struct dram_channel *channel, sim_time time)
{
    return clock_cycle_at_or_after(&channel->config->clock, time);
}

static sim_time edge_of(const struct dram_channel *channel, uint64_t cycle)
{
    return clock_edge(&channel->config->clock, cycle);
}

/* The channel's next work is for that launch. */
static inline void note_launch(struct dram_channel *channel, uint32_t launch)
{
    if (G_UNLIKELY(launch != channel->meter.launch))
        dram_channel_turn(channel, launch);
}

/* ---- arrivals and admission to the queue ----------------------------------------------- */

/* Holds the message that has arrived at `time`, if it is the first on its wire. */
static inline void hold_arrivals(struct dram_channel *channel, sim_time time)
{
    while (channel->unit.inbox.head <= time) {
        inbox_hold(&channel->unit.inbox);
        channel->n_held++;
    }
}

static inline enum dram_direction direction_of(const struct message *message)
{
    return message->kind == MESSAGE_DRAM_WRITE ? DRAM_WRITES : DRAM_READS;
}

static inline uint8_t bursts_of(const struct dram_channel *channel, const struct message *message)
{
    return channel->config->bursts[direction_of(message)][message->sectors];
}

/* Replies that have left at `time` make room. */
static void settle_replies(struct dram_channel *channel, sim_time time)
{
    uint64_t last = clock_cycle_at_or_before(&channel->config->l2_clock, time);
    out_port_settle(&channel->reply_port, last + 1);
}

static inline bool has_room_for_data(const struct dram_channel *channel)
{
    return channel->queue.by_direction[DRAM_READS] < out_port_room(&channel->reply_port);
}

/* True if the request finds room in the queue, and a read also for its data. */
static inline bool has_room(struct dram_channel *channel, const struct message *message,
                            sim_time time)
{
    channel->awaits_reply = false;
    if (!dram_queue_has_room(&channel->queue, bursts_of(channel, message)))
        return false;
    if (message->kind != MESSAGE_DRAM_READ || has_room_for_data(channel))
        return true;
    settle_replies(channel, time);
    channel->awaits_reply = !has_room_for_data(channel);
    return !channel->awaits_reply;
}

static struct dram_place place_of(const struct dram_channel *channel, uint64_t address)
{
    if (channel->map->has_places) {
        struct address_place place = address_map_place(channel->map, address);
        return (struct dram_place){.bank = place.bank, .row = place.row};
    }
    return dram_place_of(&channel->config->geometry, address_map_in_channel(channel->map, address));
}

static inline void add_to_queue(struct dram_channel *channel, const struct message *message)
{
    struct dram_place place = place_of(channel, message_address(message));
    struct dram_request request = {.row = place.row,
                                   .bank = (uint8_t)place.bank,
                                   .direction = (uint8_t)direction_of(message),
                                   .bursts = bursts_of(channel, message),
                                   .launch = message->launch};
    g_assert(request.bursts > 0 && place.bank < channel->config->timing.banks);
    dram_queue_add(&channel->queue, &channel->banks, &request, message);
}

static inline uint32_t next_wire(const struct dram_channel *channel, uint32_t wire)
{
    return wire + 1 == channel->unit.n_incoming ? 0 : wire + 1;
}

/* The wire whose turn it is. The turn passes on once one of its requests has been admitted. */
static inline uint32_t wire_in_turn(const struct dram_channel *channel)
{
    uint32_t wire = channel->turn;
    while (!inbox_holds(&channel->unit.inbox, wire))
        wire = next_wire(channel, wire);
    return wire;
}

static inline void count_full_cycles(struct dram_channel *channel, uint64_t cycle, uint32_t launch)
{
    if (channel->full_since == CYCLE_NEVER)
        return;
    note_launch(channel, launch);
    channel->counters.queue_full_cycles += cycle - channel->full_since;
    channel->full_since = CYCLE_NEVER;
}

/* Moves requests that have arrived at `time` into the queue, from each wire in turn, while there is
 * room. The cycle may begin after `time`. */
static void admit(struct dram_channel *channel, uint64_t cycle, sim_time time)
{
    struct inbox *inbox = &channel->unit.inbox;
    const sim_time edge = edge_of(channel, cycle);
    while (channel->n_held > 0) {
        uint32_t wire = wire_in_turn(channel);
        const struct message *message = ring_first(inbox_queue(inbox, wire), sizeof *message);
        if (!has_room(channel, message, time)) {
            channel->full_since = MIN(channel->full_since, cycle);
            channel->needed = bursts_of(channel, message);
            return;
        }
        count_full_cycles(channel, cycle, message->launch);
        dram_banks_reach(&channel->banks, cycle);
        add_to_queue(channel, message);
        wire_return_credit(channel->unit.incoming[wire], edge);
        channel->n_held -= !inbox_drop_held(inbox, wire, time);
        channel->turn = next_wire(channel, wire);
    }
}

/* A request that waits for room finds it at no more bursts than these; -1: none waits. */
static inline int32_t room_for_next(const struct dram_channel *channel)
{
    if (channel->full_since == CYCLE_NEVER)
        return -1;
    return (int32_t)(MAX(channel->queue.size, channel->needed) - channel->needed);
}

/* ---- commands ----------------------------------------------------------------------------- */

static enum dram_row_state row_state_of(const struct dram_request *request)
{
    if (!(request->state & DRAM_OPENED))
        return DRAM_ROW_HIT;
    return request->state & DRAM_CLOSED ? DRAM_ROW_CONFLICT : DRAM_ROW_MISS;
}

G_NO_INLINE static void tell_access(struct dram_channel *channel,
                                    const struct dram_request *request,
                                    const struct message *message, uint64_t cycle)
{
    enum dram_command command = request->direction == DRAM_WRITES ? DRAM_WRITE : DRAM_READ;
    uint64_t end = dram_data_end(&channel->config->timing, command, cycle);
    const struct dram_access access = {.arrival_ps = message->arrival,
                                       .issue_ps = edge_of(channel, cycle),
                                       .data_end_ps = edge_of(channel, end),
                                       .request = message,
                                       .row = request->row,
                                       .channel = (uint16_t)channel->index,
                                       .bank = request->bank,
                                       .row_state = row_state_of(request)};
    OBSERVERS_TELL(channel->observers, dram_access, &access);
}

/* The request's last burst was issued in `cycle`; true if its data are on their way. */
static bool complete(struct dram_channel *channel, const struct dram_request *request,
                     struct message *message, uint64_t cycle)
{
    struct dram_counters *counters = &channel->counters;
    const uint32_t bytes = message_sector_count(message->sectors) * LINE_SECTOR_BYTES;
    if (G_UNLIKELY(channel->observers != NULL))
        tell_access(channel, request, message, cycle);
    counters->queue_cycles += cycle - cycle_of(channel, message->arrival);
    if (request->direction == DRAM_WRITES) {
        counters->writes++;
        counters->write_bytes += bytes;
        return false;
    }
    counters->reads++;
    counters->read_bytes += bytes;
    message_become_data(message, (uint16_t)bytes);
    sim_time ready = edge_of(channel, dram_data_end(&channel->config->timing, DRAM_READ, cycle));
    out_port_push(&channel->reply_port, channel->to_banks[message->port], message,
                  clock_cycle_at_or_after(&channel->config->l2_clock, ready));
    if (G_UNLIKELY(channel->reply_port.count > channel->reply_port.sent))
        settle_replies(channel, edge_of(channel, cycle));
    return true;
}

/* Runs the commands before that cycle. False when all of them are done. True if there is a reply or
 * an arrival that may come before the others. */
static bool run_commands(struct dram_channel *channel, uint64_t before)
{
    struct dram_queue *queue = &channel->queue;
    const sim_time head = channel->unit.inbox.head;
    for (;;) {
        enum dram_progress progress = dram_queue_run(queue, &channel->banks, before,
                                                     channel->meter.launch, room_for_next(channel));
        if (progress == DRAM_NOT_YET)
            return false;
        const struct dram_choice *choice = &queue->choice;
        const struct dram_request *request = &queue->requests[choice->request];
        if (progress == DRAM_OTHER_LAUNCH) {
            dram_channel_turn(channel, request->launch);
            continue;
        }
        bool data = progress == DRAM_DONE &&
                    complete(channel, request, &queue->messages[choice->request], choice->cycle);
        if ((int32_t)queue->bursts <= room_for_next(channel))
            admit(channel, choice->cycle, edge_of(channel, choice->cycle));
        if (data || channel->awaits_reply || channel->unit.inbox.head != head)
            return true;
    }
}

/* ---- the loop ----------------------------------------------------------------------------- */

/* The next event of each kind, besides commands. */
struct next {
    sim_time first; /* first arrival that counts in a cycle, which begins then: */
    uint64_t arrival;
    sim_time arrives;
    uint64_t l2_cycle, reply; /* when a reply leaves, in cycles of L2 and of DRAM */
    sim_time leaves;
};

static inline void find_arrival(const struct dram_channel *channel, struct next *next)
{
    const sim_time first = MIN(channel->unit.inbox.head, channel->arrived);
    if (first == next->first)
        return;
    next->first = first;
    next->arrival = cycle_of(channel, first);
    next->arrives = edge_of(channel, next->arrival);
}

/* A reply's leaving matters if another one waits to be sent, or a read waits for the room. If not,
 * catch_up or the next need takes the room back. */
static inline void find_reply(const struct dram_channel *channel, struct next *next)
{
    const struct out_port *port = &channel->reply_port;
    const bool matters = channel->awaits_reply || port->count > port->sent;
    const uint64_t l2_cycle = matters ? out_port_next(port) : CYCLE_NEVER;
    if (l2_cycle == next->l2_cycle)
        return;
    next->l2_cycle = l2_cycle;
    next->leaves = clock_edge(&channel->config->l2_clock, l2_cycle);
    next->reply = cycle_of(channel, next->leaves);
}

/* Admits the arrivals of one cycle in two parts if a reply leaves in between, after the first
 * arrival and before `end`. */
static void catch_up(struct dram_channel *channel, sim_time first, sim_time end, uint64_t cycle)
{
    const struct clock *clock = &channel->config->l2_clock;
    struct out_port *port = &channel->reply_port;
    out_port_settle(port, clock_cycle_at_or_after(clock, first));
    while (port->sent > 0) {
        const uint64_t l2_cycle = out_port_next(port);
        const sim_time leaves = clock_edge(clock, l2_cycle);
        if (leaves >= end)
            return;
        out_port_settle(port, l2_cycle + 1);
        hold_arrivals(channel, leaves);
        admit(channel, cycle, leaves);
    }
}

static inline void step_arrival(struct dram_channel *channel, const struct next *next)
{
    catch_up(channel, next->first, next->arrives, next->arrival);
    hold_arrivals(channel, next->arrives);
    channel->arrived = SIM_TIME_NEVER;
    admit(channel, next->arrival, next->arrives);
}

static inline void step_reply(struct dram_channel *channel, const struct next *next)
{
    if (!out_port_step(&channel->reply_port, next->l2_cycle))
        return;
    hold_arrivals(channel, next->leaves);
    admit(channel, next->reply, next->leaves);
}

/* Holds messages that arrived before `until`; their cycle, `end`, has not come yet. */
static void stop(struct dram_channel *channel, sim_time until, uint64_t end)
{
    const struct inbox *inbox = &channel->unit.inbox;
    channel->advanced = until;
    if (MIN(inbox->head, channel->arrived) >= until)
        return;
    catch_up(channel, MIN(inbox->head, channel->arrived), until, end);
    if (inbox->head < until)
        channel->arrived = MIN(channel->arrived, inbox->head);
    hold_arrivals(channel, until - 1);
}

static sim_time channel_advance(struct unit *unit, sim_time until)
{
    struct dram_channel *channel = (struct dram_channel *)unit;
    out_port_refresh(&channel->reply_port);
    struct next next = {.first = SIM_TIME_NEVER,
                        .arrival = CYCLE_NEVER,
                        .arrives = SIM_TIME_NEVER,
                        .l2_cycle = CYCLE_NEVER,
                        .reply = CYCLE_NEVER,
                        .leaves = SIM_TIME_NEVER};
    const uint64_t end = cycle_of(channel, until);
    for (;;) {
        find_arrival(channel, &next);
        find_reply(channel, &next);
        if (run_commands(channel, MIN(MIN(end, next.arrival), next.reply)))
            continue;
        if (next.arrival >= end && next.leaves >= until) {
            stop(channel, until, end);
            sim_time command = edge_of(channel, dram_queue_next(&channel->queue, &channel->banks));
            return MIN(MIN(next.leaves, next.arrives), command);
        }
        if (next.leaves <= next.arrives)
            step_reply(channel, &next);
        else
            step_arrival(channel, &next);
    }
}

static void channel_account(struct unit *unit, sim_time end)
{
    struct dram_channel *channel = (struct dram_channel *)unit;
    uint64_t l2_cycle = clock_cycle_at_or_after(&channel->config->l2_clock, end);
    uint64_t cycle = cycle_of(channel, end);
    if (channel->full_since < cycle)
        channel->counters.queue_full_cycles += cycle - channel->full_since;
    dram_channel_turn(channel, channel->meter.launch);
    out_port_account(&channel->reply_port, l2_cycle);
    dram_channel_mirror(channel);
    launch_meter_close(&channel->meter);
}

/* ---- life ----------------------------------------------------------------------------------- */

static const struct unit_ops channel_ops = {.model = "dram_channel",
                                            .advance = channel_advance,
                                            .finish = channel_account,
                                            .snapshot = dram_channel_snapshot,
                                            .describe_waits = dram_channel_describe_waits};

void dram_channel_init(struct dram_channel *channel, struct engine *engine, const char *name,
                       const char *host, const struct dram_channel_site *site)
{
    const struct dram_config *config = site->config;
    channel->config = config;
    channel->map = site->map;
    channel->arrived = SIM_TIME_NEVER;
    channel->full_since = CYCLE_NEVER;
    unit_init(&channel->unit, &channel_ops, engine, name, host);
    launch_meter_init(&channel->meter, site->ledger, &channel->counters, sizeof channel->counters);
    dram_queue_init(&channel->queue, config->queue, config->row_hit_cap, config->drained);
    dram_banks_init(&channel->banks, &config->timing);
    out_port_init(&channel->reply_port, &config->l2_clock, config->l2_width, config->queue);
}

void dram_channel_observe(struct dram_channel *channel, uint32_t index,
                          const struct observers *observers)
{
    channel->index = index;
    channel->observers = observers;
}

void dram_channel_connect(struct dram_channel *channel, struct wire *const *to_banks, uint32_t n)
{
    g_assert(n == channel->unit.n_incoming);
    channel->to_banks = g_memdup2(to_banks, n * sizeof *to_banks);
    inbox_use_rings(&channel->unit.inbox, n);
    for (uint32_t i = 0; i < n; i++)
        g_assert(to_banks[i]->receiver == channel->unit.incoming[i]->sender);
}

void dram_channel_finish(struct dram_channel *channel)
{
    out_port_finish(&channel->reply_port, channel->unit.payloads);
    dram_queue_finish(&channel->queue);
    for (uint32_t i = 0; i < channel->unit.n_incoming; i++)
        while (inbox_holds(&channel->unit.inbox, i))
            inbox_drop_held(&channel->unit.inbox, i, 0);
    g_free(channel->to_banks);
    launch_meter_finish(&channel->meter);
    unit_finish(&channel->unit);
}
