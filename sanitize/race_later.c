/* SPDX-License-Identifier: BSD-3-Clause */
/* Which launches a team of threads checks for races behind their computation: race/team.h. */
#include "models/launch/grid.h"
#include "sanitize/sanitize_private.h"
#include "workloads/cluster.h"

/* Whether all that orders the code's accesses is barriers and launches. */
static bool only_barriers_order(const struct sites *sites, uint32_t base, uint32_t n)
{
    for (uint32_t i = 0; i < n; i++) {
        const struct site *site = sites_at(sites, base + i);
        if (site->kind == SITE_FENCE || site->kind == SITE_ASYNC || site->kind == SITE_SYNC ||
            site->flags & (SITE_ACQUIRES | SITE_RELEASES | SITE_SWAPS))
            return false;
    }
    return true;
}

static bool may_be_later(const struct sanitizer *sanitizer, const struct launch *launch,
                         uint32_t base)
{
    for (unsigned i = 0; i < sanitizer->n_parts; i++)
        if (shadow_has_syncs(sanitizer->global[i]))
            return false;
    return launch_threads_per_block(launch) <= (uint64_t)TEAM_MOST_WARPS * WARP_LANES &&
           cluster_blocks(launch) == 1 && !launch->code->allocates &&
           only_barriers_order(sanitizer->sites, base, launch->code->n_instructions);
}

void race_later_begin(struct sanitizer *sanitizer, const struct launch *launch, uint32_t base)
{
    sanitizer->checks_later = sanitizer->threads > 1 && may_be_later(sanitizer, launch, base);
    if (!sanitizer->checks_later)
        return;
    if (!sanitizer->team)
        sanitizer->team = race_team_new(sanitizer->threads, sanitizer->global, sanitizer->sites,
                                        sanitizer->blocks.free_shadows);
    race_team_launch(sanitizer->team, &sanitizer->order);
}

void race_later_finish(struct sanitizer *sanitizer)
{
    if (sanitizer->checks_later)
        race_team_finish(sanitizer->team, race_tell, sanitizer);
    sanitizer->checks_later = false;
}
