/* SPDX-License-Identifier: BSD-3-Clause */
/* L1D and the texture cache: see locality.h. */
#include "observers/locality.h"

/* An access to a line, with what is known of both. */
struct lookup {
    const struct locality *locality;
    const struct resident *warp;
    struct locality_pc *pc;
    struct l1_line *line;
    struct trips_access trip;
};

/* Of a cache of lines, its first sector stands for all. */
static uint8_t units_of(const struct locality *locality, uint8_t sectors)
{
    return locality->sectored ? sectors : sectors != 0;
}

static enum locality_owner owner_class(const struct lookup *lookup, unsigned sector)
{
    g_assert(lookup->line->owner[sector] != 0);
    return lookup->line->owner[sector] == lookup->warp->number ? OWNER_INTRA_WARP
                                                               : OWNER_INTER_WARP;
}

static enum locality_trip trip_class(const struct lookup *lookup, unsigned sector)
{
    uint32_t last_access = lookup->line->number[sector];
    if (!lookup->trip.in_loop)
        return TRIP_NO_LOOP;
    if (last_access >= lookup->trip.this_trip)
        return TRIP_THIS;
    return last_access >= lookup->trip.last_trip ? TRIP_LAST : TRIP_OTHER;
}

static void use(struct l1_line *line, unsigned sector, enum locality_use by)
{
    if (line->use[sector] >= by)
        return;
    struct locality_pc *pc = line->fetched_by[sector];
    pc->used[line->use[sector]] -= line->use[sector] != USE_NONE;
    pc->used[by]++;
    line->use[sector] = (uint8_t)by;
}

static void count_hit(const struct lookup *lookup, unsigned sector)
{
    enum locality_owner owner = owner_class(lookup, sector);
    lookup->pc->hits[owner]++;
    if (owner == OWNER_INTRA_WARP)
        lookup->pc->trips[trip_class(lookup, sector)]++;
    use(lookup->line, sector, USE_HIT);
}

static void count_merge(const struct lookup *lookup, unsigned sector)
{
    lookup->pc->merges[owner_class(lookup, sector)]++;
    use(lookup->line, sector, USE_MERGED);
}

static void count_miss(const struct lookup *lookup, unsigned sector)
{
    struct l1_line *line = lookup->line;
    enum locality_miss miss = line->owner[sector] == 0                      ? MISS_COLD
                              : line->owner[sector] == lookup->warp->number ? MISS_INTRA_WARP
                                                                            : MISS_INTER_WARP;
    lookup->pc->misses[miss]++;
    line->owner[sector] = lookup->warp->number;
    line->use[sector] = USE_NONE;
    line->fetched_by[sector] = lookup->pc;
}

static void count_load(const struct lookup *lookup, const struct l1_access *access)
{
    const struct locality *locality = lookup->locality;
    struct l1_line *line = lookup->line;
    for (unsigned left = units_of(locality, access->hit); left; left &= left - 1)
        count_hit(lookup, (unsigned)__builtin_ctz(left));
    for (unsigned left = units_of(locality, access->merged); left; left &= left - 1)
        count_merge(lookup, (unsigned)__builtin_ctz(left));
    for (unsigned left = units_of(locality, access->missed); left; left &= left - 1)
        count_miss(lookup, (unsigned)__builtin_ctz(left));
    for (unsigned i = 0; i < LOCALITY_SECTORS; i++)
        if (line->owner[i] == lookup->warp->number)
            line->number[i] = lookup->trip.number;
}

/* Sectors that a store brings are nobody's fetch. */
static void note_store(const struct lookup *lookup, const struct l1_access *access)
{
    struct l1_line *line = lookup->line;
    bool whole = lookup->locality->sectored;
    unsigned brought = whole ? access->missed | access->merged : access->hit == 0;
    for (; brought; brought &= brought - 1) {
        unsigned sector = (unsigned)__builtin_ctz(brought);
        line->owner[sector] = lookup->warp->number;
        line->number[sector] = lookup->trip.number;
        line->use[sector] = USES;
    }
}

void locality_l1_access(void *data, const struct l1_access *access)
{
    struct locality *locality = data;
    struct locality_sm *sm = &locality->sms[access->sm];
    const struct resident *warp = residents_at(&locality->residents, access->sm, access->warp);
    bool texture = locality->texture_cache && access->space == SPACE_TEXTURE;
    struct lookup lookup = {.locality = locality, .warp = warp};
    locality_claim_sent(sm, warp, access->line);
    if (warp->code->n_loops > 0)
        lookup.trip = trips_take(&sm->trips[access->warp], access->pc, access->lanes);
    if (access->op_class == OP_LOAD) {
        lookup.pc = residents_pc(&locality->residents, warp, access->pc);
        lookup.pc->texture = texture;
        lookup.pc->accesses++;
        lookup.pc->uncached += access->bypasses;
    }
    if (access->bypasses || (access->op_class == OP_STORE && !locality->stores_allocate))
        return;
    lookup.line = line_table_at(texture ? &sm->texture : &sm->l1, access->line);
    if (access->op_class == OP_LOAD)
        count_load(&lookup, access);
    else
        note_store(&lookup, access);
}

void locality_l1_dropped(void *data, unsigned sm, uint64_t cycle, uint64_t from_address)
{
    (void)cycle;
    struct locality *locality = data;
    if (from_address == 0)
        line_table_clear(&locality->sms[sm].l1);
}
