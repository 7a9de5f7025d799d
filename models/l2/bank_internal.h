/* SPDX-License-Identifier: BSD-3-Clause */
/* Shared by the files of the L2 bank and by nobody else. */
#ifndef SIMGPU_L2_BANK_INTERNAL_H
#define SIMGPU_L2_BANK_INTERNAL_H

#include "models/core/message_memory.h"
#include "models/l2/bank.h"

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

/* Cycles for which sectors keep the bank, or its fill port, busy. */
static inline uint32_t bank_data_cycles(const struct l2_bank *bank, uint8_t sectors)
{
    return bank->data_cycles[message_sector_count(sectors)];
}

/* All sectors of the units of that size that a mask touches. */
static inline uint8_t bank_widen(uint8_t sectors, uint32_t unit_bytes)
{
    if (unit_bytes == LINE_SECTOR_BYTES)
        return sectors;
    if (unit_bytes == LINE_BYTES)
        return sectors ? ALL_SECTORS : 0;
    return (uint8_t)(((sectors | sectors >> 1) & 5) * 3);
}

/* MSHRs for these whole fetch units. */
static inline uint32_t bank_units(const struct l2_bank *bank, uint8_t sectors)
{
    return message_sector_count(sectors) * LINE_SECTOR_BYTES / bank->config->fetch_bytes;
}

/* The first cycle from `cycle` on in which a port has room: after the one in which its first packet
 * starts. CYCLE_NEVER if that waits for a credit. */
static inline uint64_t bank_room_cycle(const struct out_port *port, uint64_t cycle)
{
    if (out_port_room(port) > 0)
        return cycle;
    return port->sent > 0 ? MAX(out_port_next(port) + 1, cycle) : CYCLE_NEVER;
}

/* bank_report.c */
/* Takes over what the ports have counted. */
void bank_mirror_ports(struct l2_bank *bank);
/* The bank works for another launch. */
void bank_turn(struct l2_bank *bank, uint32_t launch);
/* What follows is done for that launch. */
static inline void bank_note_launch(struct l2_bank *bank, uint32_t launch)
{
    if (G_UNLIKELY(launch != bank->meter.launch))
        bank_turn(bank, launch);
}

/* bank_replies.c */
/* Answers a request, which becomes its reply; there must be room in the reply port. */
void bank_push_reply(struct l2_bank *bank, struct message *request, uint64_t cycle);

/* Packets of the reply to a request for data: 1 if it does not mix with others. */
uint32_t bank_packets(const struct l2_bank *bank, const struct message *request);
/* One of them that is not the last; then the last. There must be room for it. */
void bank_push_part(struct l2_bank *bank, const struct message *request, uint64_t cycle);
void bank_push_last(struct l2_bank *bank, const struct message *request, uint64_t cycle);

/* bank_mix.c */
/* Those of bank->served, several, are answered packet by packet in turn from now on. */
void bank_begin_rounds(struct l2_bank *bank);
/* Sends the next packet of these that is not a reply's last; bank->rounds: there is one. */
void bank_send_part(struct l2_bank *bank, uint64_t cycle);
/* Meanwhile a request that hits: its first packet goes, and bank->split_left are left. */
void bank_split_reply(struct l2_bank *bank, struct message *request, uint64_t cycle);
/* The next of them goes; there must be room. */
void bank_step_split(struct l2_bank *bank, uint64_t cycle);

/* bank_requests.c */
static inline bool bank_has_request(const struct l2_bank *bank)
{
    return bank->requests.count > 0 || bank->split_left > 0;
}
/* The first cycle in which the first request, or else a split reply, may go on; CYCLE_NEVER if
 * something must happen first. */
uint64_t bank_next_request(const struct l2_bank *bank);
/* Serves the first request, which may go on in this cycle. */
void bank_step_request(struct l2_bank *bank, uint64_t cycle);

/* bank_report.c */
void bank_describe_waits(struct unit *unit, GString *text);
/* See unit_ops. */
void bank_snapshot(const struct unit *unit, sim_time time, void *counters);

#endif
