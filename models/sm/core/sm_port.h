/* SPDX-License-Identifier: BSD-3-Clause */
/* The SM's port into the crossbar: one queue for all wires, whose head leaves when its wire has a
 * credit.
 */
#ifndef SIMGPU_SM_PORT_H
#define SIMGPU_SM_PORT_H

#include "models/sm/core/sm_core.h"

enum { WHOLE_LINE = 15 /* its sectors */, SECTOR_BYTES = 32, SECTORS = LINE_BYTES / SECTOR_BYTES };

/* Bits set in a mask of sectors; not every host has an instruction for it. */
static inline unsigned sector_count(uint8_t sectors)
{
    return (unsigned)(UINT64_C(0x4332322132212110) >> (4 * sectors)) & 7;
}

/* One injection resource over all wires, head first. */
struct sm_port {
    struct sm_core *core;
    struct out_port out;
    struct wire **to_banks;
    unsigned n_banks;
    bool one_wire;                 /* it leads to all banks: the crossbar finds the right one */
    uint16_t bare[WHOLE_LINE + 1]; /* bytes of a request without data, by its sectors */
    struct wire *to_fetch;  /* requests for instructions and constants; NULL: as all others */
    struct wire *to_atomic; /* atomics, and strong loads of traces; NULL: as all others */
    struct wire *to_peers;  /* requests for memory of other GPUs; NULL: this one is alone */
    uint32_t device;        /* its number among several */
};

void sm_port_init(struct sm_port *port, struct sm_core *core);
void sm_port_finish(struct sm_port *port);
void sm_port_connect(struct sm_port *port, struct wire *const *to_banks, unsigned n_banks);
void sm_port_connect_fetch(struct sm_port *port, struct wire *wire);
void sm_port_connect_atomic(struct sm_port *port, struct wire *wire);
void sm_port_connect_peers(struct sm_port *port, uint32_t device, struct wire *wire);

static inline bool sm_port_has_room(const struct sm_port *port)
{
    return out_port_room(&port->out) > 0;
}

/* address: of the line; the bank follows from it. sectors: those it is about. */
void sm_port_push(struct sm_port *port, enum message_kind kind, uint64_t address, uint32_t tag,
                  uint32_t launch, uint32_t bytes, uint8_t sectors, struct payload *payload);
/* The same for a request of L1D that carries no data. */
void sm_port_ask(struct sm_port *port, enum message_kind kind, uint64_t address, uint32_t tag,
                 uint32_t launch, uint8_t sectors);
/* A load of a trace that L1 does not keep. It takes the way of atomics, which must exist. */
void sm_port_push_past(struct sm_port *port, uint64_t address, uint32_t tag, uint32_t launch,
                       uint8_t sectors);
/* Sends the head if it can. True: a packet has left the queue. */
bool sm_port_step(struct sm_port *port);

#endif
