/* SPDX-License-Identifier: BSD-3-Clause */
/* The warp that issued last, then the oldest: greedy then oldest whose turn outlasts a stall.
 *
 * gto gives a turn up in the first cycle in which the scheduler issues nothing. Here the warp that
 * issued last stays the first choice, however long its scheduler has been idle, until another one
 * issues. A warp that meets a full load/store unit behind its own load thus goes before older ones
 * as soon as there is room, and more warps are on their way at a time.
 *
 * So it is gto (gto.h) without the event `stalled`.
 *
 * Source: GPGPU-Sim (shader.cc), whose greedy-then-oldest scheduler keeps the warp issued last at
 * the head of its list. Differs: a new warp in that warp's slot does not inherit the turn.
 * Units: none.
 */
#include "policies/warp_scheduler/gto.h"

const struct warp_scheduler_ops warp_scheduler_gto_last = {
    .head = {.name = "gto_last",
             .summary = "The warp that issued last, even after idle cycles, then the oldest",
             .source = "GPGPU-Sim 4, shader.cc: its greedy-then-oldest scheduler",
             .state_bytes = sizeof(struct gto)},
    .pick = gto_pick,
    .visited = gto_visited,
    .issued = gto_issued,
    .warp_finished = gto_warp_finished,
};
