/* SPDX-License-Identifier: BSD-3-Clause */
#include "models/sm/sm_access.h"
#include "models/core/payload.h"
#include "models/sm/sm_requests.h"

enum { FIRST_ACCESSES = 64 };

void sm_accesses_init(struct sm_accesses *accesses, struct sm_warps *warps)
{
    accesses->warps = warps;
    accesses->free = NO_ACCESS;
}

void sm_accesses_finish(struct sm_accesses *accesses)
{
    g_free(accesses->list);
    g_free(accesses->values);
}

void sm_accesses_start_warp(struct sm_accesses *accesses, unsigned slot)
{
    accesses->copies[slot] = (struct async_copies){0};
}

/* Twice as many as before. */
static void grow(struct sm_accesses *accesses)
{
    uint32_t first = accesses->n, n = first ? 2 * first : FIRST_ACCESSES;
    accesses->list = g_renew(struct access, accesses->list, n);
    accesses->values = g_renew(struct access_values, accesses->values, n);
    for (uint32_t i = n; i > first; i--) {
        accesses->list[i - 1] = (struct access){.next_free = accesses->free};
        accesses->free = i - 1;
    }
    accesses->n = n;
}

uint32_t sm_access_take(struct sm_accesses *accesses, unsigned slot, uint32_t pc,
                        const struct instruction *instruction, const struct issued *issued)
{
    if (accesses->free == NO_ACCESS)
        grow(accesses);
    uint32_t index = accesses->free;
    struct access *access = &accesses->list[index];
    accesses->free = access->next_free;
    *access = (struct access){.pc = pc,
                              .warp = (uint8_t)slot,
                              .acquire = (instruction->flags & INSTRUCTION_ACQUIRE) &&
                                         issued->space == SPACE_GLOBAL,
                              .holds = instruction->op_class == OP_ATOMIC &&
                                       accesses->warps->core->config->access.atomic_waits,
                              .async = issued->async == ASYNC_COPY,
                              .epoch = sm_requests_begin(accesses->warps, slot, 1)};
    if (access->async)
        sm_async_begin(accesses, access, &issued->copy);
    return index;
}

uint16_t *sm_access_want_values(struct sm_accesses *accesses, uint32_t access)
{
    accesses->list[access].values = true;
    return accesses->values[access].offset;
}

void sm_access_deliver(struct sm_accesses *accesses, uint32_t index, lane_mask lanes,
                       const uint8_t *data)
{
    const struct access *access = &accesses->list[index];
    const struct access_values *values = &accesses->values[index];
    struct warp_context *context = &accesses->warps->list[access->warp].context;
    if (access->async)
        async_copy_deliver(&values->copy, context->block->shared, lanes, data, values->offset);
    else if (access->values)
        context->code->ops->deliver(context, access->pc, lanes, data, values->offset);
}

void sm_access_deliver_atomic(struct sm_accesses *accesses, uint32_t index, lane_mask lanes,
                              const struct payload *payload)
{
    struct access *access = &accesses->list[index];
    uint16_t *offset = accesses->values[index].offset;
    const uint8_t *base = (const uint8_t *)payload->lanes;
    for (unsigned i = 0; i < payload->n_lanes; i++)
        offset[payload->lanes[i].lane] = (uint16_t)((const uint8_t *)&payload->lanes[i].a - base);
    const struct warp_context *context = &accesses->warps->list[access->warp].context;
    access->values = context->code->instructions[access->pc].n_destinations > 0;
    sm_access_deliver(accesses, index, lanes, base);
}

void sm_access_free(struct sm_accesses *accesses, uint32_t index)
{
    accesses->list[index].next_free = accesses->free;
    accesses->free = index;
}
