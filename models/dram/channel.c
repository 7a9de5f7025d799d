/* SPDX-License-Identifier: BSD-3-Clause */
/* Three kinds of events in the order of their times: a reply leaves, requests arrive, a command is
 * issued. See channel.h.
 */
#include "models/core/payload.h"
#include "models/dram/channel_internal.h"

struct dram_place dram_place_of(const struct dram_config *config, uint64_t in_channel)
{
    uint32_t groups = config->timing.groups, in_group = config->timing.banks / groups;
    uint64_t line = in_channel / LINE_BYTES;
    uint32_t group = (uint32_t)line & (groups - 1);
    uint64_t rest = line / groups / (config->row_bytes / LINE_BYTES);
    uint64_t row = rest / in_group;
    uint32_t bank = (uint32_t)(rest + row) & (in_group - 1);
    return (struct dram_place){.bank = bank * groups + group, .row = row};
}

static uint64_t cycle_of(const struct dram_channel *channel, sim_time time)
{
    return clock_cycle_at_or_after(&channel->config->clock, time);
}

static sim_time edge_of(const struct dram_channel *channel, uint64_t cycle)
{
    return clock_edge(&channel->config->clock, cycle);
}

/* ---- arrivals and admission to the queue ----------------------------------------------- */

static void take_arrivals(struct dram_channel *channel, sim_time time)
{
    struct inbox *inbox = &channel->unit.inbox;
    while (inbox->head <= time) {
        uint32_t slot = channel->first_arrival + channel->n_arrivals++;
        slot = slot < channel->arrivals_size ? slot : slot - channel->arrivals_size;
        channel->arrivals[slot] = *inbox_peek(inbox);
        inbox_drop(inbox);
    }
}

/* True if the first arrival finds room in the queue, and a read also for its data. */
static bool has_room(const struct dram_channel *channel)
{
    if (channel->n_arrivals == 0 || channel->queue.count == channel->queue.size)
        return false;
    bool read = channel->arrivals[channel->first_arrival].kind == MESSAGE_DRAM_READ;
    return !read || channel->queue.by_direction[DRAM_READS] < out_port_room(&channel->reply_port);
}

static uint8_t bursts_of(const struct dram_channel *channel, const struct message *message)
{
    uint32_t burst = channel->config->burst_bytes;
    uint32_t bytes = message->kind == MESSAGE_DRAM_READ ? LINE_BYTES : message->bytes;
    uint32_t offset = message->address % LINE_BYTES;
    g_assert(bytes > 0 && offset + bytes <= LINE_BYTES);
    return (uint8_t)((offset + bytes - 1) / burst - offset / burst + 1);
}

static void admit_first(struct dram_channel *channel, uint64_t arrival, uint64_t cycle)
{
    const struct message *message = &channel->arrivals[channel->first_arrival];
    struct dram_place place =
        dram_place_of(channel->config, address_map_in_channel(channel->map, message->address));
    dram_queue_add(&channel->queue,
                   &(struct dram_request){
                       .message = *message,
                       .row = place.row,
                       .bank = (uint8_t)place.bank,
                       .direction = message->kind == MESSAGE_DRAM_WRITE ? DRAM_WRITES : DRAM_READS,
                       .bursts = bursts_of(channel, message)});
    channel->counters.queue_full_cycles += cycle - MAX(arrival, channel->last_admission);
    channel->last_admission = cycle;
    channel->choose = true;
    wire_return_credit(channel->unit.incoming[message->port], edge_of(channel, cycle));
    channel->first_arrival =
        channel->first_arrival + 1 == channel->arrivals_size ? 0 : channel->first_arrival + 1;
    channel->n_arrivals--;
}

/* Moves what has arrived by `cycle` into the queue, as far as there is room. */
static void admit(struct dram_channel *channel, uint64_t cycle)
{
    while (has_room(channel)) {
        uint64_t arrival = cycle_of(channel, channel->arrivals[channel->first_arrival].arrival);
        if (arrival > cycle)
            return;
        admit_first(channel, arrival, cycle);
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

/* The request's last burst was issued in `cycle`. */
static void complete(struct dram_channel *channel, const struct dram_request *request,
                     uint64_t cycle)
{
    struct dram_counters *counters = &channel->counters;
    const struct message *message = &request->message;
    counters->queue_cycles += cycle - cycle_of(channel, message->arrival);
    if (request->direction == DRAM_WRITES) {
        counters->writes++;
        counters->write_bytes += message->bytes;
        return;
    }
    counters->reads++;
    counters->read_bytes += LINE_BYTES;
    struct message data = *message;
    data.kind = MESSAGE_DRAM_DATA;
    data.bytes = LINE_BYTES;
    sim_time ready = edge_of(channel, dram_data_end(&channel->config->timing, DRAM_READ, cycle));
    out_port_push(&channel->reply_port, channel->to_banks[message->port], &data,
                  clock_cycle_at_or_after(&channel->config->l2_clock, ready));
}

static void step_command(struct dram_channel *channel)
{
    struct dram_choice choice = channel->choice;
    struct dram_request *request = &channel->queue.requests[choice.request];
    dram_issue(&channel->banks, choice.command, request->bank, request->row, choice.cycle);
    channel->counters.activates += choice.command == DRAM_ACTIVATE;
    channel->counters.precharges += choice.command == DRAM_PRECHARGE;
    if (choice.command == DRAM_READ || choice.command == DRAM_WRITE) {
        count_first_burst(channel, request);
        channel->counters.bus_cycles += channel->config->timing.burst;
    }
    channel->choose = true;
    if (dram_queue_issued(&channel->queue, &choice)) {
        complete(channel, request, choice.cycle);
        admit(channel, choice.cycle);
    }
    channel->now = choice.cycle + 1;
}

static sim_time next_command(struct dram_channel *channel)
{
    if (channel->choose) {
        if (!dram_queue_choose(&channel->queue, &channel->banks, channel->now, &channel->choice))
            channel->choice.cycle = CYCLE_NEVER;
        channel->choose = false;
    }
    return edge_of(channel, channel->choice.cycle);
}

/* ---- the loop ----------------------------------------------------------------------------- */

/* When the next request can be taken into account: one that has arrived and has room, or one
 * still to arrive. */
static sim_time next_arrival(const struct dram_channel *channel)
{
    sim_time time = channel->unit.inbox.head;
    if (has_room(channel))
        time = MIN(time, channel->arrivals[channel->first_arrival].arrival);
    return edge_of(channel, cycle_of(channel, time));
}

static void step_arrival(struct dram_channel *channel, sim_time time)
{
    uint64_t cycle = cycle_of(channel, time);
    take_arrivals(channel, time);
    channel->now = MAX(channel->now, cycle);
    admit(channel, cycle);
}

static void step_reply(struct dram_channel *channel, sim_time time)
{
    uint64_t l2_cycle = clock_cycle_at_or_after(&channel->config->l2_clock, time);
    if (!out_port_step(&channel->reply_port, l2_cycle))
        return;
    uint64_t cycle = cycle_of(channel, time);
    channel->now = MAX(channel->now, cycle);
    admit(channel, cycle);
}

static sim_time channel_advance(struct unit *unit, sim_time until)
{
    struct dram_channel *channel = (struct dram_channel *)unit;
    out_port_refresh(&channel->reply_port);
    for (;;) {
        sim_time reply =
            clock_edge(&channel->config->l2_clock, out_port_next(&channel->reply_port));
        sim_time arrival = next_arrival(channel);
        sim_time command = next_command(channel);
        sim_time next = MIN(MIN(reply, arrival), command);
        if (next >= until) {
            if (until > 0)
                take_arrivals(channel, until - 1);
            return next;
        }
        if (next == reply)
            step_reply(channel, next);
        else if (next == arrival)
            step_arrival(channel, next);
        else
            step_command(channel);
    }
}

static void channel_account(struct unit *unit, sim_time end)
{
    struct dram_channel *channel = (struct dram_channel *)unit;
    uint64_t l2_cycle = clock_cycle_at_or_after(&channel->config->l2_clock, end);
    out_port_account(&channel->reply_port, l2_cycle);
    channel->counters.reply_busy_cycles = channel->reply_port.busy_cycles;
    channel->counters.reply_credit_stall_cycles = channel->reply_port.credit_stall_cycles;
}

/* ---- life ----------------------------------------------------------------------------------- */

static const struct unit_ops channel_ops = {.model = "dram_channel",
                                            .advance = channel_advance,
                                            .finish = channel_account,
                                            .describe_waits = dram_channel_describe_waits};

void dram_channel_init(struct dram_channel *channel, struct engine *engine, const char *name,
                       const char *host, const struct dram_config *config,
                       const struct address_map *map)
{
    *channel = (struct dram_channel){.config = config, .map = map, .choose = true};
    unit_init(&channel->unit, &channel_ops, engine, name, host);
    dram_queue_init(&channel->queue, config->queue, config->row_hit_cap);
    dram_banks_init(&channel->banks, &config->timing);
    out_port_init(&channel->reply_port, &config->l2_clock, config->l2_width, config->queue);
}

void dram_channel_connect(struct dram_channel *channel, struct wire *const *to_banks, uint32_t n)
{
    g_assert(n == channel->unit.n_incoming);
    channel->to_banks = g_memdup2(to_banks, n * sizeof *to_banks);
    for (uint32_t i = 0; i < n; i++) {
        g_assert(to_banks[i]->receiver == channel->unit.incoming[i]->sender);
        channel->arrivals_size += channel->unit.incoming[i]->credits_total;
    }
    channel->arrivals = g_new(struct message, channel->arrivals_size);
}

void dram_channel_finish(struct dram_channel *channel)
{
    out_port_finish(&channel->reply_port, &channel->unit.engine->payloads);
    dram_queue_finish(&channel->queue);
    g_free(channel->arrivals);
    g_free(channel->to_banks);
    unit_finish(&channel->unit);
}
