/* SPDX-License-Identifier: BSD-3-Clause */
/* Before its turn the SM has the host load what replies will touch.
 *
 * A bank has written a reply's bytes in a turn of its own, and its MSHR was last used when the
 * request left. Both are seldom in the host's first caches by then. Without this the SM would wait
 * for one reply's memory after the other; so it waits for all of them at once. Nothing here changes
 * what is simulated.
 *
 * A function that only prefetches must be inlined always. GCC (12) takes it for one without effect,
 * and drops its calls.
 */
#ifndef SIMGPU_SM_AHEAD_H
#define SIMGPU_SM_AHEAD_H

#include "base/host/host_cache.h"
#include "models/core/message_memory.h"
#include "models/sm/whole/sm_parts.h"

/* A turn seldom has more messages. */
enum { SM_MOST_AHEAD = 16 };

/* What the messages that arrive before `until` will touch. */
G_ALWAYS_INLINE static inline void sm_load_ahead(const struct sm *sm, sim_time until)
{
    const struct inbox *inbox = &sm->core.unit.inbox;
    if (inbox->head >= until || inbox->head_ring >= inbox->n_rings)
        return;
    const struct ring *queue = inbox_queue(inbox, inbox->head_ring);
    const uint32_t n = MIN(queue->count, SM_MOST_AHEAD);
    for (uint32_t i = 0; i < n; i++) {
        const struct message *next = ring_at(queue, i, sizeof *next);
        if (next->arrival >= until || !message_is_of_memory(next))
            return;
        if (message_cache(next) == MESSAGE_L1D && next->kind != MESSAGE_WRITE_ACK)
            __builtin_prefetch(&sm->l1d.mshrs[message_number(next)]);
        if (next->payload) {
            __builtin_prefetch(next->payload->bytes);
            __builtin_prefetch(next->payload->bytes + HOST_CACHE_LINE);
        }
    }
}

#endif
