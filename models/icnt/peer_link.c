/* SPDX-License-Identifier: BSD-3-Clause */
#include "models/icnt/peer_link.h"
#include "models/core/message_memory.h"
#include "models/core/payload.h"
#include "models/icnt/crossbar.h"
#include "models/memory/device_peers.h"

enum {
    HEADER_BYTES = 16,
    SECTOR_BYTES = 32,
    /* Of a wire: buffers never limit. A link of 300 GB/s has as much on its way in 3 us. ASSUMED:
     * what stands in the buffers of NVLink is not published. */
    SLOTS = 8192
};

void peer_link_config_init(struct peer_link_config *config, uint64_t bytes_per_s, sim_time latency)
{
    static const uint64_t fastest = 1000000000000; /* a cycle a picosecond */
    clock_init(&config->clock, CLAMP(bytes_per_s / PEER_LINK_WIDTH, 1, fastest));
    config->latency = latency;
}

static uint64_t cycle_of(const struct peer_link *link, sim_time time)
{
    return clock_cycle_at_or_after(&link->site.config->clock, time);
}

static struct message *first_of(const struct peer_link *link)
{
    return ring_first(&link->packets, sizeof(struct message));
}

/* ---- where a message goes ------------------------------------------------------------------ */

static inline bool is_for_requests(const struct peer_link *link)
{
    return link->site.map != NULL;
}

static inline uint32_t ends_of(const struct peer_link *link)
{
    return is_for_requests(link) ? link->site.n_banks : link->site.n_sms;
}

static struct wire *way_of(const struct peer_link *link, const struct message *message)
{
    const struct peer_link_site *site = &link->site;
    if (!is_for_requests(link))
        return link->out[message->requester - site->n_sms];
    const uint64_t address = message_address(message);
    const uint32_t owner = device_memory_device_of(site->memory, address);
    return link->out[owner * site->n_banks + address_map_bank(site->map, address)];
}

/* The requester as the other side knows it. */
static void rename_requester(const struct peer_link *link, struct message *message)
{
    const struct peer_link_site *site = &link->site;
    if (is_for_requests(link))
        message->requester = (uint16_t)(message->requester + (1 + site->device) * site->n_sms);
    else
        message->requester = (uint16_t)(message->requester % site->n_sms);
}

static uint32_t bytes_of(const struct message *message)
{
    switch (message->kind) {
    case MESSAGE_WRITE:
    case MESSAGE_READ_REPLY:
    case MESSAGE_FETCH_REPLY:
        return message_sector_count(message->sectors) * SECTOR_BYTES;
    case MESSAGE_ATOMIC:
    case MESSAGE_ATOMIC_REPLY:
        return message->bytes;
    default:
        return HEADER_BYTES;
    }
}

/* ---- the link ------------------------------------------------------------------------------ */

/* Takes what has come. Nothing else arrives before `until`, so this is the messages' order. A
 * packet before a reply's last one has done its part at the bank's port. */
static void take_arrived(struct peer_link *link, sim_time until)
{
    struct inbox *inbox = &link->unit.inbox;
    while (inbox->head < until) {
        const struct message *message = inbox_peek(inbox);
        if (message->kind == MESSAGE_REPLY_PART)
            wire_return_credit(link->unit.incoming[message->port], message->arrival);
        else
            *(struct message *)ring_push(&link->packets, sizeof *message) = *message;
        inbox_drop(inbox);
    }
}

static void pass(struct peer_link *link, struct wire *way, uint64_t cycle)
{
    struct message *message = first_of(link);
    const uint32_t bytes = bytes_of(message);
    link->free_cycle = cycle + flits(bytes, PEER_LINK_WIDTH);
    link->counters.messages++;
    link->counters.bytes += bytes;
    const sim_time departure = clock_edge(&link->site.config->clock, link->free_cycle);
    wire_return_credit(link->unit.incoming[message->port], departure);
    rename_requester(link, message);
    wire_send(way, departure, message);
    ring_drop(&link->packets);
}

static sim_time peer_link_advance(struct unit *unit, sim_time until)
{
    struct peer_link *link = (struct peer_link *)unit;
    const struct clock *clock = &link->site.config->clock;
    take_arrived(link, until);
    while (link->packets.count > 0) {
        struct wire *way = way_of(link, first_of(link));
        const uint64_t ready = cycle_of(link, first_of(link)->arrival);
        uint64_t cycle = MAX(ready, link->free_cycle);
        sim_time edge, when;
        while ((edge = clock_edge(clock, cycle)) < until && !wire_has_credit(way, edge, &when))
            cycle = clock_cycle_at_or_after(clock, when);
        if (edge >= until)
            return edge;
        pass(link, way, cycle);
    }
    return unit->inbox.head;
}

static void peer_link_describe_waits(struct unit *unit, GString *text)
{
    const struct peer_link *link = (const struct peer_link *)unit;
    if (link->packets.count > 0)
        g_string_append_printf(text, "%s: %u messages queued, the first waits for a slot at %s\n",
                               unit->name, link->packets.count,
                               way_of(link, first_of(link))->receiver->name);
}

static const struct unit_ops peer_link_ops = {
    .model = "peer_link", .advance = peer_link_advance, .describe_waits = peer_link_describe_waits};

void peer_link_init(struct peer_link *link, struct engine *engine, const char *name,
                    const char *host, const struct peer_link_site *site)
{
    *link = (struct peer_link){.site = *site};
    link->out = g_new0(struct wire *, site->n_devices * ends_of(link));
    unit_init(&link->unit, &peer_link_ops, engine, name, host);
}

void peer_link_connect(struct peer_link *link, uint32_t device, uint32_t index, struct unit *unit,
                       sim_time inside)
{
    const sim_time latency = link->site.config->latency;
    const struct wire_shape shape = {
        .latency = latency + inside, .credit_latency = latency, .credits = SLOTS};
    link->out[device * ends_of(link) + index] = wire_new(&link->unit, unit, &shape);
}

void peer_link_finish(struct peer_link *link)
{
    for (; link->packets.count > 0; ring_drop(&link->packets))
        if (message_has_payload(first_of(link)))
            payload_give_back(link->unit.payloads, first_of(link)->payload);
    ring_finish(&link->packets);
    g_free(link->out);
    unit_finish(&link->unit);
}
