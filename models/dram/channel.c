/* SPDX-License-Identifier: BSD-3-Clause */
/* Three kinds of events in the order of their times: a reply leaves, requests arrive, a command is
 * issued. See channel.h.
 */
#include "models/core/payload.h"
#include "models/dram/channel_internal.h"

static uint64_t cycle_of(const struct dram_channel *channel, sim_time time)
{
    return clock_cycle_at_or_after(&channel->config->clock, time);
}

static sim_time edge_of(const struct dram_channel *channel, uint64_t cycle)
{
    return clock_edge(&channel->config->clock, cycle);
}

/* What follows is done for that launch. */
static inline void note_launch(struct dram_channel *channel, uint32_t launch)
{
    if (G_UNLIKELY(launch != channel->meter.launch))
        dram_channel_turn(channel, launch);
}

/* ---- arrivals and admission to the queue ----------------------------------------------- */

static void take_arrivals(struct dram_channel *channel, sim_time time)
{
    struct inbox *inbox = &channel->unit.inbox;
    while (inbox->head <= time) {
        const struct message *message = inbox_peek(inbox);
        struct ring *arrivals = &channel->arrivals[message->port];
        *(struct message *)ring_push(arrivals, sizeof *message) = *message;
        channel->n_arrivals++;
        inbox_drop(inbox);
    }
}

static enum dram_direction direction_of(const struct message *message)
{
    return message->kind == MESSAGE_DRAM_WRITE ? DRAM_WRITES : DRAM_READS;
}

static uint8_t bursts_of(const struct dram_channel *channel, const struct message *message)
{
    return channel->config->bursts[direction_of(message)][message->sectors];
}

/* True if the request finds room in the queue, and a read also for its data. */
static bool has_room(const struct dram_channel *channel, const struct message *message)
{
    if (!dram_queue_has_room(&channel->queue, bursts_of(channel, message)))
        return false;
    return message->kind != MESSAGE_DRAM_READ ||
           channel->queue.by_direction[DRAM_READS] < out_port_room(&channel->reply_port);
}

static struct dram_place place_of(const struct dram_channel *channel, uint64_t address)
{
    if (channel->map->has_places) {
        struct address_place place = address_map_place(channel->map, address);
        return (struct dram_place){.bank = place.bank, .row = place.row};
    }
    return dram_place_of(&channel->config->geometry, address_map_in_channel(channel->map, address));
}

static void add_to_queue(struct dram_channel *channel, const struct message *message)
{
    struct dram_place place = place_of(channel, message->address);
    struct dram_request request = {.row = place.row,
                                   .bank = (uint8_t)place.bank,
                                   .direction = message->kind == MESSAGE_DRAM_WRITE ? DRAM_WRITES
                                                                                    : DRAM_READS,
                                   .bursts = bursts_of(channel, message),
                                   .launch = message->launch};
    g_assert(request.bursts > 0 && place.bank < channel->config->timing.banks);
    channel->choose |= dram_queue_add(&channel->queue, &channel->banks, &request, message);
}

/* The wires' turn is over once one of their requests has been admitted. */
static uint32_t wire_in_turn(const struct dram_channel *channel)
{
    uint32_t wire = channel->turn;
    while (channel->arrivals[wire].count == 0)
        wire = wire + 1 == channel->unit.n_incoming ? 0 : wire + 1;
    return wire;
}

/* Moves what has arrived into the queue, from each wire in turn, as far as there is room. */
static void admit(struct dram_channel *channel, uint64_t cycle)
{
    while (channel->n_arrivals > 0) {
        uint32_t wire = wire_in_turn(channel);
        struct ring *arrivals = &channel->arrivals[wire];
        const struct message *message = ring_first(arrivals, sizeof *message);
        if (!has_room(channel, message)) {
            channel->full_since = MIN(channel->full_since, cycle);
            channel->needed = bursts_of(channel, message);
            return;
        }
        if (channel->full_since != CYCLE_NEVER) {
            note_launch(channel, message->launch);
            channel->counters.queue_full_cycles += cycle - channel->full_since;
        }
        channel->full_since = CYCLE_NEVER;
        dram_banks_reach(&channel->banks, cycle);
        add_to_queue(channel, message);
        wire_return_credit(channel->unit.incoming[wire], edge_of(channel, cycle));
        ring_drop(arrivals);
        channel->n_arrivals--;
        channel->turn = wire + 1 == channel->unit.n_incoming ? 0 : wire + 1;
    }
}

/* ---- commands ----------------------------------------------------------------------------- */

static void count_first_burst(struct dram_channel *channel, const struct dram_request *request)
{
    struct dram_counters *counters = &channel->counters;
    if (request->started)
        return;
    counters->row_hits += !request->opened;
    counters->row_misses += request->opened && !request->closed;
    counters->row_conflicts += request->opened && request->closed;
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
                                       .row_state = !request->opened  ? DRAM_ROW_HIT
                                                    : request->closed ? DRAM_ROW_CONFLICT
                                                                      : DRAM_ROW_MISS};
    OBSERVERS_TELL(channel->observers, dram_access, &access);
}

/* The request's last burst was issued in `cycle`. */
static void complete(struct dram_channel *channel, const struct dram_request *request,
                     const struct message *message, uint64_t cycle)
{
    struct dram_counters *counters = &channel->counters;
    static const uint8_t count[1 << LINE_SECTORS] = {0, 1, 1, 2, 1, 2, 2, 3,
                                                     1, 2, 2, 3, 2, 3, 3, 4};
    uint32_t bytes = count[message->sectors] * LINE_SECTOR_BYTES;
    if (G_UNLIKELY(channel->observers != NULL))
        tell_access(channel, request, message, cycle);
    counters->queue_cycles += cycle - cycle_of(channel, message->arrival);
    if (request->direction == DRAM_WRITES) {
        counters->writes++;
        counters->write_bytes += bytes;
        return;
    }
    counters->reads++;
    counters->read_bytes += bytes;
    struct message data = *message;
    data.kind = MESSAGE_DRAM_DATA;
    data.bytes = (uint16_t)bytes;
    sim_time ready = edge_of(channel, dram_data_end(&channel->config->timing, DRAM_READ, cycle));
    out_port_push(&channel->reply_port, channel->to_banks[message->port], &data,
                  clock_cycle_at_or_after(&channel->config->l2_clock, ready));
}

static bool step_column(struct dram_channel *channel, const struct dram_request *request)
{
    const struct dram_choice *choice = &channel->choice;
    count_first_burst(channel, request);
    channel->counters.bus_cycles += channel->config->timing.burst;
    bool last = dram_queue_issued(&channel->queue, &channel->banks, choice);
    if (last)
        complete(channel, request, &channel->queue.messages[choice->request], choice->cycle);
    if (dram_queue_has_room(&channel->queue, channel->needed))
        admit(channel, choice->cycle);
    return last;
}

/* A cycle has one command, or one on each of two buses. True if it was a request's last. */
static bool step_command(struct dram_channel *channel)
{
    const struct dram_choice *choice = &channel->choice;
    const struct dram_request *request = &channel->queue.requests[choice->request];
    bool column = choice->command == DRAM_READ || choice->command == DRAM_WRITE;
    note_launch(channel, request->launch);
    if (column) /* complete() may be about to need it, and it came long ago */
        __builtin_prefetch(&channel->queue.messages[choice->request]);
    dram_issue(&channel->banks, choice->command, request->bank, request->row, choice->cycle);
    channel->choose = true;
    if (column)
        return step_column(channel, request);
    channel->counters.activates += choice->command == DRAM_ACTIVATE;
    channel->counters.precharges += choice->command == DRAM_PRECHARGE;
    return dram_queue_issued(&channel->queue, &channel->banks, choice);
}

/* The cycle of the next one. */
static uint64_t next_command(struct dram_channel *channel)
{
    if (channel->choose && !dram_queue_choose(&channel->queue, &channel->banks, &channel->choice))
        channel->choice.cycle = CYCLE_NEVER;
    channel->choose = false;
    return channel->choice.cycle;
}

/* ---- the loop ----------------------------------------------------------------------------- */

/* The cycle in which the next arrivals are taken into account. */
static inline uint64_t next_arrival(const struct dram_channel *channel)
{
    return cycle_of(channel, MIN(channel->unit.inbox.head, channel->arrived));
}

static void step_arrival(struct dram_channel *channel, uint64_t cycle, sim_time time)
{
    take_arrivals(channel, time);
    channel->arrived = SIM_TIME_NEVER;
    admit(channel, cycle);
}

/* The next reply, in cycles of L2 and of DRAM. */
struct reply {
    uint64_t l2_cycle, cycle;
    sim_time time;
};

static inline struct reply next_reply(const struct dram_channel *channel)
{
    uint64_t l2_cycle = out_port_next(&channel->reply_port);
    sim_time time = clock_edge(&channel->config->l2_clock, l2_cycle);
    return (struct reply){l2_cycle, cycle_of(channel, time), time};
}

static void step_reply(struct dram_channel *channel, const struct reply *reply)
{
    if (!out_port_step(&channel->reply_port, reply->l2_cycle))
        return;
    take_arrivals(channel, reply->time);
    admit(channel, reply->cycle);
}

/* Takes what arrived before `until` out of the inbox; its cycle has not come yet. */
static void stop(struct dram_channel *channel, sim_time until)
{
    if (channel->unit.inbox.head < until) {
        channel->arrived = MIN(channel->arrived, channel->unit.inbox.head);
        take_arrivals(channel, until - 1);
    }
}

static sim_time channel_advance(struct unit *unit, sim_time until)
{
    struct dram_channel *channel = (struct dram_channel *)unit;
    out_port_refresh(&channel->reply_port);
    struct reply reply = next_reply(channel);
    uint64_t end = cycle_of(channel, until), arrival = next_arrival(channel);
    sim_time arrives = edge_of(channel, arrival);
    for (;;) {
        uint64_t before = MIN(MIN(end, arrival), reply.cycle);
        bool last = false;
        while (!last && next_command(channel) < before)
            last = step_command(channel);
        if (last) {
            reply = next_reply(channel);
            continue;
        }
        if (arrival >= end && reply.time >= until) {
            stop(channel, until);
            return MIN(MIN(reply.time, arrives), edge_of(channel, next_command(channel)));
        }
        if (reply.time <= arrives) {
            step_reply(channel, &reply);
            reply = next_reply(channel);
        } else {
            step_arrival(channel, arrival, arrives);
        }
        arrival = next_arrival(channel);
        arrives = edge_of(channel, arrival);
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
    dram_channel_mirror_port(channel);
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
    *channel = (struct dram_channel){.config = config,
                                     .map = site->map,
                                     .arrived = SIM_TIME_NEVER,
                                     .full_since = CYCLE_NEVER,
                                     .choose = true};
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
    channel->arrivals = g_new0(struct ring, n);
    for (uint32_t i = 0; i < n; i++)
        g_assert(to_banks[i]->receiver == channel->unit.incoming[i]->sender);
}

void dram_channel_finish(struct dram_channel *channel)
{
    out_port_finish(&channel->reply_port, channel->unit.payloads);
    dram_queue_finish(&channel->queue);
    for (uint32_t i = 0; i < channel->unit.n_incoming; i++)
        ring_finish(&channel->arrivals[i]);
    g_free(channel->arrivals);
    g_free(channel->to_banks);
    launch_meter_finish(&channel->meter);
    unit_finish(&channel->unit);
}
