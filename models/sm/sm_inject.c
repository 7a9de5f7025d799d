/* SPDX-License-Identifier: BSD-3-Clause */
/* The SM's port into the crossbar: a short queue, one packet at a time, head of the line first.
 *
 * One injection resource feeds the wires to all banks: a head that waits for its bank's credit
 * holds the others back, as a real port does.
 */
#include "models/icnt/crossbar.h"
#include "models/sm/sm_internal.h"

bool sm_out_has_room(const struct sm *sm)
{
    return sm->out_count < sm->config->miss_queue;
}

void sm_out_push(struct sm *sm, enum message_kind kind, uint64_t address, uint32_t tag,
                 uint32_t launch, uint32_t bytes, struct payload *payload)
{
    g_assert(sm_out_has_room(sm));
    uint32_t slot = (sm->out_first + sm->out_count++) % sm->config->miss_queue;
    sm->out[slot].bank = address_map_bank(sm->site.map, address);
    sm->out[slot].message = (struct message){.kind = (uint16_t)kind,
                                             .address = address,
                                             .tag = tag,
                                             .launch = launch,
                                             .requester = (uint16_t)sm->site.index,
                                             .bytes = (uint16_t)bytes,
                                             .payload = payload};
}

static void count_sent(struct sm *sm, unsigned kind)
{
    sm->counters.reads_sent += kind == MESSAGE_READ;
    sm->counters.writes_sent += kind == MESSAGE_WRITE;
    sm->counters.atomics_sent += kind == MESSAGE_ATOMIC;
    sm->counters.fetches_sent += kind == MESSAGE_FETCH;
}

void sm_out_step(struct sm *sm)
{
    if (sm->out_count == 0 || sm->out_free > sm->cycle)
        return;
    const struct pending_message *head = &sm->out[sm->out_first];
    struct wire *wire = sm->to_banks[head->bank];
    sim_time when;
    sm->out_blocked = !wire_has_credit(wire, sm_edge(sm, sm->cycle), &when);
    if (sm->out_blocked)
        return;
    uint32_t width = sm->config->inject_bytes_per_cycle;
    uint32_t n = flits(head->message.bytes, width);
    wire_send(wire, sm_edge(sm, sm->cycle + n), &head->message);
    count_sent(sm, head->message.kind);
    sm->out_free = sm->cycle + n;
    sm->out_first = (sm->out_first + 1) % sm->config->miss_queue;
    sm->out_count--;
    sm->ldst_stalled = false;
    sm->fetch_blocked = false;
}

uint64_t sm_next_out(struct sm *sm)
{
    if (sm->out_count == 0)
        return CYCLE_NEVER;
    uint64_t soonest = MAX(sm->cycle + 1, sm->out_free);
    sim_time when = SIM_TIME_NEVER;
    struct wire *wire = sm->to_banks[sm->out[sm->out_first].bank];
    if (!sm->out_blocked || wire_has_credit(wire, sm_edge(sm, sm->cycle), &when))
        return soonest;
    return MAX(soonest, clock_cycle_at_or_after(&sm->config->clock, when));
}
