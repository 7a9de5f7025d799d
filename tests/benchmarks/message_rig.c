/* SPDX-License-Identifier: BSD-3-Clause */
#include "tests/benchmarks/message_rig.h"

enum {
    OUTSTANDING = 64,         /* requests of a sender that may be without reply */
    GAP_PS = 4 * RIG_CYCLE_PS /* between a sender's requests: half of what the banks can do */
};

struct sender {
    struct unit unit;
    struct wire *out[RIG_BANKS];
    unsigned to_send, outstanding;
    uint32_t random;
    sim_time ready_at; /* earliest time of the next request */
    uint64_t replies;
};

struct station {
    struct unit unit;
    struct wire *out[RIG_SENDERS]; /* by requester; only the first if there is one way on */
    unsigned n_out;
    struct message *queue; /* ring of as many messages as incoming wires have credits */
    unsigned capacity, first, count;
    sim_time free_at;
};

struct rig {
    struct engine *engine;
    struct sender senders[RIG_SENDERS];
    struct station request_ports[RIG_BANKS], banks[RIG_BANKS], reply_ports[RIG_SENDERS];
};

/* ---- senders ------------------------------------------------------------------------------ */

static unsigned next_bank(const struct sender *sender)
{
    return (sender->random >> 16) % RIG_BANKS;
}

/* When the next request can leave; NEVER if it waits for a reply or for a credit that is not on
 * its way. */
static sim_time next_request(const struct sender *sender)
{
    if (sender->to_send == 0 || sender->outstanding == OUTSTANDING)
        return SIM_TIME_NEVER;
    sim_time when = sender->ready_at;
    return wire_has_credit(sender->out[next_bank(sender)], when, &when) ? sender->ready_at : when;
}

static void send_request(struct sender *sender, sim_time now)
{
    const struct message request = {
        .kind = MESSAGE_READ, .requester = (uint16_t)sender->unit.id, .bytes = 8};
    struct wire *wire = sender->out[next_bank(sender)];
    sim_time when;
    bool has_credit = wire_has_credit(wire, now, &when);
    g_assert(has_credit);
    wire_send(wire, now, &request);
    sender->random = sender->random * 1664525 + 1013904223;
    sender->to_send--;
    sender->outstanding++;
    sender->ready_at = now + GAP_PS;
}

static void take_reply(struct sender *sender, sim_time now)
{
    wire_return_credit(sender->unit.incoming[inbox_peek(&sender->unit.inbox)->port], now);
    inbox_drop(&sender->unit.inbox);
    if (sender->outstanding-- == OUTSTANDING)
        sender->ready_at = MAX(sender->ready_at, now);
    sender->replies++;
}

static sim_time sender_advance(struct unit *unit, sim_time until)
{
    struct sender *sender = (struct sender *)unit;
    for (;;) {
        sim_time request = next_request(sender), reply = unit->inbox.head;
        if (MIN(request, reply) >= until)
            return request;
        if (reply <= request)
            take_reply(sender, reply);
        else
            send_request(sender, request);
    }
}

/* ---- ports and banks ------------------------------------------------------------------------ */

static struct wire *way_of(const struct station *station, const struct message *message)
{
    return station->out[station->n_out == 1 ? 0 : message->requester];
}

/* As next_request. */
static sim_time next_departure(const struct station *station)
{
    if (station->count == 0)
        return SIM_TIME_NEVER;
    const struct message *head = &station->queue[station->first];
    sim_time start = MAX(station->free_at, head->arrival), when = start;
    return wire_has_credit(way_of(station, head), start, &when) ? start : when;
}

static void pass_on(struct station *station, sim_time now)
{
    const struct message *head = &station->queue[station->first];
    struct wire *wire = way_of(station, head);
    sim_time when;
    bool has_credit = wire_has_credit(wire, now, &when);
    g_assert(has_credit);
    wire_return_credit(station->unit.incoming[head->port], now);
    wire_send(wire, now, head);
    station->first = station->first + 1 == station->capacity ? 0 : station->first + 1;
    station->count--;
    station->free_at = now + RIG_CYCLE_PS;
}

static void take_in(struct station *station)
{
    unsigned slot = station->first + station->count++;
    station->queue[slot < station->capacity ? slot : slot - station->capacity] =
        *inbox_peek(&station->unit.inbox);
    inbox_drop(&station->unit.inbox);
}

static sim_time station_advance(struct unit *unit, sim_time until)
{
    struct station *station = (struct station *)unit;
    for (;;) {
        sim_time departure = next_departure(station), arrival = unit->inbox.head;
        if (MIN(departure, arrival) >= until)
            return departure;
        if (arrival <= departure)
            take_in(station);
        else
            pass_on(station, departure);
    }
}

/* ---- the rig ----------------------------------------------------------------------------------
 */

static void describe_nothing(struct unit *unit, GString *text)
{
    (void)unit, (void)text;
}

static const struct unit_ops sender_ops = {
    .model = "sender", .advance = sender_advance, .describe_waits = describe_nothing};
static const struct unit_ops station_ops = {
    .model = "station", .advance = station_advance, .describe_waits = describe_nothing};

static void add_unit(struct rig *rig, struct unit *unit, const struct unit_ops *ops)
{
    g_autofree char *name = g_strdup_printf("u%u", rig->engine->units->len);
    unit_init(unit, ops, rig->engine, name, name);
}

static void connect_station(struct station *from, struct unit *to, const struct wire_shape *shape)
{
    from->out[from->n_out++] = wire_new(&from->unit, to, shape);
}

static void connect_all(struct rig *rig, const struct wire_shape *shape)
{
    for (int b = 0; b < RIG_BANKS; b++) {
        connect_station(&rig->request_ports[b], &rig->banks[b].unit, shape);
        for (int s = 0; s < RIG_SENDERS; s++) {
            rig->senders[s].out[b] =
                wire_new(&rig->senders[s].unit, &rig->request_ports[b].unit, shape);
            connect_station(&rig->banks[b], &rig->reply_ports[s].unit, shape);
        }
    }
    for (int s = 0; s < RIG_SENDERS; s++)
        connect_station(&rig->reply_ports[s], &rig->senders[s].unit, shape);
}

static void add_queue(struct station *station, unsigned credits)
{
    station->capacity = station->unit.n_incoming * credits;
    station->queue = g_new(struct message, station->capacity);
}

/* Senders first: message.requester is both a unit's id and a sender's index. */
static void add_units(struct rig *rig, const struct rig_shape *shape)
{
    for (unsigned s = 0; s < RIG_SENDERS; s++) {
        rig->senders[s] = (struct sender){.to_send = shape->requests, .random = 7919 * s + 1};
        add_unit(rig, &rig->senders[s].unit, &sender_ops);
    }
    for (int b = 0; b < RIG_BANKS; b++) {
        add_unit(rig, &rig->request_ports[b].unit, &station_ops);
        add_unit(rig, &rig->banks[b].unit, &station_ops);
    }
    for (int s = 0; s < RIG_SENDERS; s++)
        add_unit(rig, &rig->reply_ports[s].unit, &station_ops);
}

struct rig *rig_new(const struct rig_shape *shape)
{
    const struct engine_options options = {.window = SIM_TIME_NEVER, .limit = SIM_TIME_NEVER};
    sim_time hop = (sim_time)shape->hop_cycles * RIG_CYCLE_PS;
    const struct wire_shape wires = {
        .latency = hop, .credit_latency = hop, .credits = shape->credits};
    struct rig *rig = g_new0(struct rig, 1);
    rig->engine = engine_new(&options);
    add_units(rig, shape);
    connect_all(rig, &wires);
    for (int b = 0; b < RIG_BANKS; b++) {
        add_queue(&rig->request_ports[b], shape->credits);
        add_queue(&rig->banks[b], shape->credits);
    }
    for (int s = 0; s < RIG_SENDERS; s++)
        add_queue(&rig->reply_ports[s], shape->credits);
    engine_start(rig->engine);
    for (int s = 0; s < RIG_SENDERS; s++)
        engine_wake(rig->engine, &rig->senders[s].unit, 0);
    return rig;
}

static void finish_station(struct station *station)
{
    g_free(station->queue);
    unit_finish(&station->unit);
}

void rig_free(struct rig *rig)
{
    if (!rig)
        return;
    for (int b = 0; b < RIG_BANKS; b++) {
        finish_station(&rig->request_ports[b]);
        finish_station(&rig->banks[b]);
    }
    for (int s = 0; s < RIG_SENDERS; s++) {
        finish_station(&rig->reply_ports[s]);
        unit_finish(&rig->senders[s].unit);
    }
    engine_free(rig->engine);
    g_free(rig);
}

struct engine *rig_engine(struct rig *rig)
{
    return rig->engine;
}

uint64_t rig_replies(const struct rig *rig)
{
    uint64_t replies = 0;
    for (int s = 0; s < RIG_SENDERS; s++)
        replies += rig->senders[s].replies;
    return replies;
}
