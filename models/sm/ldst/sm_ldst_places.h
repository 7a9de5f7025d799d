/* SPDX-License-Identifier: BSD-3-Clause */
/* Which instruction has which place in the load/store queue, and when there is room. */
#ifndef SIMGPU_SM_LDST_PLACES_H
#define SIMGPU_SM_LDST_PLACES_H

#include "models/sm/ldst/ldst_state.h"

void sm_ldst_init_places(struct load_store *ldst);
/* The newest instruction, of that slot's warp, takes one of its scheduler's own places. */
void sm_ldst_hold_place(struct load_store *ldst, unsigned slot);
/* For sm_ldst_note_room below. */
void sm_ldst_find_room(struct load_store *ldst);
/* If all share the places and the head makes accesses of L1D: its count of accesses with which the
 * queue gets room. UINT64_MAX: the queue has room, or gets it in another way. */
uint64_t sm_ldst_served_with_room(const struct load_store *ldst);

/* Finds when the queue has room, after an instruction has come or gone on. Schedulers ask far more
 * often than that. */
static inline void sm_ldst_note_room(struct load_store *ldst)
{
    if (G_LIKELY(ldst->count < ldst->config->ldst_queue && !ldst->own))
        ldst->room_at = 0;
    else
        sm_ldst_find_room(ldst);
}

#endif
