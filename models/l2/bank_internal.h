/* SPDX-License-Identifier: BSD-3-Clause */
/* Small questions that the files of an L2 bank ask. */
#ifndef SIMGPU_L2_BANK_INTERNAL_H
#define SIMGPU_L2_BANK_INTERNAL_H

#include "models/core/message_memory.h"
#include "models/l2/bank_state.h"

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

#endif
