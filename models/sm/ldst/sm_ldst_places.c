/* SPDX-License-Identifier: BSD-3-Clause */
/* Which instruction finds a place in the load/store unit's queue. All schedulers' instructions
 * share its places, or, with ldst.private, each scheduler has as many of its own. Either way
 * instructions go on in the order of their issue, so that the unit's queue is one ring.
 *
 * Source: GPGPU-Sim with gpgpu_sub_core_model (shader.cc), as Accel-Sim has it: each sub-core has a
 * register and collectors before the one unit, which no other sub-core's instructions take.
 */
#include "models/sm/ldst/sm_ldst_places.h"

/* When L1D's pipeline has taken in an instruction of the queue whose place is wanted. It does so as
 * soon as those in front have left enough room, but takes one access for each cycle and bank. */
static uint64_t pipeline_at(const struct load_store *ldst, uint32_t position)
{
    const struct ldst_entry *head = &ldst->queue[ldst->first];
    const struct ldst_entry *entry = ldst_entry_at(ldst, position);
    if (head->last == UINT64_MAX || entry->last == UINT64_MAX)
        return CYCLE_NEVER;
    const bool room = entry->last - head->served <= ldst->config->ldst_pipeline;
    return room ? entry->entered : CYCLE_NEVER;
}

/* The same for the scheduler's instruction that holds its oldest place. */
static uint64_t own_room_at(const struct load_store *ldst, const struct ldst_places *own)
{
    const uint32_t places = ldst->config->ldst_queue;
    if (own->n < places || own->held[own->n % places] < ldst->left)
        return 0;
    if (ldst->config->ldst_pipeline == 0)
        return CYCLE_NEVER;
    return pipeline_at(ldst, (uint32_t)(own->held[own->n % places] - ldst->left));
}

static void note_own(struct load_store *ldst)
{
    uint64_t first = CYCLE_NEVER;
    for (unsigned s = 0; s < ldst->config->schedulers; s++) {
        struct ldst_places *own = &ldst->own[s];
        own->room_at = ldst->count == ldst->size ? CYCLE_NEVER : own_room_at(ldst, own);
        first = MIN(first, MAX(own->free, own->room_at));
    }
    ldst->room_at = first;
}

void sm_ldst_find_room(struct load_store *ldst)
{
    if (ldst->own)
        note_own(ldst);
    else if (ldst->config->ldst_pipeline == 0 || ldst->count == ldst->size)
        ldst->room_at = CYCLE_NEVER;
    else
        ldst->room_at = pipeline_at(ldst, ldst->count - ldst->config->ldst_queue);
}

uint64_t sm_ldst_served_with_room(const struct load_store *ldst)
{
    const struct sm_config *config = ldst->config;
    if (config->ldst_pipeline == 0 || ldst->room_at != CYCLE_NEVER || ldst->count == ldst->size)
        return UINT64_MAX;
    const struct ldst_entry *place = ldst_entry_at(ldst, ldst->count - config->ldst_queue);
    return place->last == UINT64_MAX ? UINT64_MAX : place->last - config->ldst_pipeline;
}

void sm_ldst_init_places(struct load_store *ldst)
{
    const struct sm_config *config = ldst->config;
    struct arena *arena = ldst->core->unit.engine->arena;
    if (!config->access.private_places)
        return;
    ldst->own = arena_take_rare(arena, config->schedulers, sizeof *ldst->own);
    for (unsigned s = 0; s < config->schedulers; s++)
        ldst->own[s].held = arena_take_rare(arena, config->ldst_queue, sizeof(uint64_t));
}

void sm_ldst_hold_place(struct load_store *ldst, unsigned slot)
{
    struct ldst_places *own = &ldst->own[slot % ldst->config->schedulers];
    own->held[own->n++ % ldst->config->ldst_queue] = ldst->left + ldst->count - 1;
}
