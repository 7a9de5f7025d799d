/* SPDX-License-Identifier: BSD-3-Clause */
/* The L1 data cache: Fermi's, write-evict without allocation, with MSHRs that merge.
 *
 * Lines hold data, so a stale line is stale here as it is in hardware. What takes effect at L2
 * (stores, atomics, strong accesses) drops its line; if the line is still being fetched, the
 * fill is cut off from the cache: it serves those who wait for it, and later loads go to L2 behind
 * the store. An acquire drops all lines of device memory, but not those of local memory, which
 * nobody else can write to.
 *
 * Source: CUDA C Programming Guide 4.2, F.4.2; NVIDIA PTX ISA 8.7.8.1 "Cache operators".
 * Differs: local memory is written through as well (Fermi writes it back). ASSUMED: allocation on
 * miss, LRU.
 */
#include "models/sm/sm_internal.h"

enum { SECTOR_BYTES = 32, ATOMIC_LANE_BYTES = 8 };

void sm_l1d_init(struct sm *sm)
{
    const struct sm_config *config = sm->config;
    tag_array_init(&sm->l1d, config->l1d.size_bytes, config->l1d.ways, LINE_BYTES);
    tag_array_use_index(&sm->l1d, config->l1d_set_index);
    uint32_t lines = tag_array_lines(&sm->l1d);
    sm->l1d_data = g_new0(struct payload *, lines);
    sm->l1d_mshr = g_new0(int32_t, lines);
    sm->mshrs = g_new0(struct mshr, config->l1d_mshrs);
    sm->mshr_free = g_new0(uint32_t, config->l1d_mshrs);
    for (uint32_t i = 0; i < config->l1d_mshrs; i++) {
        sm->mshrs[i].waiters = g_new0(struct mshr_waiter, config->l1d_merges);
        sm->mshr_free[sm->n_mshr_free++] = config->l1d_mshrs - 1 - i;
    }
}

static void drop_data(struct sm *sm, int line)
{
    payload_give_back(&sm->unit.engine->payloads, sm->l1d_data[line]);
    sm->l1d_data[line] = NULL;
}

void sm_l1d_finish(struct sm *sm)
{
    for (uint32_t i = 0; i < tag_array_lines(&sm->l1d); i++)
        drop_data(sm, (int)i);
    tag_array_finish(&sm->l1d);
    for (uint32_t i = 0; i < sm->config->l1d_mshrs; i++)
        g_free(sm->mshrs[i].waiters);
    g_free(sm->mshrs);
    g_free(sm->mshr_free);
    g_free(sm->l1d_data);
    g_free(sm->l1d_mshr);
}

/* Takes a line out of the cache, or cuts off its fill. Returns whether it was there. */
static bool drop_line(struct sm *sm, int line)
{
    if (line < 0)
        return false;
    if (tag_array_state(&sm->l1d, line) == TAG_RESERVED)
        sm->mshrs[sm->l1d_mshr[line]].cache_line = -1;
    else
        drop_data(sm, line);
    tag_array_invalidate(&sm->l1d, line);
    return true;
}

void sm_l1d_invalidate(struct sm *sm)
{
    for (uint32_t i = 0; i < tag_array_lines(&sm->l1d); i++)
        if (tag_array_state(&sm->l1d, (int)i) != TAG_INVALID)
            drop_line(sm, (int)i);
}

void sm_l1d_acquire(struct sm *sm)
{
    for (uint32_t i = 0; i < tag_array_lines(&sm->l1d); i++)
        if (tag_array_state(&sm->l1d, (int)i) != TAG_INVALID &&
            tag_array_address(&sm->l1d, (int)i) >= DEVICE_MEMORY_BASE)
            drop_line(sm, (int)i);
}

static struct mshr *take_mshr(struct sm *sm, uint64_t line, int cache_line)
{
    struct mshr *mshr = &sm->mshrs[sm->mshr_free[--sm->n_mshr_free]];
    mshr->line = line;
    mshr->cache_line = cache_line;
    mshr->n_waiters = 0;
    return mshr;
}

static void add_waiter(struct sm *sm, struct mshr *mshr, const struct ldst_entry *entry,
                       lane_mask lanes)
{
    mshr->waiters[mshr->n_waiters++] = (struct mshr_waiter){entry->access, lanes};
    sm->accesses[entry->access].remaining++;
}

static void request(struct sm *sm, const struct mshr *mshr, const struct ldst_entry *entry)
{
    sm_out_push(sm, entry->values ? MESSAGE_READ : MESSAGE_FETCH, mshr->line,
                TAG_MSHR | (uint32_t)(mshr - sm->mshrs), entry->launch, sm->config->header_bytes,
                WHOLE_LINE, NULL);
}

static void hit(struct sm *sm, const struct ldst_entry *entry, int line, lane_mask lanes)
{
    struct access *access = &sm->accesses[entry->access];
    sm->counters.l1d_hits++;
    tag_array_touch(&sm->l1d, line);
    if (sm->l1d_data[line])
        sm_access_deliver(sm, entry->access, lanes, sm->l1d_data[line]->bytes);
    access->ready = MAX(access->ready, sm->cycle + sm->config->l1d_latency);
}

static bool miss(struct sm *sm, const struct ldst_entry *entry, const struct line_transaction *line)
{
    if (sm->n_mshr_free == 0 || !sm_out_has_room(sm))
        return false;
    int victim = tag_array_choose_victim(&sm->l1d, line->line);
    if (victim < 0)
        return false;
    drop_data(sm, victim);
    tag_array_reserve(&sm->l1d, victim, line->line);
    struct mshr *mshr = take_mshr(sm, line->line, victim);
    sm->l1d_mshr[victim] = (int32_t)(mshr - sm->mshrs);
    sm->counters.l1d_misses++;
    add_waiter(sm, mshr, entry, line->lanes);
    request(sm, mshr, entry);
    return true;
}

static bool load_uncached(struct sm *sm, const struct ldst_entry *entry,
                          const struct line_transaction *line)
{
    if (sm->n_mshr_free == 0 || !sm_out_has_room(sm))
        return false;
    drop_line(sm, tag_array_find(&sm->l1d, line->line));
    struct mshr *mshr = take_mshr(sm, line->line, -1);
    sm->counters.l1d_uncached++;
    add_waiter(sm, mshr, entry, line->lanes);
    request(sm, mshr, entry);
    return true;
}

bool sm_l1d_load(struct sm *sm, struct ldst_entry *entry, const struct line_transaction *line)
{
    bool done;
    int index = tag_array_find(&sm->l1d, line->line);
    if (entry->flags & (INSTRUCTION_STRONG | INSTRUCTION_UNCACHED)) {
        done = load_uncached(sm, entry, line);
    } else if (index < 0) {
        done = miss(sm, entry, line);
    } else if (tag_array_state(&sm->l1d, index) == TAG_VALID) {
        hit(sm, entry, index, line->lanes);
        done = true;
    } else {
        struct mshr *mshr = &sm->mshrs[sm->l1d_mshr[index]];
        done = mshr->n_waiters < sm->config->l1d_merges;
        if (done) {
            sm->counters.l1d_merges++;
            add_waiter(sm, mshr, entry, line->lanes);
        }
    }
    sm->counters.l1d_loads += done;
    return done;
}

bool sm_l1d_store(struct sm *sm, struct ldst_entry *entry, const struct line_transaction *line)
{
    if (!sm_out_has_room(sm))
        return false;
    sm->counters.l1d_stores++;
    sm->counters.l1d_evicted_by_store += drop_line(sm, tag_array_find(&sm->l1d, line->line));
    uint32_t sectors = (uint32_t)__builtin_popcount(line->sectors);
    sm_out_push(sm, MESSAGE_WRITE, line->line,
                entry->warp | (uint32_t)entry->epoch << WRITE_TAG_EPOCH_SHIFT, entry->launch,
                sm->config->header_bytes + sectors * SECTOR_BYTES, line->sectors,
                entry->payloads[entry->position]);
    return true;
}

bool sm_l1d_atomic(struct sm *sm, struct ldst_entry *entry, const struct line_transaction *line)
{
    if (sm->n_mshr_free == 0 || !sm_out_has_room(sm))
        return false;
    drop_line(sm, tag_array_find(&sm->l1d, line->line));
    struct mshr *mshr = take_mshr(sm, line->line, -1);
    add_waiter(sm, mshr, entry, line->lanes);
    uint32_t lanes = (uint32_t)__builtin_popcount(line->lanes);
    sm_out_push(sm, MESSAGE_ATOMIC, line->line, TAG_MSHR | (uint32_t)(mshr - sm->mshrs),
                entry->launch, sm->config->header_bytes + lanes * ATOMIC_LANE_BYTES, line->sectors,
                entry->payloads[entry->position]);
    return true;
}

/* Old values of an atomic: lane i's is at the start of its record in the payload. */
static void deliver_atomic(struct sm *sm, const struct mshr *mshr, const struct payload *payload)
{
    uint32_t index = mshr->waiters[0].access;
    struct access *access = &sm->accesses[index];
    const uint8_t *base = (const uint8_t *)payload->lanes;
    for (unsigned i = 0; i < payload->n_lanes; i++)
        access->offset[payload->lanes[i].lane] =
            (uint16_t)((const uint8_t *)&payload->lanes[i].a - base);
    const struct warp_context *context = &sm->warps[access->warp].context;
    access->values = context->code->instructions[access->pc].n_destinations > 0;
    sm_access_deliver(sm, index, mshr->waiters[0].lanes, base);
}

void sm_l1d_fill(struct sm *sm, const struct message *message)
{
    uint32_t index = message->tag & TAG_INDEX;
    struct mshr *mshr = &sm->mshrs[index];
    g_assert(mshr->n_waiters > 0 && mshr->line == message->address);
    struct payload *payload = message->payload;
    if (message->kind == MESSAGE_ATOMIC_REPLY)
        deliver_atomic(sm, mshr, payload);
    else if (payload)
        for (unsigned i = 0; i < mshr->n_waiters; i++)
            sm_access_deliver(sm, mshr->waiters[i].access, mshr->waiters[i].lanes, payload->bytes);
    if (mshr->cache_line >= 0) {
        tag_array_fill(&sm->l1d, mshr->cache_line);
        sm->l1d_data[mshr->cache_line] = payload;
    } else {
        payload_give_back(&sm->unit.engine->payloads, payload);
    }
    for (unsigned i = 0; i < mshr->n_waiters; i++)
        sm_access_reply(sm, mshr->waiters[i].access, sm->cycle + sm->config->l1d_fill_latency);
    mshr->n_waiters = 0;
    sm->mshr_free[sm->n_mshr_free++] = index;
    sm->ldst_stalled = false;
}
