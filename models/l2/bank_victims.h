/* SPDX-License-Identifier: BSD-3-Clause */
/* What the cache has for the first request of an L2 bank, and the room that the request needs:
 * which line makes it, and what this line writes to DRAM. */
#ifndef SIMGPU_L2_BANK_VICTIMS_H
#define SIMGPU_L2_BANK_VICTIMS_H

#include "models/l2/bank_internal.h"

/* Where a request stands. */
struct bank_lookup {
    struct bank_request *request;
    uint64_t address; /* of its line */
    struct bank_place place;
    struct bank_line line; /* the line's state there; empty if it isn't there */
    uint8_t sectors;       /* of the request */
    uint8_t kind;          /* of the request; its reply is made in its place */
    uint32_t n_sectors;
    uint64_t cycle;
    uint8_t written_back; /* sectors of a line that made room */
    bool taken;           /* the line was taken for this request */
};

/* How many messages the port has room for, up to the three that are asked for: a dirty victim, a
 * write that goes on, a read. */
static inline uint32_t bank_room(struct out_port *port, uint64_t cycle)
{
    if (out_port_room(port) < 3)
        out_port_settle(port, cycle);
    return out_port_room(port);
}

static inline void bank_push_to_dram(struct l2_bank *bank, const struct message *message,
                                     uint64_t cycle)
{
    out_port_push(&bank->dram_port, bank->to_dram, message, cycle);
}

/* launch: of the request that needs the room. */
void bank_write_back(struct l2_bank *bank, uint64_t address, uint8_t dirty, uint32_t launch,
                     uint64_t cycle);
/* Tells the replacer which request asks for which line. */
void bank_describe_access(struct l2_bank *bank, const struct bank_lookup *lookup);
/* Finds a line for the request. The port to DRAM must keep room for `messages` more. */
enum bank_wait bank_allocate(struct l2_bank *bank, struct bank_lookup *lookup, uint32_t messages);

#endif
