/* SPDX-License-Identifier: BSD-3-Clause */
/* Stores and atomics at L1D. All go to L2. The platform's policy decides about the line here.
 *
 * l1d.write: evict     drops the line (Fermi). through   updates the sectors that are there;
 * allocates nothing. allocate  also takes a line if there is none, without a fetch: a sector is
 * valid as soon as all
 *           its bytes have been stored, and until then a load fetches it, behind the stores
 *           (Volta).
 *
 * A sector that is on its way when a store comes is always cut off: its reply is older than the
 * store. Atomics drop the line, for only L2 knows their new value.
 *
 * Source: CUDA C Programming Guide 4.2, F.4.2 (evict); Khairy, Akram, Tine, Rogers, "Accel-Sim"
 * (ISCA 2020), section IV-C (write-through, allocation without fetch, byte masks).
 * l1d.write_pending=left: evict and through cut nothing off, and the line comes with what it had
 * before the store. A quirk of GPGPU-Sim 4 (data_cache::process_tag_probe: a store to a reserved
 * line is a miss); only for stores without values, those of traces. l1d.write_local=back: a store
 * to local memory whose line is there stays here, and is written to L2 when its line makes room for
 * another (CUDA C Programming Guide 4.2, F.4.2). A store that misses is like any other.
 */
#include "models/sm/l1d/l1d_store.h"
#include "models/sm/l1d/l1d_claim.h"
#include "models/sm/l1d/l1d_mshrs.h"
#include <string.h>

enum { ATOMIC_LANE_BYTES = 8 };

/* One bit of the mask for each byte of the sector. */
static inline uint32_t sector_mask(const uint64_t written[SECTORS / 2], unsigned sector)
{
    return (uint32_t)(written[sector / 2] >> sector % 2 * SECTOR_BYTES);
}

static void copy_bytes(uint8_t *to, const struct payload *from, uint8_t sectors)
{
    for (unsigned left = sectors; left; left &= left - 1) {
        unsigned sector = (unsigned)__builtin_ctz(left), first = sector * SECTOR_BYTES;
        uint32_t mask = sector_mask(from->written, sector);
        if (mask == UINT32_MAX)
            memcpy(to + first, from->bytes + first, SECTOR_BYTES);
        else
            for (; mask; mask &= mask - 1)
                to[first + (unsigned)__builtin_ctz(mask)] =
                    from->bytes[first + (unsigned)__builtin_ctz(mask)];
    }
}

/* Notes which bytes of one of the line's sectors a store has written: a bit for each. Sectors are
 * mostly stored whole; no bytes are kept of these. */
static void mark_stored(struct l1d *l1d, int index, unsigned sector, uint32_t bytes)
{
    struct l1d_line *line = &l1d->lines[index];
    const uint8_t bit = (uint8_t)(1u << sector);
    line->stored |= bit;
    if (bytes != UINT32_MAX) {
        line->in_part |= bit;
        l1d->stored[index][sector] |= bytes;
        bytes = l1d->stored[index][sector];
    }
    if (bytes == UINT32_MAX)
        line->valid |= bit;
}

static void write_line(struct l1d *l1d, int index, uint8_t sectors, const struct payload *payload)
{
    struct payload **data = &l1d->data[index];
    bool bytes = payload && payload->has_bytes;
    if (l1d->config->l1d_write == L1D_WRITE_THROUGH) {
        if (bytes && *data)
            copy_bytes((*data)->bytes, payload, l1d->lines[index].valid & sectors);
        return;
    }
    if (bytes && !*data)
        *data = payload_take(l1d->core->unit.payloads);
    if (bytes)
        copy_bytes((*data)->bytes, payload, sectors);
    for (unsigned left = sectors; left; left &= left - 1) {
        const unsigned sector = (unsigned)__builtin_ctz(left);
        mark_stored(l1d, index, sector,
                    payload ? sector_mask(payload->written, sector) : UINT32_MAX);
    }
}

void l1d_drop_address(struct l1d *l1d, uint64_t address)
{
    l1d_cut_off(l1d, address, WHOLE_LINE);
    int index = tag_array_find(&l1d->tags, address);
    if (index >= 0)
        l1d_drop_line(l1d, index);
}

/* A store has found its line. */
static void use_line(struct l1d *l1d, const struct ldst_entry *entry, int index)
{
    struct tag_array *tags = &l1d->tags;
    tag_array_touch(tags, index);
    if (G_UNLIKELY(l1d->replacer != NULL))
        l1d_tell_used(l1d, index, entry->warp, entry->pc, true);
}

/* Counts a store, and returns what it has found. */
static struct l1_lookup count_store(struct l1d *l1d, const struct line_transaction *line, int index)
{
    struct sm_counters *counters = &l1d->core->counters;
    const struct l1d_line *there = index < 0 ? NULL : &l1d->lines[index];
    uint8_t sectors = l1d_whole(l1d, line->sectors);
    bool full = false;
    uint8_t hit = there ? sectors & (there->valid | there->stored) : 0;
    uint8_t under_way = l1d_under_way(l1d, line->line, sectors & (uint8_t)~hit, &full);
    counters->l1.stores++;
    counters->l1.sector_stores += l1d_units(l1d, sectors);
    uint8_t missed = sectors & (uint8_t) ~(hit | under_way);
    counters->l1.sector_store_misses += l1d_units(l1d, missed);
    return (struct l1_lookup){sectors, hit, under_way, missed, false};
}

/* Finds the line that takes a store; -1: none does. False: it must wait. */
static bool place_store(struct l1d *l1d, const struct ldst_entry *entry,
                        const struct line_transaction *line, int *index)
{
    if (*index >= 0 || l1d->config->l1d_write != L1D_WRITE_ALLOCATE)
        return true;
    *index = l1d_victim(l1d, line->line, entry->warp, entry->pc, true);
    if (*index < 0)
        return false;
    l1d_claim_line(l1d, *index, line->line, entry->warp, entry->pc);
    tag_array_fill(&l1d->tags, *index);
    return true;
}

bool l1d_write_back(struct l1d *l1d, int index, uint32_t launch)
{
    uint8_t dirty = l1d->lines[index].dirty;
    if (!dirty)
        return true;
    l1d->lines[index].dirty = 0;
    sm_port_push(l1d->port, MESSAGE_WRITE, tag_array_address(&l1d->tags, index), MESSAGE_NO_WARP,
                 launch, l1d->config->header_bytes + sector_count(dirty) * SECTOR_BYTES, dirty,
                 NULL);
    return sm_port_has_room(l1d->port);
}

uint32_t l1d_take_kept(struct l1d *l1d)
{
    uint32_t kept = l1d->kept;
    l1d->kept = 0;
    return kept;
}

/* Whether the store stays here. */
static bool keep_local(struct l1d *l1d, const struct ldst_entry *entry,
                       const struct line_transaction *line, int index)
{
    if (!l1d->config->access.local_back || entry->space != SPACE_LOCAL || index < 0 ||
        (line->sectors & ~l1d->lines[index].valid))
        return false;
    const struct l1_lookup found = count_store(l1d, line, index);
    use_line(l1d, entry, index);
    l1d->lines[index].dirty |= line->sectors;
    l1d->kept++;
    l1d->kept_number = message_write_number(entry->warp, entry->epoch);
    payload_give_back(l1d->core->unit.payloads, entry->payloads[line - entry->lines]);
    if (G_UNLIKELY(l1d->core->site.observers != NULL))
        l1_access_tell(l1d->core, entry, line, false, &found);
    return true;
}

/* Whether the line is on its way and stays so. */
static bool is_left(const struct l1d *l1d, int index, const struct payload *payload)
{
    return G_UNLIKELY(l1d->config->access.pending_left) && index >= 0 &&
           l1d->lines[index].pending && !(payload && payload->has_bytes);
}

/* Changes the line here. place: the line that takes the store, if one does. */
static void change_line(struct l1d *l1d, const struct ldst_entry *entry,
                        const struct line_transaction *line, int index, int place)
{
    const struct payload *payload = entry->payloads[line - entry->lines];
    if (is_left(l1d, index, payload))
        return;
    if (l1d->config->l1d_write == L1D_WRITE_EVICT) {
        l1d->core->counters.l1.evicted_by_store += index >= 0;
        l1d_drop_address(l1d, line->line);
        return;
    }
    if (index >= 0)
        use_line(l1d, entry, index);
    if (place >= 0)
        write_line(l1d, place, line->sectors, payload);
    l1d_cut_off(l1d, line->line, line->sectors);
}

enum ldst_wait l1d_store(struct l1d *l1d, const struct ldst_entry *entry,
                         const struct line_transaction *line)
{
    struct payload *payload = entry->payloads[line - entry->lines];
    if (!sm_port_has_room(l1d->port))
        return LDST_WAITS_PORT;
    int index = tag_array_find(&l1d->tags, line->line);
    if (keep_local(l1d, entry, line, index))
        return LDST_WAITS_NOT;
    int place = index;
    if (!place_store(l1d, entry, line, &place))
        return LDST_WAITS_LINE;
    const struct l1_lookup found = count_store(l1d, line, index);
    change_line(l1d, entry, line, index, place);
    unsigned sectors = sector_count(line->sectors);
    sm_port_push(l1d->port, MESSAGE_WRITE, line->line,
                 message_write_number(entry->warp, entry->epoch), entry->launch,
                 l1d->config->header_bytes + sectors * SECTOR_BYTES, line->sectors, payload);
    if (G_UNLIKELY(l1d->core->site.observers != NULL))
        l1_access_tell(l1d->core, entry, line, false, &found);
    return LDST_WAITS_NOT;
}

enum ldst_wait l1d_atomic(struct l1d *l1d, const struct ldst_entry *entry,
                          const struct line_transaction *line)
{
    if (!l1d_uncached_has_room(l1d, 1))
        return LDST_WAITS_FILL;
    if (!sm_port_has_room(l1d->port))
        return LDST_WAITS_PORT;
    l1d_drop_address(l1d, line->line);
    struct mshr *mshr = l1d_mshr_take_uncached(l1d, line->line, 1);
    l1d_add_waiter(l1d, mshr, entry->access, line->lanes);
    unsigned lanes = (unsigned)__builtin_popcount(line->lanes);
    unsigned bytes = l1d->config->access.atomic_sectors ? SECTOR_BYTES : lanes * ATOMIC_LANE_BYTES;
    sm_port_push(l1d->port, MESSAGE_ATOMIC, line->line, (uint32_t)(mshr - l1d->mshrs),
                 entry->launch, l1d->config->header_bytes + bytes, line->sectors,
                 entry->payloads[line - entry->lines]);
    if (G_UNLIKELY(l1d->core->site.observers != NULL))
        l1_access_tell(l1d->core, entry, line, true,
                       &(struct l1_lookup){line->sectors, 0, 0, line->sectors, false});
    return LDST_WAITS_NOT;
}
