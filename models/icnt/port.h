/* SPDX-License-Identifier: BSD-3-Clause */
/* An output port of the crossbar: one destination, many sources, one packet at a time.
 *
 * Each request port leads to an L2 bank and has a wire in from every SM; each reply port leads to
 * an SM and has a wire in from every bank. Packets wait in a buffer per source, whose slots are the
 * wire's credits. In a cycle in which the port is idle, the next source in turn that has a packet
 * gets it. It keeps the port for ceil(bytes / width) cycles. Then the packet departs and its slot
 * is free. A packet waits for a slot in the destination's buffer before it starts.
 *
 * Source: a crossbar of output-queued ports, round robin: Dally and Towles, "Principles and
 * Practices of Interconnection Networks" (2004), sections 17.1 and 18.3. Differs: no virtual
 * channels, for requests and replies have crossbars of their own.
 */
#ifndef SIMGPU_ICNT_PORT_H
#define SIMGPU_ICNT_PORT_H

#include "models/core/counters.h"
#include "models/core/engine.h"
#include "models/icnt/crossbar.h"

/* Wires in: one from each SM, or from each bank. */
enum { PORT_MAX_INPUTS = MAX(CROSSBAR_MAX_SMS, CROSSBAR_MAX_BANKS) };
enum { PORT_WORDS = PORT_MAX_INPUTS / 64 };

struct port_counters {
    uint64_t packets, bytes;
    uint64_t busy_cycles;
    uint64_t credit_stall_cycles;
    uint64_t queue_cycles;
};

extern const struct counter port_counter_table[];

struct port {
    struct unit unit;
    const struct crossbar_config *config;
    struct clock_divisor width;
    struct wire *out;
    uint64_t *arrivals;          /* by unit.incoming: the cycle in which the input's head arrives */
    uint64_t coming[PORT_WORDS]; /* bit i: input i has a head that will have arrived by `until` */
    uint64_t waiting[PORT_WORDS]; /* bit i: input i has a head that has arrived */
    uint32_t n_words;             /* how many words are in use */
    uint32_t n_waiting;           /* inputs whose head has arrived */
    uint64_t next_arrival; /* cycle: the first of the heads that are coming; CYCLE_NEVER: none is */
    uint32_t last;         /* input served last */
    uint64_t free_cycle;   /* the port is idle from here on */
    uint64_t blocked_since; /* cycle; CYCLE_NEVER when no packet waits for a credit */
    struct port_counters counters;
};

/* config is borrowed. */
void port_init(struct port *port, struct engine *engine, const char *name, const char *host,
               const struct crossbar_config *config);
void port_finish(struct port *port);
/* After the last incoming wire. out: the wire to the destination. */
void port_connect(struct port *port, struct wire *out);

#endif
