/* SPDX-License-Identifier: BSD-3-Clause */
/* What happens in a run, event by event, in one order: for whoever wants to watch it.
 *
 * An event is something that a unit does: a warp issues, a cache looks up, a message leaves. Events
 * come in the order (time, unit, kind, order of that kind in the unit), which does not depend on
 * the lookahead. The list of messages, the story of a load and the film are made of them.
 *
 * A message that leaves has a number: the first has 1. It says how long the message has waited in
 * its sender, and why. The time from `ready` to the arrival is the sum of waited_port,
 * waited_credit, waited_edge, passing and the wire's latency.
 *
 * Units: times in ps, cycles of the SMs' clock. Units of the GPU are numbered as in the engine.
 */
#ifndef SIMGPU_TEACHING_EVENTS_EVENT_H
#define SIMGPU_TEACHING_EVENTS_EVENT_H

#include "models/core/observer.h"

/* The order in which a unit tells them at one time. */
enum event_kind {
    EVENT_WARP_ENDED,   /* SM: a warp leaves; its last reply is in. One that leaves in the cycle of
                           its last instruction is told of behind that */
    EVENT_WARP_STARTED, /* SM: a warp begins */
    EVENT_RECEIVED,     /* SM: a reply or an acknowledgement is there */
    EVENT_WARP_WAITS,   /* SM: what a warp waits for changes; for sinks that want it */
    EVENT_LOOKED_UP,    /* SM: a transaction is looked up in L1 (or in the texture cache) */
    EVENT_QUEUED,       /* SM: a request enters the port; L2 bank: a reply does */
    EVENT_ISSUED,       /* SM: a warp issues */
    EVENT_SERVED,       /* L2 bank: a request is looked up */
    EVENT_BURST,        /* DRAM channel: the last burst of a request is issued */
    EVENT_POSTED,       /* any unit: a message leaves on a wire */
    EVENT_KINDS
};

enum { EVENT_NO_WARP = 255 };

/* Of a warp that could issue (WARP_READY). */
enum event_unit_busy {
    EVENT_UNIT_FREE,
    EVENT_UNIT_BUSY, /* its unit takes nothing in this cycle */
    EVENT_QUEUE_FULL /* the load/store queue is full, and its head waits for an MSHR or a fill */
};

/* Whose a message about memory is, as far as it is known. */
struct event_owner {
    uint8_t warp; /* slot of the load that has asked first, of the store; EVENT_NO_WARP */
    uint16_t sm;
    uint32_t pc;
    uint64_t issued; /* cycle in which its instruction issued */
};

/* EVENT_POSTED. */
struct event_posted {
    const struct wire *wire;
    uint64_t number;
    sim_time ready;         /* the message was there to be sent */
    sim_time waited_port;   /* other messages passed the port */
    sim_time waited_credit; /* the receiver's buffer was full */
    sim_time waited_edge;   /* until the sender's next cycle, or for its turn */
    sim_time passing;       /* its own flits passed the port */
    uint32_t behind;        /* messages that left the port from `ready` on, before it */
};

struct event {
    sim_time time;
    uint64_t order; /* see above; of EVENT_POSTED: of its wire */
    uint32_t unit;
    uint8_t kind; /* enum event_kind */
    /* Of all kinds but ISSUED and WARP_*: there sm and warp are the warp's own. */
    struct event_owner owner;
    struct message message; /* of RECEIVED, QUEUED, SERVED, BURST, POSTED; without its payload */
    union {
        struct event_posted posted;
        struct l1_access looked_up;
        struct {
            sim_time arrival;
            uint16_t bank;
            uint8_t hit, merged, missed; /* sectors */
        } served;
        struct {
            sim_time arrival, data_end;
            uint64_t row;
            uint8_t bank, row_state; /* enum dram_row_state */
        } burst;
        struct {
            const char *kernel; /* interned */
            const char *file;   /* of the program's source, or of the kernel; interned */
            uint32_t line;      /* there; 0: not known */
            uint64_t block;     /* linear index in the grid */
            uint32_t launch, in_block;
            uint32_t pc;
            lane_mask lanes;  /* ISSUED: that ran it */
            uint64_t address; /* ISSUED: of the first lane, if it touched memory */
            uint8_t space;    /* ISSUED */
            uint8_t op_class; /* ISSUED */
            uint8_t wait;     /* WAITS: enum warp_wait (models/sm/sm_view.h) */
            uint8_t busy;     /* WAITS: enum event_unit_busy */
            bool at_issue;    /* ENDED: in the cycle in which it has issued */
        } warp;
    };
};

/* Hears events in order. */
struct event_sink {
    void *data;
    void (*hear)(void *data, const struct event *event);
    bool wants_states; /* it hears EVENT_WARP_WAITS, too, which costs time */
};

#endif
