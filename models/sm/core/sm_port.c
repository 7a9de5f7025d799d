/* SPDX-License-Identifier: BSD-3-Clause */
/* The SM's port into the crossbar: a short queue, one packet at a time, head of the line first.
 *
 * One injection resource feeds the wires to all banks: a head that waits for its bank's credit
 * holds the others back, as a real port does.
 *
 * With the crossbar's packet.mixed, L1D's banks stall one by one. Packets take turns if their
 * accesses come to a queue without room for the first of them. The queue then counts packets.
 *
 * Source: GPGPU-Sim's baseline_cache::miss_queue_full, which for a load leaves one place free.
 */
#include "models/sm/core/sm_port.h"
#include "models/core/message_memory.h"
#include "models/memory/device_peers.h"

void sm_port_init(struct sm_port *port, struct sm_core *core)
{
    const struct sm_config *config = core->config;
    port->core = core;
    out_port_init(&port->out, &config->clock, config->inject_bytes_per_cycle, config->miss_queue);
    if (config->requests.leads)
        out_port_lead(&port->out);
    for (uint8_t sectors = 0; sectors <= WHOLE_LINE; sectors++)
        port->bare[sectors] = (uint16_t)packets_bytes(&config->requests, sectors, 0);
}

void sm_port_finish(struct sm_port *port)
{
    out_port_finish(&port->out, port->core->unit.payloads);
    g_free(port->to_banks);
}

void sm_port_connect(struct sm_port *port, struct wire *const *to_banks, unsigned n_banks)
{
    port->to_banks = g_memdup2(to_banks, n_banks * sizeof *to_banks);
    port->n_banks = n_banks;
    port->one_wire = true;
    for (unsigned bank = 1; bank < n_banks; bank++)
        port->one_wire = port->one_wire && to_banks[bank] == to_banks[0];
}

void sm_port_connect_fetch(struct sm_port *port, struct wire *wire)
{
    port->to_fetch = wire;
}

void sm_port_connect_atomic(struct sm_port *port, struct wire *wire)
{
    port->to_atomic = wire;
}

void sm_port_connect_peers(struct sm_port *port, uint32_t device, struct wire *wire)
{
    port->device = device;
    port->to_peers = wire;
}

/* A packet of so many bytes on the wires. */
static inline struct message message_of(const struct sm_port *port, enum message_kind kind,
                                        uint64_t address, uint32_t tag, uint32_t launch,
                                        uint16_t bytes, uint8_t sectors, struct payload *payload)
{
    const struct memory_request request = {.kind = kind,
                                           .address = address,
                                           .transaction = tag,
                                           .launch = launch,
                                           .sm = (uint16_t)port->core->site.index,
                                           .bytes = bytes,
                                           .sectors = sectors,
                                           .payload = payload};
    return message_memory_request(&request);
}

/* Whether packets mix and a message that comes now would find the miss queue full, if the queue
 * were of packets. */
static inline bool comes_late(const struct sm_port *port, const struct message *message)
{
    const uint32_t places = port->core->config->miss_queue - 1;
    if (G_LIKELY(!port->core->config->access.mixed || sector_count(message->sectors) == 1 ||
                 port->out.count * SECTORS + SECTORS < places))
        return false;
    return out_port_backlog(&port->out, port->core->cycle) >= places;
}

static inline void push(struct sm_port *port, struct wire *wire, struct message *message)
{
    struct sm_core *core = port->core;
    message->mixes = comes_late(port, message);
    if (G_UNLIKELY(core->site.observers != NULL))
        OBSERVERS_TELL(core->site.observers, sent, core->site.index, core->cycle, message);
    if (message->kind == MESSAGE_READ)
        core->counters.reads_sent++;
    else if (message->kind == MESSAGE_FETCH)
        core->counters.fetches_sent++;
    else if (message->kind == MESSAGE_WRITE)
        core->counters.writes_sent++;
    else
        core->counters.atomics_sent++;
    if (message->kind == MESSAGE_READ || message->payload)
        device_memory_prefetch(core->site.memory, message_address(message));
    out_port_push(&port->out, wire, message, core->cycle);
}

static inline struct wire *wire_to(const struct sm_port *port, uint64_t address)
{
    if (G_UNLIKELY(port->to_peers != NULL) &&
        device_memory_is_peers(port->core->site.memory, port->device, address))
        return port->to_peers;
    return port->to_banks[port->one_wire ? 0 : address_map_bank(port->core->site.map, address)];
}

void sm_port_push(struct sm_port *port, enum message_kind kind, uint64_t address, uint32_t tag,
                  uint32_t launch, uint32_t bytes, uint8_t sectors, struct payload *payload)
{
    const struct packet_shape *shape = &port->core->config->requests;
    const uint32_t wide = packets_bytes(shape, sectors, bytes - shape->header_bytes);
    struct message message =
        message_of(port, kind, address, tag, launch, (uint16_t)wide, sectors, payload);
    struct wire *wire = wire_to(port, address);
    const enum message_cache cache = message_cache(&message);
    const bool leaves = G_UNLIKELY(port->to_peers != NULL) && wire == port->to_peers;
    if (port->to_fetch && (cache == MESSAGE_ICACHE || cache == MESSAGE_CONSTANT))
        wire = port->to_fetch;
    if (kind == MESSAGE_ATOMIC && port->to_atomic && !leaves)
        wire = port->to_atomic;
    push(port, wire, &message);
}

void sm_port_ask(struct sm_port *port, enum message_kind kind, uint64_t address, uint32_t tag,
                 uint32_t launch, uint8_t sectors)
{
    struct message message =
        message_of(port, kind, address, tag, launch, port->bare[sectors], sectors, NULL);
    push(port, wire_to(port, address), &message);
}

void sm_port_push_past(struct sm_port *port, uint64_t address, uint32_t tag, uint32_t launch,
                       uint8_t sectors)
{
    struct message message =
        message_of(port, MESSAGE_FETCH, address, tag, launch, port->bare[sectors], sectors, NULL);
    push(port, port->to_atomic, &message);
}

bool sm_port_step(struct sm_port *port)
{
    return port->out.count > 0 && out_port_step(&port->out, port->core->cycle);
}
