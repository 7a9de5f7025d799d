/* SPDX-License-Identifier: BSD-3-Clause */
/* Greedy then oldest (gto.c), for its variant gto_last, which differs in when a turn ends. */
#ifndef SIMGPU_POLICIES_WARP_SCHEDULER_GTO_H
#define SIMGPU_POLICIES_WARP_SCHEDULER_GTO_H

#include "policies/warp_scheduler/warp_scheduler.h"

struct gto {
    uint64_t greedy[WARP_SCHEDULERS]; /* the warp that has each scheduler's turn, as a set of one
                                         or none */
};

/* Functions of struct warp_scheduler_ops; `state` is a struct gto. */
unsigned gto_pick(void *state, unsigned scheduler, uint64_t candidates,
                  const struct warp_view *view);
uint64_t gto_visited(const void *state, unsigned scheduler, unsigned slot, uint64_t warps,
                     const struct warp_view *view);
void gto_issued(void *state, unsigned scheduler, unsigned slot, const struct warp_view *view);
void gto_warp_finished(void *state, unsigned slot, const struct warp_view *view);

#endif
