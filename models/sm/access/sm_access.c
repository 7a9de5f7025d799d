/* SPDX-License-Identifier: BSD-3-Clause */
#include "models/sm/access/sm_access.h"
#include "models/core/payload.h"
#include "models/sm/access/sm_async.h"
#include "models/sm/front/sm_requests.h"
#include "workloads/instruction_source.h"
#include <string.h>

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

/* Makes room for twice as many as before. */
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

uint16_t *sm_access_want_values(struct sm_accesses *accesses, uint32_t index,
                                const struct issued *issued)
{
    struct access_values *values = &accesses->values[index];
    accesses->list[index].values = true;
    values->to = issued->loaded;
    values->bytes = issued->loaded_bytes;
    return values->offset;
}

/* Whether all lanes' values lie side by side; few others get as far as the loop. */
static inline bool side_by_side(const uint16_t offset[WARP_LANES], unsigned bytes)
{
    unsigned differences = 0;
    if (offset[WARP_LANES - 1] - offset[0] != (int)((WARP_LANES - 1) * bytes))
        return false;
    for (unsigned i = 0; i < WARP_LANES; i++)
        differences |= offset[i] ^ (uint16_t)(offset[0] + i * bytes);
    return differences == 0;
}

static void copy_values(const struct access_values *values, lane_mask lanes, const uint8_t *data)
{
    uint32_t *words = (uint32_t *)(void *)values->to;
    uint64_t *longs = (uint64_t *)(void *)values->to;
    if (values->bytes == sizeof *longs)
        for (; lanes; lanes &= lanes - 1) {
            const unsigned i = (unsigned)__builtin_ctz(lanes);
            memcpy(&longs[i], data + values->offset[i], sizeof *longs);
        }
    else if (lanes == UINT32_MAX && side_by_side(values->offset, sizeof *words))
        memcpy(words, data + values->offset[0], WARP_LANES * sizeof *words);
    else
        for (; lanes; lanes &= lanes - 1) {
            const unsigned i = (unsigned)__builtin_ctz(lanes);
            memcpy(&words[i], data + values->offset[i], sizeof *words);
        }
}

void sm_access_deliver(struct sm_accesses *accesses, uint32_t index, lane_mask lanes,
                       const uint8_t *data)
{
    const struct access *access = &accesses->list[index];
    const struct access_values *values = &accesses->values[index];
    struct warp_context *context = &accesses->warps->list[access->warp].context;
    if (access->async)
        async_copy_deliver(&values->copy, context->block->shared, lanes, data, values->offset);
    else if (access->values && values->to)
        copy_values(values, lanes, data);
    else if (access->values)
        context->code->ops->deliver(context, access->pc, lanes, data, values->offset);
}

void sm_access_deliver_atomic(struct sm_accesses *accesses, uint32_t index, lane_mask lanes,
                              const struct payload *payload)
{
    struct access *access = &accesses->list[index];
    uint16_t *offset = accesses->values[index].offset;
    accesses->values[index].to = NULL;
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
