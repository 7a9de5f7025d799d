/* SPDX-License-Identifier: BSD-3-Clause */
#include "policies/warp_scheduler/daws_classifier.h"

enum { FIRST_SAMPLER_LANES = 3, NEXT_SAMPLER_LANES = 2, CONVERGED_MOST = 2 };

void daws_classifier_init(struct daws_classifier *c, uint32_t lines, uint32_t ways)
{
    c->ways = MIN(ways, lines);
    c->sets = lines / c->ways;
}

void daws_classifier_kernel_started(struct daws_classifier *c)
{
    memset(c->lines, 0, sizeof c->lines);
    memset(c->n_pending, 0, sizeof c->n_pending);
}

void daws_classifier_warp_started(struct daws_classifier *c, unsigned slot, uint64_t age)
{
    victim_tags_start(&c->victims, slot, age);
    c->n_pending[slot] = 0;
    c->trip[slot]++;
}

void daws_loop_entered(struct daws_kernel *k, int32_t index, unsigned slot, unsigned lanes)
{
    struct daws_loop *loop = &k->loops[index];
    if (loop->sampler != WARP_NONE ||
        lanes < (loop->sampled ? NEXT_SAMPLER_LANES : FIRST_SAMPLER_LANES))
        return;
    loop->sampler = (uint8_t)slot;
    loop->sampled = true;
}

void daws_loop_repeats(struct daws_classifier *c, const struct daws_kernel *k, int32_t loop,
                       unsigned slot)
{
    if (k->loops[loop].sampler == slot)
        c->trip[slot]++;
}

void daws_loops_left(struct daws_classifier *c, struct daws_kernel *k, unsigned slot,
                     int32_t inside)
{
    for (uint32_t i = 0; i < k->n_loops; i++)
        if (k->loops[i].sampler == slot && !daws_is_around(k, (int32_t)i, inside)) {
            k->loops[i].sampler = WARP_NONE;
            c->trip[slot]++;
        }
}

void daws_coalesced(struct daws_classifier *c, struct daws_kernel *k, unsigned slot, uint32_t pc,
                    unsigned lanes, unsigned transactions)
{
    int32_t loop = c->loop[slot];
    if (loop < 0 || (uint32_t)loop >= k->n_loops || k->loops[loop].sampler != slot)
        return;
    struct daws_load *load =
        k->loops[loop].locality > 0 ? daws_load_add(k, pc, k->loops[loop].place.begin) : NULL;
    if (load && lanes > CONVERGED_MOST)
        load->divergence += transactions > CONVERGED_MOST ? 1 : -1;
    if (c->n_pending[slot] == DAWS_PENDING)
        return;
    unsigned at = (c->first_pending[slot] + c->n_pending[slot]++) % DAWS_PENDING;
    c->pending[slot][at] =
        (struct daws_pending){.pc = pc, .left = transactions, .loop = loop, .trip = c->trip[slot]};
}

static void detect_repetition(struct daws_classifier *c, struct daws_kernel *k,
                              const struct warp_access *access, uint32_t trip)
{
    struct daws_line *set = c->lines + access->line / VICTIM_LINE_BYTES % c->sets * c->ways;
    uint32_t found = c->ways, unused = c->ways - 1;
    for (uint32_t way = c->ways; way-- > 0;) {
        const struct daws_line *line = &set[way];
        if (line->line == access->line + 1 && line->slot == access->slot && line->trip == trip)
            found = way;
        if (set[unused].line && set[unused].trip == c->trip[set[unused].slot] &&
            (!line->line || line->trip != c->trip[line->slot]))
            unused = way;
    }
    uint32_t way = found < c->ways ? found : unused;
    struct daws_line used = {access->line + 1, access->pc, trip, access->slot};
    if (found < c->ways) {
        used = set[found];
        daws_loads_join(k, access->pc, used.pc);
    }
    memmove(set + 1, set, way * sizeof *set);
    set[0] = used;
}

void daws_accessed(struct daws_classifier *c, struct daws_kernel *k,
                   const struct warp_access *access, uint64_t age)
{
    unsigned slot = access->slot;
    bool captured = access->outcome == WARP_ACCESS_HIT && access->owner.slot == slot &&
                    access->owner.age == age;
    bool lost =
        access->outcome == WARP_ACCESS_MISS && victim_tags_take(&c->victims, slot, access->line);
    struct daws_pending *pending = &c->pending[slot][c->first_pending[slot]];
    if (c->n_pending[slot] == 0 || pending->pc != access->pc)
        return;
    pending->locality |= captured || lost;
    struct daws_loop *loop = &k->loops[pending->loop];
    if (loop->locality > 0)
        detect_repetition(c, k, access, pending->trip);
    if (--pending->left > 0)
        return;
    loop->locality += pending->locality ? 1 : -1;
    c->first_pending[slot] = (uint8_t)((c->first_pending[slot] + 1) % DAWS_PENDING);
    c->n_pending[slot]--;
}
