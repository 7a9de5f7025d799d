/* SPDX-License-Identifier: BSD-3-Clause */
/* L1D's MSHRs: a request for sectors of a line, and the accesses that wait for its reply.
 *
 * One MSHR is one message, for the missing sectors of one line. A later access to other sectors of
 * the line takes one more. A request of n sectors takes n of l1d.mshrs entries, so that platforms
 * can count as the peer does. MSHRs whose sectors go into L1D are found by line in a hash table.
 * Atomics and strong loads, which L1D does not keep, take such entries too, or, with
 * l1d.mshrs_uncached, one request each of a table of their own.
 *
 * Source: GPGPU-Sim 3.x manual, "Data cache: MSHR"; Accel-Sim (ISCA 2020), section IV-C, for
 * sectors.
 */
#include "models/sm/l1d/l1d_mshrs.h"
#include "models/sm/l1d/l1d_lines.h"

void l1d_mshrs_init(struct l1d *l1d, struct arena *arena)
{
    uint32_t n = l1d->config->l1d_mshrs, bucket_bits = 1;
    while (UINT32_C(1) << bucket_bits < n)
        bucket_bits++;
    l1d->bucket_shift = 64 - bucket_bits;
    l1d->buckets = arena_new0(arena, uint32_t, (gsize)1 << bucket_bits);
    l1d->n_mshrs = n + l1d->config->access.mshrs_uncached;
    l1d->mshrs = arena_take_rare(arena, l1d->n_mshrs, sizeof *l1d->mshrs);
    l1d->waiters =
        arena_take_rare(arena, (gsize)l1d->n_mshrs * l1d->config->l1d_merges, sizeof *l1d->waiters);
    l1d->room = n;
    l1d->room_uncached = l1d->config->access.mshrs_uncached;
}

static inline uint32_t bucket_number(const struct l1d *l1d, uint64_t line)
{
    return line_bucket(line / LINE_BYTES, l1d->bucket_shift);
}

static inline uint32_t *bucket_of(const struct l1d *l1d, uint64_t line)
{
    return &l1d->buckets[bucket_number(l1d, line)];
}

bool l1d_uncached_has_room(const struct l1d *l1d, unsigned sectors)
{
    return l1d->config->access.mshrs_uncached ? l1d->room_uncached > 0
                                              : l1d_mshrs_have_room(l1d, sectors);
}

static inline struct mshr *take(struct l1d *l1d, uint64_t line, uint8_t sectors, uint8_t keep)
{
    struct mshr *mshr = &l1d->mshrs[l1d->n_ever];
    if (l1d->n_free > 0) {
        mshr = &l1d->mshrs[l1d->free];
        l1d->free = mshr->next;
        l1d->n_free--;
    } else {
        l1d->n_ever++;
    }
    *mshr = (struct mshr){
        .line = line, .cache_line = -1, .sectors = sectors, .keep = keep, .listed = keep != 0};
    return mshr;
}

struct mshr *l1d_mshr_take_uncached(struct l1d *l1d, uint64_t line, uint8_t sectors)
{
    if (!l1d->config->access.mshrs_uncached)
        return l1d_mshr_take(l1d, line, sectors, 0);
    l1d->room_uncached--;
    struct mshr *mshr = take(l1d, line, sectors, 0);
    mshr->uncached = true;
    return mshr;
}

struct mshr *l1d_mshr_take(struct l1d *l1d, uint64_t line, uint8_t sectors, uint8_t keep)
{
    struct mshr *mshr = take(l1d, line, sectors, keep);
    uint32_t index = (uint32_t)(mshr - l1d->mshrs);
    l1d->room -= l1d_mshr_entries(l1d, l1d_units(l1d, sectors));
    if (mshr->listed) {
        mshr->bucket = bucket_number(l1d, line);
        mshr->next = l1d->buckets[mshr->bucket];
        l1d->buckets[mshr->bucket] = index + 1;
    }
    return mshr;
}

void l1d_mshr_free(struct l1d *l1d, struct mshr *mshr)
{
    uint32_t index = (uint32_t)(mshr - l1d->mshrs);
    if (mshr->listed) {
        uint32_t *place = &l1d->buckets[mshr->bucket];
        while (*place != index + 1)
            place = &l1d->mshrs[*place - 1].next;
        *place = mshr->next;
    }
    if (G_UNLIKELY(mshr->uncached))
        l1d->room_uncached++;
    else
        l1d->room += l1d_mshr_entries(l1d, l1d_units(l1d, mshr->sectors));
    mshr->n_waiters = 0;
    mshr->next = l1d->free;
    l1d->free = index;
    l1d->n_free++;
}

void l1d_mshr_shrink(struct l1d *l1d, struct mshr *mshr, uint8_t sectors)
{
    if (!mshr->uncached)
        l1d->room += l1d_mshr_entries(l1d, l1d_units(l1d, mshr->sectors));
    mshr->sectors &= (uint8_t)~sectors;
    mshr->in_parts = true;
    if (!mshr->uncached)
        l1d->room -= l1d_mshr_entries(l1d, l1d_units(l1d, mshr->sectors));
}

uint8_t l1d_under_way(const struct l1d *l1d, uint64_t line, uint8_t wanted, bool *full)
{
    uint8_t found = 0;
    for (uint32_t i = *bucket_of(l1d, line); i != 0; i = l1d->mshrs[i - 1].next) {
        const struct mshr *mshr = &l1d->mshrs[i - 1];
        if (mshr->line != line || !(mshr->keep & wanted))
            continue;
        found |= mshr->keep & wanted;
        *full |= mshr->n_waiters == l1d->config->l1d_merges;
    }
    return found;
}

bool l1d_will_wait(const struct l1d *l1d, const struct line_transaction *line, bool *absent)
{
    const uint8_t wanted = l1d_whole(l1d, line->sectors);
    const int index = tag_array_find(&l1d->tags, line->line);
    const uint8_t there = index < 0 ? 0 : l1d->lines[index].valid & wanted;
    bool full = false;
    const uint8_t under_way =
        there == wanted ? 0 : l1d_under_way(l1d, line->line, wanted & (uint8_t)~there, &full);
    *absent = index < 0 && !under_way;
    const uint8_t missing = wanted & (uint8_t) ~(there | under_way);
    return missing && !l1d_mshrs_have_room(l1d, l1d_units(l1d, missing));
}

lane_mask l1d_lanes_in(const struct l1d *l1d, uint32_t access, const struct line_transaction *line,
                       uint8_t sectors)
{
    if (!(line->sectors & ~sectors) || !l1d->accesses->list[access].values)
        return line->lanes;
    const uint16_t *offset = l1d->accesses->values[access].offset;
    lane_mask lanes = 0;
    for (lane_mask left = line->lanes; left; left &= left - 1)
        if (sectors >> (offset[__builtin_ctz(left)] / SECTOR_BYTES) & 1)
            lanes |= left & -left;
    return lanes;
}

void l1d_add_waiter(struct l1d *l1d, struct mshr *mshr, uint32_t access, lane_mask lanes)
{
    g_assert(mshr->n_waiters < l1d->config->l1d_merges);
    *l1d_waiter(l1d, mshr, mshr->n_waiters++) = (struct mshr_waiter){access, lanes};
    sm_access_await(l1d->accesses, access);
}

void l1d_wait_for(struct l1d *l1d, const struct ldst_entry *entry,
                  const struct line_transaction *line, uint8_t sectors)
{
    for (uint32_t i = *bucket_of(l1d, line->line); i != 0; i = l1d->mshrs[i - 1].next) {
        struct mshr *mshr = &l1d->mshrs[i - 1];
        uint8_t shared = mshr->keep & sectors;
        if (mshr->line != line->line || !shared)
            continue;
        mshr->wanted += (uint16_t)l1d_units(l1d, shared);
        l1d_add_waiter(l1d, mshr, entry->access, l1d_lanes_in(l1d, entry->access, line, shared));
    }
}

void l1d_note_merge(struct l1d *l1d, uint64_t line)
{
    for (uint32_t i = *bucket_of(l1d, line); i != 0; i = l1d->mshrs[i - 1].next) {
        struct mshr *mshr = &l1d->mshrs[i - 1];
        if (mshr->line != line || !mshr->keep)
            continue;
        if (mshr->cache_line >= 0)
            l1d->history[mshr->cache_line].uses++;
        else
            mshr->merged++;
        return;
    }
}

static void cut_off(struct l1d *l1d, struct mshr *mshr, uint8_t sectors)
{
    uint8_t cut = mshr->keep & sectors;
    int line = mshr->cache_line;
    mshr->keep &= (uint8_t)~cut;
    if (!cut || line < 0)
        return;
    if (!mshr->keep)
        mshr->cache_line = -1;
    l1d->lines[line].pending &= (uint8_t)~cut;
    if (!l1d->lines[line].pending)
        l1d_settle_line(l1d, line);
}

void l1d_cut_off(struct l1d *l1d, uint64_t line, uint8_t sectors)
{
    for (uint32_t i = *bucket_of(l1d, line); i != 0; i = l1d->mshrs[i - 1].next)
        if (l1d->mshrs[i - 1].line == line)
            cut_off(l1d, &l1d->mshrs[i - 1], sectors);
}

void l1d_cut_off_all(struct l1d *l1d, uint64_t from_address)
{
    if (l1d->n_free == l1d->n_ever)
        return;
    for (uint32_t i = 0; i < l1d->n_ever; i++)
        if (l1d->mshrs[i].keep && l1d->mshrs[i].line >= from_address)
            cut_off(l1d, &l1d->mshrs[i], WHOLE_LINE);
}
