/* SPDX-License-Identifier: BSD-3-Clause */
/* L1D and the texture cache: see locality.h. */
#include "observers/locality.h"

/* An access to a line, with what is known of both. */
struct lookup {
    const struct locality *locality;
    const struct resident *warp;
    struct locality_kernel *kernel;
    struct locality_pc *pc;
    struct l1_line *line;
    bool early; /* no warp of the launch has ended in the SM */
    struct trips_access trip;
};

/* Of a cache of lines, its first sector stands for all. */
static uint8_t units_of(const struct locality *locality, uint8_t sectors)
{
    return locality->sectored ? sectors : sectors != 0;
}

static enum locality_owner owner_class(const struct lookup *lookup, const struct l1_unit *unit)
{
    g_assert(unit->owner != 0);
    return unit->owner == lookup->warp->number ? OWNER_INTRA_WARP : OWNER_INTER_WARP;
}

static enum locality_trip trip_class(const struct lookup *lookup, const struct l1_unit *unit)
{
    if (!lookup->trip.in_loop)
        return TRIP_NO_LOOP;
    if (unit->number >= lookup->trip.this_trip)
        return TRIP_THIS;
    return unit->number >= lookup->trip.last_trip ? TRIP_LAST : TRIP_OTHER;
}

static void use(const struct lookup *lookup, struct l1_unit *unit, enum locality_use by)
{
    unsigned before = unit->fetch % (1u << USE_BITS);
    if (before >= by)
        return;
    struct locality_pc *pc = lookup->locality->residents.pcs->pdata[unit->fetch >> USE_BITS];
    pc->used[before] -= before != USE_NONE;
    pc->used[by]++;
    unit->fetch += by - before;
}

static void count_hit(const struct lookup *lookup, struct l1_unit *unit)
{
    enum locality_owner owner = owner_class(lookup, unit);
    lookup->pc->hits[owner]++;
    locality_found(lookup->kernel, lookup->early,
                   owner == OWNER_INTRA_WARP ? FOUND_L1_INTRA_WARP : FOUND_L1_INTER_WARP);
    if (owner == OWNER_INTRA_WARP)
        lookup->pc->trips[trip_class(lookup, unit)]++;
    use(lookup, unit, USE_HIT);
}

static void count_merge(const struct lookup *lookup, struct l1_unit *unit)
{
    lookup->pc->merges[owner_class(lookup, unit)]++;
    locality_found(lookup->kernel, lookup->early, FOUND_L1_MERGE);
    use(lookup, unit, USE_MERGED);
}

static void count_miss(const struct lookup *lookup, struct l1_unit *unit)
{
    enum locality_miss miss = unit->owner == 0                      ? MISS_COLD
                              : unit->owner == lookup->warp->number ? MISS_INTRA_WARP
                                                                    : MISS_INTER_WARP;
    lookup->pc->misses[miss]++;
    unit->owner = lookup->warp->number;
    unit->fetch = lookup->pc->head.index << USE_BITS | USE_NONE;
}

static void count_load(const struct lookup *lookup, const struct l1_access *access)
{
    const struct locality *locality = lookup->locality;
    struct l1_unit *units = lookup->line->units;
    for (unsigned left = units_of(locality, access->hit); left; left &= left - 1)
        count_hit(lookup, &units[__builtin_ctz(left)]);
    for (unsigned left = units_of(locality, access->merged); left; left &= left - 1)
        count_merge(lookup, &units[__builtin_ctz(left)]);
    uint8_t brought = access->bypassed ? 0 : access->missed;
    for (unsigned left = units_of(locality, brought); left; left &= left - 1)
        count_miss(lookup, &units[__builtin_ctz(left)]);
    for (unsigned i = 0; i < (locality->sectored ? LOCALITY_SECTORS : 1); i++)
        if (units[i].owner == lookup->warp->number)
            units[i].number = lookup->trip.number;
}

/* Sectors that a store brings are nobody's fetch. */
static void note_store(const struct lookup *lookup, const struct l1_access *access)
{
    bool sectored = lookup->locality->sectored;
    unsigned brought = sectored ? access->missed | access->merged : access->hit == 0;
    for (; brought; brought &= brought - 1)
        lookup->line->units[__builtin_ctz(brought)] =
            (struct l1_unit){lookup->warp->number, lookup->trip.number, USES};
}

void locality_l1_access(void *data, const struct l1_access *access)
{
    struct locality *locality = data;
    struct locality_sm *sm = &locality->sms[access->sm];
    const struct resident *warp = residents_at(&locality->residents, access->sm, access->warp);
    bool texture = locality->texture_cache && access->space == SPACE_TEXTURE;
    struct lookup lookup = {.locality = locality,
                            .warp = warp,
                            .kernel = (struct locality_kernel *)warp->kernel,
                            .early = locality_is_early(sm, access->launch)};
    locality_claim_sent(sm, access);
    if (warp->code->n_loops > 0)
        lookup.trip = trips_take(&sm->trips[access->warp], access->pc, access->lanes);
    if (access->op_class == OP_LOAD) {
        lookup.pc = residents_pc(&locality->residents, warp, access->pc);
        lookup.pc->texture = texture;
        lookup.pc->accesses++;
        lookup.pc->uncached += access->bypasses;
        lookup.pc->bypassed += access->bypassed;
    }
    if (access->bypasses || (access->op_class == OP_STORE && !locality->stores_allocate))
        return;
    lookup.line = line_table_at(texture ? &sm->texture : &sm->l1, access->line / LINE_BYTES);
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
