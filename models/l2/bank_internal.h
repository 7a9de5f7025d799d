/* SPDX-License-Identifier: BSD-3-Clause */
/* Small questions that the files of an L2 bank ask. */
#ifndef SIMGPU_L2_BANK_INTERNAL_H
#define SIMGPU_L2_BANK_INTERNAL_H

#include "base/host/host_cache.h"
#include "models/core/message_memory.h"
#include "models/l2/bank_state.h"
#include "models/memory/device_memory.h"

static inline const struct bank_request *bank_first_request(const struct l2_bank *bank)
{
    return ring_first(&bank->requests, sizeof(struct bank_request));
}

static inline uint64_t bank_cycle_of(const struct l2_bank *bank, sim_time time)
{
    return clock_cycle_at_or_after(&bank->config->clock, time);
}

static inline sim_time bank_edge_of(const struct l2_bank *bank, uint64_t cycle)
{
    return clock_edge(&bank->config->clock, cycle);
}

/* Cycles for which these sectors keep the bank, or its fill port, busy. */
static inline uint32_t bank_data_cycles(const struct l2_bank *bank, uint8_t sectors)
{
    return bank->data_cycles[message_sector_count(sectors)];
}

/* All sectors of those units that the mask touches. unit_bytes: a unit's size. */
static inline uint8_t bank_widen(uint8_t sectors, uint32_t unit_bytes)
{
    if (unit_bytes == LINE_SECTOR_BYTES)
        return sectors;
    if (unit_bytes == LINE_BYTES)
        return sectors ? ALL_SECTORS : 0;
    return (uint8_t)(((sectors | sectors >> 1) & 5) * 3);
}

/* How many MSHRs these whole fetch units need. */
static inline uint32_t bank_units(const struct l2_bank *bank, uint8_t sectors)
{
    return message_sector_count(sectors) * LINE_SECTOR_BYTES / bank->config->fetch_bytes;
}

/* The first cycle from `cycle` on in which a port has room: the one after its first packet's start.
 * CYCLE_NEVER if that packet waits for a credit. */
static inline uint64_t bank_room_cycle(const struct out_port *port, uint64_t cycle)
{
    if (out_port_room(port) > 0)
        return cycle;
    return port->sent > 0 ? MAX(out_port_next(port) + 1, cycle) : CYCLE_NEVER;
}

/* ---- ahead: what the host loads before the bank comes to it ------------------------------- */

/* It is seldom in the host's first caches, and one by one the bank would wait for each. Nothing
 * here changes what is simulated. Why it is inlined always: models/sm/whole/sm_ahead.h. */

/* The data that the fill will touch are cold: the host loads them all at once, not one by one. */
G_ALWAYS_INLINE static inline void bank_fill_ahead(const struct l2_bank *bank, uint32_t number)
{
    const struct bank_miss *miss = &bank->misses.misses[number];
    struct bank_set set = bank_lines_set_at(&bank->lines, miss->place.set);
    __builtin_prefetch(&set.names[miss->place.way]);
    __builtin_prefetch(&set.states[miss->place.way]);
    if (miss->waiters.first)
        __builtin_prefetch(&bank->waiters.waiters[miss->waiters.first - 1]);
}

/* The set of a request that waits for others to be served. */
G_ALWAYS_INLINE static inline void bank_set_ahead(const struct l2_bank *bank, uint32_t set)
{
    const uint8_t *first = bank->lines.sets + set * bank->lines.stride;
    for (size_t at = 0; at < bank->lines.stride; at += HOST_CACHE_LINE)
        __builtin_prefetch(first + at);
}

enum { BANK_MOST_AHEAD = 16 }; /* a turn seldom has more messages */

/* Whether a message reads or writes bytes of device memory. */
static inline bool bank_has_bytes(const struct message *message)
{
    return message->kind != MESSAGE_FETCH && message->kind != MESSAGE_DRAM_DATA;
}

/* The bytes that the turn's requests read or write. An SM has asked for them as it sent the
 * request, but that is many turns ago. If the first one has none the others are not looked at: they
 * are of a trace, or DRAM's. */
G_ALWAYS_INLINE static inline void bank_bytes_ahead(const struct l2_bank *bank, sim_time until)
{
    const struct inbox *inbox = &bank->unit.inbox;
    if (inbox->head >= until || inbox->head_ring >= inbox->n_rings)
        return;
    const struct ring *queue = inbox_queue(inbox, inbox->head_ring);
    const struct message *first = ring_first(queue, sizeof *first);
    if (!bank_has_bytes(first))
        return;
    const uint32_t n = MIN(queue->count, BANK_MOST_AHEAD);
    for (uint32_t i = 1; i < n; i++) {
        const struct message *next = ring_at(queue, i, sizeof *next);
        if (next->arrival >= until)
            return;
        if (bank_has_bytes(next))
            device_memory_prefetch(bank->memory, message_address(next));
    }
}

#endif
