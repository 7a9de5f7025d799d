/* SPDX-License-Identifier: BSD-3-Clause */
/* The SM's port into the crossbar: a short queue, one packet at a time, head of the line first.
 *
 * One injection resource feeds the wires to all banks: a head that waits for its bank's credit
 * holds the others back, as a real port does.
 */
#include "models/sm/sm_internal.h"

bool sm_out_has_room(const struct sm *sm)
{
    return out_port_room(&sm->port.out) > 0;
}

void sm_out_push(struct sm *sm, enum message_kind kind, uint64_t address, uint32_t tag,
                 uint32_t launch, uint32_t bytes, uint8_t sectors, struct payload *payload)
{
    const struct packet_shape *shape = &sm->core.config->requests;
    const struct message message = {
        .kind = (uint8_t)kind,
        .sectors = sectors,
        .address = address,
        .tag = tag,
        .launch = launch,
        .requester = (uint16_t)sm->core.site.index,
        .bytes = (uint16_t)packets_bytes(shape, sectors, bytes - shape->header_bytes),
        .payload = payload};
    if (G_UNLIKELY(sm->core.site.observers != NULL))
        OBSERVERS_TELL(sm->core.site.observers, sent, sm->core.site.index, sm->core.cycle,
                       &message);
    struct wire *wire = sm->port.to_banks[address_map_bank(sm->core.site.map, address)];
    if (sm->port.to_fetch && (message.cache == MESSAGE_ICACHE || message.cache == MESSAGE_CONSTANT))
        wire = sm->port.to_fetch;
    out_port_push(&sm->port.out, wire, &message, sm->core.cycle);
    sm->core.counters.reads_sent += kind == MESSAGE_READ;
    sm->core.counters.writes_sent += kind == MESSAGE_WRITE;
    sm->core.counters.atomics_sent += kind == MESSAGE_ATOMIC;
    sm->core.counters.fetches_sent += kind == MESSAGE_FETCH;
}

void sm_out_step(struct sm *sm)
{
    if (sm->port.out.count == 0 || !out_port_step(&sm->port.out, sm->core.cycle))
        return;
    sm_ldst_retry(sm, LDST_WAITS_PORT);
    sm->fetch.blocked = false;
}

uint64_t sm_next_out(const struct sm *sm)
{
    return MAX(sm->core.cycle + 1, out_port_next(&sm->port.out));
}
