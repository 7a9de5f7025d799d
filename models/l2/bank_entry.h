/* SPDX-License-Identifier: BSD-3-Clause */
/* A pipeline before a bank's queue that takes requests only while the queue has room.
 *
 * The crossbar looks at the queue, and not at what is between the two: so the queue, while nothing
 * can go on, fills with what was on its way, and when it goes on, nothing comes for as long as the
 * pipeline takes. A request that found the queue full waits before the pipeline; that one which did
 * not waits at its end. The pipeline's cycles are part of the wires' latency: a request that is
 * never held up comes when its wire says.
 *
 * Source: GPGPU-Sim, memory_sub_partition::push and full (l2cache.cc), with gpgpu_l2_rop_latency.
 * Units: cycles of the bank's clock.
 */
#ifndef SIMGPU_L2_BANK_ENTRY_H
#define SIMGPU_L2_BANK_ENTRY_H

#include "models/core/clock.h"
#include "models/core/ring.h"

struct bank_entry_config {
    uint32_t latency; /* 0: there is no such pipeline */
    uint32_t room;    /* of the queue: sectors with which it takes no more */
};

struct bank_entry_span {
    uint64_t from, to;
};

struct bank_entry {
    const struct bank_entry_config *config;
    struct ring *requests; /* the bank's, of struct bank_request */
    uint32_t entered;      /* of them, from the first on: they are in the pipeline, or out of it */
    uint32_t queued;       /* of these, in the queue */
    uint32_t sectors;      /* in the queue */
    uint64_t free;         /* the pipeline takes one from here on */
    struct ring full;      /* struct bank_entry_span: when the queue was full, as far back as a
                              request may look; the last one may go on: CYCLE_NEVER */
};

void bank_entry_init(struct bank_entry *entry, const struct bank_entry_config *config,
                     struct ring *requests);
void bank_entry_finish(struct bank_entry *entry);
/* There is a first request, and it isn't known for when it comes. */
static inline bool bank_entry_knows_none(const struct bank_entry *entry)
{
    return entry->entered == 0 && entry->requests->count > 0;
}

/* Everything that happens up to that cycle, before what the bank does in it; after it the arrival
 * of the first request, if there is one, is known. */
void bank_entry_run(struct bank_entry *entry, uint64_t cycle);
/* The first request leaves the queue in that cycle, which bank_entry_run has reached. Before the
 * ring drops it. */
void bank_entry_leaves(struct bank_entry *entry, uint64_t cycle);

#endif
