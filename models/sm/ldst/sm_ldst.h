/* SPDX-License-Identifier: BSD-3-Clause */
/* The load/store unit as a part of the SM: it makes the transactions of memory instructions at L1D
 * and at the caches beside it. */
#ifndef SIMGPU_SM_LDST_H
#define SIMGPU_SM_LDST_H

#include "models/sm/ldst/ldst_state.h"

/* The parts that it works with: see struct load_store. Make these first. */
struct ldst_services {
    struct sm_core *core;
    struct sm_warps *warps;
    struct sm_accesses *accesses;
    struct l1d *l1d;
    struct texture_cache *texture;
    struct constant_cache *constants;
    struct sm_remote *remote;
};

void sm_ldst_init(struct load_store *ldst, const struct ldst_services *services);
void sm_ldst_finish(struct load_store *ldst);
/* Call it when `next` is the current cycle, or has passed. Returns the access that is complete with
 * it; NO_ACCESS: none. */
uint32_t sm_ldst_step(struct load_store *ldst);
/* A part of the line has come to L1D. */
void sm_ldst_filled(struct load_store *ldst, uint64_t line);
/* No warp issues, and the head will wait, as `foreseen`: from the next cycle on it does. */
void sm_ldst_stall_ahead(struct load_store *ldst);

#endif
