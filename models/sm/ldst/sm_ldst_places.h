/* SPDX-License-Identifier: BSD-3-Clause */
/* Which instruction has which place in the load/store queue, and when there is room. */
#ifndef SIMGPU_SM_LDST_PLACES_H
#define SIMGPU_SM_LDST_PLACES_H

#include "models/sm/ldst/ldst_state.h"

void sm_ldst_init_places(struct load_store *ldst);
/* The newest instruction, the slot's, takes one of its scheduler's own places. */
void sm_ldst_hold_place(struct load_store *ldst, unsigned slot);
/* For sm_ldst_note_room. */
void sm_ldst_find_room(struct load_store *ldst);
/* All share the places, and the head makes accesses of L1D: its count of them with which the queue
 * has room that it hasn't yet; UINT64_MAX: it has, or that is not how it gets some. */
uint64_t sm_ldst_served_with_room(const struct load_store *ldst);

/* Says from when on the queue has room: an instruction has come, or gone on. Schedulers ask far
 * more often than that. */
static inline void sm_ldst_note_room(struct load_store *ldst)
{
    if (G_LIKELY(ldst->count < ldst->config->ldst_queue && !ldst->own))
        ldst->room_at = 0;
    else
        sm_ldst_find_room(ldst);
}

#endif
