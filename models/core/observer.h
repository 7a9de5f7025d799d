/* SPDX-License-Identifier: BSD-3-Clause */
/* Observers are told what happens in the units: for statistics, timelines, samples.
 *
 * An observer sees everything and changes nothing: with it, every result is the same. Events of one
 * unit come in the order of their times. Events of different units may be out of order by as much
 * as the lookahead; an observer that needs one order merges them. A cause is told before its
 * effect: a request before its service, and the service before the reply. Without an observer an
 * event costs one branch, and the frequent ones (cycle, gap) cost nothing at all.
 *
 * All pointers are valid during the call alone. Functions may be NULL.
 *
 * Units: cycles of the unit's own clock, unless the name ends in _ps.
 */
#ifndef SIMGPU_CORE_OBSERVER_H
#define SIMGPU_CORE_OBSERVER_H

#include "models/core/message_memory.h"
#include "workloads/issued.h"

struct sm;
struct wire;

/* A transaction at L1D (or at the texture cache: space SPACE_TEXTURE), once, when it goes through.
 * Before it, `sent` has told the requests that it sent to L2. */
struct l1_access {
    uint64_t cycle, issued; /* `issued`: when its instruction issued */
    uint64_t line;          /* address */
    uint32_t launch, pc;
    uint16_t sm;
    uint8_t warp;     /* slot */
    uint8_t op_class; /* OP_LOAD, OP_STORE, OP_ATOMIC */
    uint8_t space;
    bool bypasses;   /* a strong or uncached load, or an atomic: not looked up */
    bool bypassed;   /* a load whose missed sectors are for its lanes alone: it takes no line */
    uint8_t sectors; /* all of its sectors: each is in one of the next three, but a store's */
    uint8_t hit;     /* sectors that were there */
    uint8_t merged;  /* sectors that were on their way */
    uint8_t missed;  /* sectors asked for now (a store's: neither there nor coming) */
    lane_mask lanes;
};

/* A request that an L2 bank has served. */
struct l2_access {
    uint64_t cycle, arrival; /* of the service; of the request */
    const struct message *request;
    uint16_t bank;
    uint8_t hit, merged, missed; /* sectors */
};

/* A request that a DRAM channel has served, told when its last burst was issued. */
struct dram_access {
    sim_time arrival_ps, issue_ps; /* of the request; of its last burst */
    sim_time data_end_ps;          /* of the last burst's data */
    const struct message *request; /* its requester is the L2 bank */
    uint64_t row;
    uint16_t channel;
    uint8_t bank;
    uint8_t row_state; /* enum dram_row_state */
};

enum dram_row_state { DRAM_ROW_HIT, DRAM_ROW_MISS /* was closed */, DRAM_ROW_CONFLICT };

struct observer {
    void *data;

    /* -- SM. models/sm/sm_view.h says what the warps are and what they wait for. */
    /* The SM's current cycle, after arrivals and before it issues. */
    void (*cycle)(void *data, const struct sm *sm);
    /* Nothing happens for `span` cycles from `first` on: all warps' states stay. Told before the
     * event that ends the gap; `span` > 0. Cycles and gaps follow each other without holes from
     * cycle 0 to the end of the run. An idle SM that hears of a kernel's end then has one cycle
     * more. */
    void (*gap)(void *data, const struct sm *sm, uint64_t first, uint64_t span);
    /* A scheduler picks one of the warps that could issue (`candidates`). WARP_NONE: it holds them
     * all back. The policy does not know of the issue yet (sm_view_visited). A scheduler without
     * such warps is not told of: its ready warps wait for units. */
    void (*picked)(void *data, const struct sm *sm, unsigned scheduler, uint64_t candidates,
                   unsigned slot);
    /* A warp issues, and has executed, the instruction at pc. */
    void (*issued)(void *data, unsigned sm, uint64_t cycle, unsigned warp, uint32_t pc,
                   const struct issued *what);
    void (*warp_started)(void *data, const struct sm *sm, unsigned warp);
    /* Its last reply and acknowledgement are in; the views of warp and block are still there. */
    void (*warp_ended)(void *data, const struct sm *sm, unsigned warp);
    void (*l1_access)(void *data, const struct l1_access *access);
    /* All lines of L1D from that address on are dropped. */
    void (*l1_dropped)(void *data, unsigned sm, uint64_t cycle, uint64_t from_address);
    /* A request enters the SM's port; a reply or acknowledgement to it has arrived. Between the two
     * (sm, tag) is the request's own. Only writes share tags, and other requests may have their
     * numbers. */
    void (*sent)(void *data, unsigned sm, uint64_t cycle, const struct message *request);
    void (*replied)(void *data, unsigned sm, uint64_t cycle, const struct message *reply);

    /* -- memory side */
    void (*l2_access)(void *data, const struct l2_access *access);
    /* The bank hands the reply to a request to its port. */
    void (*l2_replied)(void *data, unsigned bank, uint64_t cycle, const struct message *request);
    void (*dram_access)(void *data, const struct dram_access *access);

    /* -- wires. Both are told ahead: the times may be later than what the unit is doing. */
    /* A message leaves its sender at `departure`. Its arrival, source, sequence and port are those
     * at the receiver. Messages of one wire come in their order. */
    void (*posted)(void *data, const struct wire *wire, sim_time departure,
                   const struct message *message);
    /* The receiver has made room; the sender has the credit at `arrival`. The n-th message of a
     * wire with c credits uses the (n - c)-th credit, and this has been told before. */
    void (*credited)(void *data, const struct wire *wire, sim_time arrival);
};

enum { OBSERVERS_MAX = 16 };

/* The observers of a run. */
struct observers {
    unsigned n;
    const struct observer *list[OBSERVERS_MAX];
};

/* Calls a function of each observer that has it. */
#define OBSERVERS_TELL(to, function, ...)                                                          \
    do {                                                                                           \
        const struct observers *told_ = (to);                                                      \
        for (unsigned i_ = 0; i_ < told_->n; i_++)                                                 \
            if (told_->list[i_]->function)                                                         \
                told_->list[i_]->function(told_->list[i_]->data, __VA_ARGS__);                     \
    } while (0)

#endif
