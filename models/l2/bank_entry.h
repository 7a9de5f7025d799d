/* SPDX-License-Identifier: BSD-3-Clause */
/* Requests of an L2 bank, and a pipeline before its queue that takes them only while the queue has
 * room.
 *
 * The crossbar looks at the queue, not at the pipeline between the two. While nothing can go on,
 * the queue fills with the requests that were on their way. When it goes on, nothing comes for as
 * long as the pipeline takes. A request that found the queue full waits before the pipeline. A
 * request that found room there waits at the pipeline's end. The pipeline's cycles are part of the
 * wires' latency: a request that is never held up comes when its wire says.
 *
 * Source: GPGPU-Sim, memory_sub_partition::push and full (l2cache.cc), with gpgpu_l2_rop_latency.
 * Units: cycles of the bank's clock.
 */
#ifndef SIMGPU_L2_BANK_ENTRY_H
#define SIMGPU_L2_BANK_ENTRY_H

#include "models/core/clock.h"
#include "models/core/message_memory.h"
#include "models/core/ring.h"
#include "models/l2/bank_lines.h"

/* How a request comes to one of two halves (bank_halves.h). */
enum bank_way {
    BANK_NEAR, /* from an SM of this half */
    BANK_COPY, /* from another one, whose half has a copy of the line */
    BANK_FAR   /* from another one, over to this half */
};

struct bank_request {
    struct message message;
    uint64_t mask[MASK_WORDS]; /* bytes it writes */
    uint32_t cycles;           /* for which it keeps the bank busy, if it is an atomic */
    uint32_t set;              /* of its line */
    enum bank_way way;         /* only if there are two halves */
    uint64_t arrival;          /* cycle */
};

struct bank_entry_config {
    uint32_t latency; /* 0: there is no such pipeline */
    uint32_t room;    /* with so many sectors the queue takes no more */
};

struct bank_entry_span {
    uint64_t from, to;
};

struct bank_entry {
    const struct bank_entry_config *config;
    struct ring *requests; /* the bank's, of struct bank_request */
    uint32_t entered;      /* the first so many of them have entered the pipeline */
    uint32_t queued;       /* the first so many of these are in the queue */
    uint32_t sectors;      /* in the queue */
    uint64_t free;         /* the pipeline takes the next one from this cycle on */
    struct ring full; /* struct bank_entry_span: when the queue was full, as far back as a request
                         may look. The last one may still go on: CYCLE_NEVER */
};

void bank_entry_init(struct bank_entry *entry, const struct bank_entry_config *config,
                     struct ring *requests);
void bank_entry_finish(struct bank_entry *entry);
/* There is a first request, but the cycle of its arrival isn't known. */
static inline bool bank_entry_knows_none(const struct bank_entry *entry)
{
    return entry->entered == 0 && entry->requests->count > 0;
}

/* Does everything that happens up to that cycle, before the bank acts in it. Then the arrival of
 * the first request, if there is one, is known. */
void bank_entry_run(struct bank_entry *entry, uint64_t cycle);
/* The same if there is a first request whose arrival isn't known. */
void bank_entry_begin(struct bank_entry *entry, uint64_t cycle);
/* The first request leaves the queue in that cycle, which bank_entry_run has reached. Call it
 * before the ring drops the request. */
void bank_entry_leaves(struct bank_entry *entry, uint64_t cycle);

#endif
