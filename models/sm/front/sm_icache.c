/* SPDX-License-Identifier: BSD-3-Clause */
#include "models/sm/front/sm_icache.h"

/* A warp may only trust its last line while the cache still holds it. */
static void forget_line(struct sm_fetch *fetch, uint64_t line)
{
    for (uint64_t warps = fetch->warps->resident; warps; warps &= warps - 1) {
        struct sm_warp *warp = &fetch->warps->list[__builtin_ctzll(warps)];
        if (warp->buffer.line == line) {
            warp->buffer.line = UINT64_MAX;
            warp->buffer.count = 0;
        }
    }
}

int sm_icache_ask(struct sm_fetch *fetch, const struct sm_warp *warp, uint64_t line)
{
    int victim = tag_array_choose_victim(&fetch->tags, line);
    if (victim < 0 || fetch->misses == fetch->config->fetch.mshrs || !sm_port_has_room(fetch->port))
        return -1;
    if (tag_array_state(&fetch->tags, victim) == TAG_VALID)
        forget_line(fetch, tag_array_address(&fetch->tags, victim));
    tag_array_reserve(&fetch->tags, victim, line);
    fetch->waiting[victim] = 0;
    fetch->since[victim] = fetch->core->cycle;
    if (fetch->ahead)
        fetch->ahead[victim] = false;
    fetch->misses++;
    sm_port_push(fetch->port, MESSAGE_FETCH, line,
                 message_transaction(MESSAGE_ICACHE, (uint32_t)victim, 0),
                 warp->context.block->launch->id, fetch->config->header_bytes, WHOLE_LINE, NULL);
    return victim;
}

/* Where the warp's kernel ends. */
static uint64_t end_of_code(const struct sm_fetch *fetch, const struct sm_warp *warp)
{
    return warp->context.block->launch->code_address +
           (uint64_t)sm_fetch_place(warp, warp->context.code->n_instructions) *
               fetch->config->fetch.instruction_bytes;
}

void sm_icache_run_ahead(struct sm_fetch *fetch, const struct sm_warp *warp, uint64_t line)
{
    const uint64_t end = MIN(end_of_code(fetch, warp),
                             line + (fetch->config->fetch.ahead + UINT64_C(1)) * LINE_BYTES);
    for (uint64_t next = line + LINE_BYTES; next < end; next += LINE_BYTES) {
        if (tag_array_find(&fetch->tags, next) >= 0)
            continue;
        const int index = sm_icache_ask(fetch, warp, next);
        if (index < 0)
            return;
        fetch->ahead[index] = true;
        fetch->core->counters.icache.prefetches++;
    }
}

void sm_icache_use_ahead(struct sm_fetch *fetch, const struct sm_warp *warp, int index)
{
    struct sm_counters *counters = &fetch->core->counters;
    fetch->ahead[index] = false;
    counters->icache.prefetches_used++;
    if (tag_array_state(&fetch->tags, index) == TAG_RESERVED)
        counters->icache.prefetches_late++;
    sm_icache_run_ahead(fetch, warp, tag_array_address(&fetch->tags, index));
}
