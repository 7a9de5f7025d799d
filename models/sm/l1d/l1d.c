/* SPDX-License-Identifier: BSD-3-Clause */
/* The L1 data cache: its lines and fills. Loads: l1d_load.c; stores: l1d_store.c; MSHRs:
 * l1d_mshrs.c.
 *
 * A line is divided into sectors of 32 bytes, each valid or not. A miss asks for the missing
 * sectors (l1d.sector=32B) or for the whole line (128B), in one message. The reply fills these
 * alone. With l1d.allocate=miss a line is reserved meanwhile. With fill, no line is taken until the
 * reply comes, so only MSHRs limit the misses that are out.
 *
 * Lines hold data, so a stale line is stale here as it is in hardware. Accesses that take effect at
 * L2 (atomics, strong accesses, stores by the platform's policy) drop their line. Sectors of it
 * that are still being fetched are cut off from the cache. They serve the accesses that wait for
 * them; later loads go to L2 behind the store. An acquire drops all lines of device memory, but not
 * those of local memory, which nobody else can write to.
 *
 * Source: CUDA C Programming Guide 4.2, F.4.2; NVIDIA PTX ISA 8.7.8.1 "Cache operators"; sectors
 * and allocation: Khairy, Akram, Tine, Rogers, "Accel-Sim" (ISCA 2020), section IV-C. ASSUMED: LRU
 * unless a run chooses another policy (l1_replacement), where a use is an access, not a fill.
 */
#include "models/sm/l1d/l1d.h"
#include "models/sm/l1d/l1d_claim.h"
#include <string.h>

static void init_replacement(struct l1d *l1d)
{
    const struct sm_site *sm = &l1d->core->site;
    struct tag_array *tags = &l1d->tags;
    const struct replacement_site site = {
        .sets = tags->sets, .ways = tags->ways, .cache = sm->index, .in_l1 = true};
    l1d->replacer = replacer_new(sm->policies->of[POLICY_L1_REPLACEMENT],
                                 l1d->core->policies.replacement_state, &site);
    tag_array_use_replacer(tags, l1d->replacer);
}

static void init_telling(struct l1d *l1d)
{
    const struct sm_members *members = &l1d->core->policies.members;
    if (members->needs & NEED_LINE_HISTORY)
        l1d->history = g_new0(struct warp_line, tag_array_lines(&l1d->tags));
    l1d->told = l1d->history || l1d->replacer || l1d->core->site.observers ||
                sm_members_want(members, SM_EVENT(accessed)) ||
                sm_members_want(members, SM_EVENT(filled)) ||
                sm_members_want(members, SM_EVENT(evicted));
}

void l1d_init(struct l1d *l1d, struct sm_core *core, struct sm_accesses *accesses,
              struct sm_port *port)
{
    const struct sm_config *config = l1d->config = core->config;
    const struct cache_shape shape = sm_config_l1d_tags(config);
    struct arena *arena = core->unit.engine->arena;
    l1d->core = core;
    l1d->accesses = accesses;
    l1d->port = port;
    tag_array_init(&l1d->tags, arena, shape.size_bytes, shape.ways, LINE_BYTES);
    tag_array_use_index(&l1d->tags, config->l1d_set_index);
    init_replacement(l1d);
    init_telling(l1d);
    uint32_t lines = tag_array_lines(&l1d->tags);
    l1d->lines = arena_new0(arena, struct l1d_line, lines);
    l1d->data = arena_new0(arena, struct payload *, lines);
    if (config->l1d_write == L1D_WRITE_ALLOCATE)
        l1d->stored = arena_take_rare(arena, lines, sizeof *l1d->stored);
    l1d_mshrs_init(l1d, arena);
}

void l1d_finish(struct l1d *l1d)
{
    for (uint32_t i = 0; l1d->tags.not_invalid > 0 && i < tag_array_lines(&l1d->tags); i++)
        l1d_clear_line(l1d, (int)i);
    tag_array_finish(&l1d->tags);
    replacer_free(l1d->replacer);
    g_free(l1d->history);
}

/* Drops the lines at and above an address, and cuts off what is on its way there. */
static void drop_lines_from(struct l1d *l1d, uint64_t address)
{
    struct tag_array *tags = &l1d->tags;
    if (G_UNLIKELY(l1d->core->site.observers != NULL))
        OBSERVERS_TELL(l1d->core->site.observers, l1_dropped, l1d->core->site.index,
                       l1d->core->cycle, address);
    l1d_cut_off_all(l1d, address);
    for (uint32_t i = 0; tags->not_invalid > 0 && i < tag_array_lines(tags); i++)
        if (tag_array_state(tags, (int)i) == TAG_VALID &&
            tag_array_address(tags, (int)i) >= address)
            l1d_drop_line(l1d, (int)i);
}

void l1d_invalidate(struct l1d *l1d)
{
    drop_lines_from(l1d, 0);
}

void l1d_acquire(struct l1d *l1d)
{
    drop_lines_from(l1d, DEVICE_MEMORY_BASE);
}

/* The line that a reply goes into; it holds nothing yet if it was not reserved. */
static int line_to_fill(struct l1d *l1d, const struct mshr *mshr)
{
    struct tag_array *tags = &l1d->tags;
    if (mshr->cache_line >= 0)
        return mshr->cache_line;
    int index = tag_array_find(tags, mshr->line);
    if (index >= 0)
        return index;
    const struct access *first = &l1d->accesses->list[mshr->waiter.access];
    index = l1d_victim(l1d, mshr->line, first->warp, first->pc, false);
    g_assert(index >= 0);
    l1d_claim_line(l1d, index, mshr->line, first->warp, first->pc);
    tag_array_fill(tags, index);
    return index;
}

/* Puts those of these sectors that the MSHR keeps into its line. Takes over the payload. */
static inline void keep_sectors(struct l1d *l1d, struct mshr *mshr, uint8_t sectors,
                                struct payload *payload)
{
    struct payload_pool *pool = l1d->core->unit.payloads;
    uint8_t kept = mshr->keep & sectors;
    if (!kept) {
        payload_give_back(pool, payload);
        return;
    }
    int index = line_to_fill(l1d, mshr);
    struct l1d_line *line = &l1d->lines[index];
    line->valid |= kept;
    if (payload && !l1d->data[index]) {
        l1d->data[index] = payload;
    } else if (payload) {
        uint8_t *data = l1d->data[index]->bytes;
        for (unsigned left = kept; left; left &= left - 1) {
            size_t at = (size_t)__builtin_ctz(left) * SECTOR_BYTES;
            memcpy(data + at, payload->bytes + at, SECTOR_BYTES);
        }
        payload_give_back(pool, payload);
    }
    mshr->keep &= (uint8_t)~kept;
    if (G_UNLIKELY(l1d->told))
        l1d_tell_filled(l1d, index, mshr->merged);
    mshr->merged = 0;
    line->pending &= (uint8_t)~kept;
    if (mshr->cache_line >= 0 && !line->pending)
        l1d_settle_line(l1d, index);
}

/* Delivers the bytes of the sectors to the lanes of the accesses that wait. */
static void deliver(struct l1d *l1d, struct mshr *mshr, uint8_t sectors,
                    const struct payload *payload)
{
    for (unsigned i = 0; i < mshr->n_waiters; i++) {
        const struct mshr_waiter *waiter = l1d_waiter(l1d, mshr, i);
        const struct line_transaction wanted = {.lanes = waiter->lanes, .sectors = WHOLE_LINE};
        lane_mask lanes = l1d_lanes_in(l1d, waiter->access, &wanted, sectors);
        sm_access_deliver(l1d->accesses, waiter->access, lanes, payload->bytes);
    }
}

/* With l1d.mshr_replies: sectors of a request have come, the last one in this cycle. Each is passed
 * to all accesses that want it, one after another. */
static void answer(struct l1d *l1d, struct mshr *mshr, uint8_t sectors)
{
    const uint32_t replies = l1d->config->access.replies;
    const unsigned come = l1d_units(l1d, sectors), all = l1d_units(l1d, mshr->sectors);
    const uint32_t due = mshr->wanted * come / all;
    const uint64_t now = l1d->core->cycle;
    mshr->wanted -= (uint16_t)due;
    l1d->answered = MAX(l1d->answered, now + 1 - MIN(now, come)) + (due + replies - 1) / replies;
}

uint64_t l1d_answers(struct l1d *l1d, struct mshr *mshr)
{
    if (mshr->uncached || mshr->wanted == 0)
        return l1d->core->cycle;
    answer(l1d, mshr, mshr->sectors);
    return MIN(l1d->answered - 1, l1d->core->cycle + LONGEST_REPLY);
}

/* A request that has come to L2 in pieces is answered in pieces. All accesses that wait for some of
 * its sectors wait for the last of them. */
G_NO_INLINE static void fill_in_part(struct l1d *l1d, struct mshr *mshr,
                                     const struct message *message)
{
    struct sm_counters *counters = &l1d->core->counters;
    if (message->payload)
        deliver(l1d, mshr, message->sectors, message->payload);
    counters->l1.requests_split++;
    counters->reads_sent += message->kind == MESSAGE_READ_REPLY;
    counters->fetches_sent += message->kind == MESSAGE_FETCH_REPLY;
    if (l1d->config->access.replies > 0)
        answer(l1d, mshr, mshr->sectors & message->sectors);
    l1d_mshr_shrink(l1d, mshr, message->sectors);
    keep_sectors(l1d, mshr, message->sectors, message->payload);
}

bool l1d_is_part(const struct l1d *l1d, const struct message *message)
{
    bool load = message->kind == MESSAGE_READ_REPLY || message->kind == MESSAGE_FETCH_REPLY;
    return load && message_cache(message) == MESSAGE_L1D &&
           (l1d->mshrs[message_number(message)].sectors & ~message->sectors);
}

struct mshr *l1d_fill(struct l1d *l1d, const struct message *message)
{
    struct mshr *mshr = &l1d->mshrs[message_number(message)];
    g_assert(mshr->n_waiters > 0 && mshr->line == message_address(message));
    if (G_UNLIKELY(message_found(message)))
        l1d_tell_l2_found(l1d, message);
    struct payload *payload = message->payload;
    bool atomic = message->kind == MESSAGE_ATOMIC_REPLY;
    if (G_UNLIKELY((mshr->sectors & ~message->sectors) && !atomic)) {
        fill_in_part(l1d, mshr, message);
        return NULL;
    }
    if (payload && atomic)
        sm_access_deliver_atomic(l1d->accesses, mshr->waiter.access, mshr->waiter.lanes, payload);
    else if (payload && G_LIKELY(!mshr->in_parts))
        for (unsigned i = 0; i < mshr->n_waiters; i++) {
            const struct mshr_waiter *waiter = l1d_waiter(l1d, mshr, i);
            sm_access_deliver(l1d->accesses, waiter->access, waiter->lanes, payload->bytes);
        }
    else if (payload)
        deliver(l1d, mshr, message->sectors, payload);
    keep_sectors(l1d, mshr, WHOLE_LINE, payload);
    return mshr;
}

void l1d_use_ways(struct l1d *l1d, uint32_t ways)
{
    struct tag_array *tags = &l1d->tags;
    for (uint32_t i = 0; tags->not_invalid > 0 && i < tag_array_lines(tags); i++)
        if (i % tags->ways >= ways && tag_array_state(tags, (int)i) != TAG_INVALID)
            l1d_drop_address(l1d, tag_array_address(tags, (int)i));
    tag_array_use_ways(tags, ways);
}
