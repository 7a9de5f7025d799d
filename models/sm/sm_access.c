/* SPDX-License-Identifier: BSD-3-Clause */
/* Loads and atomics on their way, and the counts of requests that warps and blocks have out. */
#include "models/sm/sm_events.h"

enum { FIRST_ACCESSES = 64 };

/* Twice as many as before. */
static void grow(struct sm *sm)
{
    uint32_t first = sm->accesses.n, n = first ? 2 * first : FIRST_ACCESSES;
    sm->accesses.list = g_renew(struct access, sm->accesses.list, n);
    sm->accesses.values = g_renew(struct access_values, sm->accesses.values, n);
    for (uint32_t i = n; i > first; i--) {
        sm->accesses.list[i - 1] = (struct access){.next_free = sm->accesses.free};
        sm->accesses.free = i - 1;
    }
    sm->accesses.n = n;
}

uint32_t sm_access_take(struct sm *sm, unsigned slot, uint32_t pc,
                        const struct instruction *instruction)
{
    if (sm->accesses.free == NO_ACCESS)
        grow(sm);
    uint32_t index = sm->accesses.free;
    struct access *access = &sm->accesses.list[index];
    sm->accesses.free = access->next_free;
    *access = (struct access){.pc = pc,
                              .warp = (uint8_t)slot,
                              .acquire = (instruction->flags & INSTRUCTION_ACQUIRE) &&
                                         sm->issue.what.space == SPACE_GLOBAL,
                              .async = sm->issue.what.async == ASYNC_COPY,
                              .epoch = sm_requests_begin(&sm->warps, slot, 1)};
    if (access->async)
        sm_async_begin(sm, access);
    return index;
}

/* One request less is out: fences may go on, and a warp that has ended may leave. */
static void count_down(struct sm *sm, unsigned slot, unsigned epoch)
{
    const struct sm_warp *warp = &sm->warps.list[slot];
    sm_requests_end(&sm->warps, slot, epoch);
    sm_fence_progress(sm, warp->block);
    if (warp->outstanding == 0 && (sm->warps.draining >> slot & 1))
        sm_retire_warp(sm, slot);
}

/* Asynchronous copies, acquires, and what policies want to hear of. */
G_NO_INLINE static void finish_special(struct sm *sm, struct access *access)
{
    if (sm->core.policies.loads_told)
        sm_policy_loaded(sm, access);
    if (access->async)
        sm_async_done(sm, access);
    if (access->acquire)
        sm_acquire_done(sm, access->warp, access->ready);
}

static void finish_access(struct sm *sm, uint32_t index)
{
    struct access *access = &sm->accesses.list[index];
    struct sm_warp *warp = &sm->warps.list[access->warp];
    const struct instruction *instruction = &warp->context.code->instructions[access->pc];
    for (unsigned i = 0; i < instruction->n_destinations; i++)
        warp->ready_at[instruction->registers[i]] = access->ready;
    unsigned slot = access->warp, epoch = access->epoch;
    access->next_free = sm->accesses.free;
    sm->accesses.free = index;
    if (G_UNLIKELY(access->async | access->acquire | sm->core.policies.loads_told))
        finish_special(sm, access);
    sm_warp_loaded(&sm->warps, slot);
    count_down(sm, slot, epoch);
}

void sm_access_sent(struct sm *sm, uint32_t index, uint64_t ready)
{
    struct access *access = &sm->accesses.list[index];
    access->sent = true;
    access->ready = MAX(access->ready, ready);
    if (access->remaining == 0)
        finish_access(sm, index);
}

void sm_access_reply(struct sm *sm, uint32_t index, uint64_t ready)
{
    struct access *access = &sm->accesses.list[index];
    g_assert(access->remaining > 0);
    access->remaining--;
    access->ready = MAX(access->ready, ready);
    if (access->remaining == 0 && access->sent)
        finish_access(sm, index);
}

void sm_access_deliver(struct sm *sm, uint32_t index, lane_mask lanes, const uint8_t *data)
{
    const struct access *access = &sm->accesses.list[index];
    const struct access_values *values = &sm->accesses.values[index];
    struct warp_context *context = &sm->warps.list[access->warp].context;
    if (access->async)
        async_copy_deliver(&values->copy, context->block->shared, lanes, data, values->offset);
    else if (access->values)
        context->code->ops->deliver(context, access->pc, lanes, data, values->offset);
}

void sm_write_acknowledged(struct sm *sm, uint32_t number)
{
    count_down(sm, number & MESSAGE_SLOT_MASK, number >> MESSAGE_EPOCH_SHIFT);
}
