/* SPDX-License-Identifier: BSD-3-Clause */
/* Loads that L1D does not have: requests for missing sectors. l1d.c says how lines are filled.
 *
 * Some loads may go around L1D, because a policy is asked (policies/l1_bypass) or because there is
 * no L1D. A bypassing transaction waits for its sectors that are on their way into L1D, as others
 * do. It fetches the rest with an MSHR that keeps nothing: no access joins it, and its reply serves
 * its own lanes alone. It fetches the sectors of 32 bytes that it wants, even if L1's lines are
 * filled whole (NVIDIA, CUDA C Programming Guide 4.2, F.4.2: data cached in L2 only are served with
 * 32-byte transactions).
 *
 * If it has been looked up, it takes what the line has. The order of replacement stays as it was. A
 * request to L2 comes behind the SM's stores, so its data are at least as new as L1D's. A line that
 * is stale stays, as it does in hardware.
 *
 * A transaction that finds everything on its way asks for nothing: it merges, whatever the policy
 * says.
 */
#include "models/sm/l1d/l1d_load.h"
#include "models/sm/l1d/l1d_claim.h"
#include "models/sm/l1d/l1d_store.h"

void l1d_request(struct l1d *l1d, const struct mshr *mshr, const struct ldst_entry *entry)
{
    uint32_t number = (uint32_t)(mshr - l1d->mshrs);
    uint32_t warp = (entry->warp + 1u) * MESSAGE_ONE_WARP & l1d->core->policies.warp_tags;
    if (G_UNLIKELY(mshr->uncached) && !entry->values && l1d->port->to_atomic) {
        sm_port_push_past(l1d->port, mshr->line, number | warp, entry->launch, mshr->sectors);
        return;
    }
    sm_port_ask(l1d->port, entry->values ? MESSAGE_READ : MESSAGE_FETCH, mshr->line, number | warp,
                entry->launch, mshr->sectors);
}

/* Asks for sectors that are neither there nor under way. index: the line that has others, or -1. */
static enum ldst_wait miss(struct l1d *l1d, const struct ldst_entry *entry,
                           const struct line_transaction *line, int index, uint8_t missing)
{
    if (!l1d_mshrs_have_room(l1d, l1d_units(l1d, missing)))
        return LDST_WAITS_FILL;
    if (!sm_port_has_room(l1d->port))
        return LDST_WAITS_PORT;
    bool reserve = !l1d->config->l1d_allocate_on_fill;
    if (reserve && index < 0) {
        index = l1d_victim(l1d, line->line, entry->warp, entry->pc, false);
        if (index < 0)
            return LDST_WAITS_LINE;
        if (!l1d_write_back(l1d, index, entry->launch))
            return LDST_WAITS_PORT;
        l1d_claim_line(l1d, index, line->line, entry->warp, entry->pc);
    } else if (reserve && tag_array_state(&l1d->tags, index) == TAG_VALID) {
        tag_array_reserve_again(&l1d->tags, index);
    }
    struct mshr *mshr = l1d_mshr_take(l1d, line->line, missing, missing);
    mshr->wanted = (uint16_t)l1d_units(l1d, missing);
    if (reserve) {
        mshr->cache_line = index;
        l1d->lines[index].pending |= missing;
    }
    l1d_add_waiter(l1d, mshr, entry->access, l1d_lanes_in(l1d, entry->access, line, missing));
    l1d_request(l1d, mshr, entry);
    return LDST_WAITS_NOT;
}

static void count_load(struct l1d *l1d, uint8_t there, uint8_t under_way, uint8_t missing)
{
    struct sm_counters *counters = &l1d->core->counters;
    counters->l1.loads++;
    counters->l1.hits += !under_way && !missing;
    counters->l1.merges += under_way && !missing;
    counters->l1.misses += missing != 0;
    counters->l1.sector_hits += l1d_units(l1d, there);
    counters->l1.sector_merges += l1d_units(l1d, under_way);
    counters->l1.sector_misses += l1d_units(l1d, missing);
}

enum ldst_wait l1d_load_missing(struct l1d *l1d, const struct ldst_entry *entry,
                                const struct line_transaction *line, int index, uint8_t wanted,
                                uint8_t there)
{
    bool full = false;
    uint8_t under_way = l1d_under_way(l1d, line->line, wanted & (uint8_t)~there, &full);
    uint8_t missing = wanted & (uint8_t) ~(there | under_way);
    if (full)
        return LDST_WAITS_FILL;
    enum ldst_wait wait = missing ? miss(l1d, entry, line, index, missing) : LDST_WAITS_NOT;
    if (wait != LDST_WAITS_NOT)
        return wait;
    if (under_way)
        l1d_wait_for(l1d, entry, line, under_way);
    if (index >= 0)
        tag_array_touch(&l1d->tags, index);
    if (there)
        l1d_hit(l1d, entry, index, line, there, l1d->core->cycle);
    count_load(l1d, there, under_way, missing);
    if (G_UNLIKELY(l1d->told))
        l1d_tell_load(l1d, entry, line, index, missing ? WARP_ACCESS_MISS : WARP_ACCESS_MERGED,
                      &(struct l1_lookup){wanted, there, under_way, missing, false});
    return LDST_WAITS_NOT;
}

enum ldst_wait l1d_load_absent(struct l1d *l1d, const struct ldst_entry *entry,
                               const struct line_transaction *line)
{
    const uint8_t wanted = l1d_whole(l1d, line->sectors);
    enum ldst_wait wait = miss(l1d, entry, line, -1, wanted);
    if (wait != LDST_WAITS_NOT)
        return wait;
    count_load(l1d, 0, 0, wanted);
    if (G_UNLIKELY(l1d->told))
        l1d_tell_load(l1d, entry, line, -1, WARP_ACCESS_MISS,
                      &(struct l1_lookup){wanted, 0, 0, wanted, false});
    return LDST_WAITS_NOT;
}

/* Asks for the sectors of 32 bytes that it wants, whatever L1's lines are filled with: see
 * above. */
enum ldst_wait l1d_load_uncached(struct l1d *l1d, const struct ldst_entry *entry,
                                 const struct line_transaction *line)
{
    const uint8_t sectors = line->sectors;
    if (!l1d_uncached_has_room(l1d, l1d_units(l1d, sectors)))
        return LDST_WAITS_FILL;
    if (!sm_port_has_room(l1d->port))
        return LDST_WAITS_PORT;
    l1d_drop_address(l1d, line->line);
    struct mshr *mshr = l1d_mshr_take_uncached(l1d, line->line, sectors);
    l1d->core->counters.l1.loads++;
    l1d->core->counters.l1.uncached++;
    l1d_add_waiter(l1d, mshr, entry->access, line->lanes);
    l1d_request(l1d, mshr, entry);
    if (G_UNLIKELY(l1d->told))
        l1d_tell_load(l1d, entry, line, -1, WARP_ACCESS_UNCACHED,
                      &(struct l1_lookup){sectors, 0, 0, sectors, false});
    return LDST_WAITS_NOT;
}

static struct bypass_request request_of(const struct ldst_entry *entry,
                                        const struct line_transaction *line, bool has_line)
{
    return (struct bypass_request){.line = line->line,
                                   .launch = entry->launch,
                                   .pc = entry->pc,
                                   .slot = entry->warp,
                                   .has_line = has_line};
}

static bool goes_around(struct l1d *l1d, const struct ldst_entry *entry,
                        const struct line_transaction *line)
{
    const struct l1_bypass_ops *ops = l1d->core->policies.bypass;
    if (l1d->config->l1d.size_bytes == 0)
        return true;
    if (!ops || !ops->around)
        return false;
    const struct bypass_request request = request_of(entry, line, false);
    return ops->around(l1d->core->policies.bypass_state, &request, sm_fresh_view(l1d->core));
}

static bool takes_no_line(struct l1d *l1d, const struct ldst_entry *entry,
                          const struct line_transaction *line, bool has_line)
{
    const struct l1_bypass_ops *ops = l1d->core->policies.bypass;
    if (!ops || !ops->on_miss)
        return false;
    const struct bypass_request request = request_of(entry, line, has_line);
    return ops->on_miss(l1d->core->policies.bypass_state, &request, sm_fresh_view(l1d->core));
}

static void count_bypass(struct l1d *l1d, const struct l1_lookup *found)
{
    struct sm_counters *counters = &l1d->core->counters;
    counters->l1.loads++;
    counters->l1.bypassed += found->missed != 0;
    counters->l1.merges += found->missed == 0;
    counters->l1.sector_hits += l1d_units(l1d, found->hit);
    counters->l1.sector_merges += l1d_units(l1d, found->merged);
    counters->l1.sector_bypassed += l1d_units(l1d, found->missed);
}

/* A load past L1 has a sector's size, whatever L1's lines are filled with. */
static void keep_asked(struct l1_lookup *found, uint8_t asked)
{
    found->sectors &= asked;
    found->hit &= asked;
    found->merged &= asked;
    found->missed &= asked;
}

static void request_missed(struct l1d *l1d, const struct ldst_entry *entry,
                           const struct line_transaction *line, uint8_t missed)
{
    struct mshr *mshr = l1d_mshr_take(l1d, line->line, missed, 0);
    l1d_add_waiter(l1d, mshr, entry->access, l1d_lanes_in(l1d, entry->access, line, missed));
    l1d_request(l1d, mshr, entry);
}

/* Past L1: asks for the sectors that are neither there nor on their way, if there are any. index:
 * as in l1d_load_missing. */
static enum ldst_wait bypass(struct l1d *l1d, const struct ldst_entry *entry,
                             const struct line_transaction *line, int index,
                             const struct l1_lookup *found)
{
    if (!l1d_mshrs_have_room(l1d, l1d_units(l1d, found->missed)))
        return LDST_WAITS_FILL;
    if (!sm_port_has_room(l1d->port))
        return LDST_WAITS_PORT;
    if (found->merged)
        l1d_wait_for(l1d, entry, line, found->merged);
    if (found->hit)
        l1d_hit(l1d, entry, index, line, found->hit, l1d->core->cycle);
    if (found->missed)
        request_missed(l1d, entry, line, found->missed);
    count_bypass(l1d, found);
    if (G_UNLIKELY(l1d->told))
        l1d_tell_load(l1d, entry, line, index,
                      found->missed ? WARP_ACCESS_BYPASSED : WARP_ACCESS_MERGED, found);
    return LDST_WAITS_NOT;
}

enum ldst_wait l1d_load_otherwise(struct l1d *l1d, const struct ldst_entry *entry,
                                  const struct line_transaction *line)
{
    if (entry->flags & (INSTRUCTION_STRONG | INSTRUCTION_UNCACHED))
        return l1d_load_uncached(l1d, entry, line);
    struct l1_lookup found = {.sectors = l1d_whole(l1d, line->sectors), .bypassed = true};
    bool around = goes_around(l1d, entry, line), full = false;
    int index = around ? -1 : tag_array_find(&l1d->tags, line->line);
    if (index >= 0)
        found.hit = l1d->lines[index].valid & found.sectors;
    if (found.hit == found.sectors)
        return l1d_load_cached(l1d, entry, line);
    uint8_t lacking = found.sectors & (uint8_t)~found.hit;
    found.merged = l1d_under_way(l1d, line->line, lacking, &full);
    found.missed = lacking & (uint8_t)~found.merged;
    if (full)
        return LDST_WAITS_FILL;
    /* A line that is filled whole may lack sectors that are not asked for. */
    const bool lacks = (found.missed & line->sectors) != 0;
    if (around ? found.missed != 0 : lacks && takes_no_line(l1d, entry, line, index >= 0)) {
        keep_asked(&found, line->sectors);
        return bypass(l1d, entry, line, index, &found);
    }
    return l1d_load_missing(l1d, entry, line, index, found.sectors, found.hit);
}
