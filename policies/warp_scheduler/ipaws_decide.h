/* SPDX-License-Identifier: BSD-3-Clause */
/* The decisions of iPAWS: it finds the pattern, switches, and brings counts back to even. See
 * ipaws_state.h. */
#ifndef SIMGPU_POLICIES_WARP_SCHEDULER_IPAWS_DECIDE_H
#define SIMGPU_POLICIES_WARP_SCHEDULER_IPAWS_DECIDE_H

#include "policies/warp_scheduler/ipaws_state.h"

enum { IPAWS_NO_WORD = 0 };

void ipaws_read_parameters(struct ipaws *own, const struct policy_values *values);

/* The clock of points for barriers: the cycle, or the number of instructions that the SM has
 * issued.
 */
static inline uint64_t ipaws_barrier_clock(const struct ipaws *own, const struct warp_view *view)
{
    return own->barrier_cycles ? view->cycle : own->issued;
}

/* A warp of this counter has finished in the Adapt phase. Decides, if the warp counts for that. */
void ipaws_decide(struct ipaws *own, unsigned counter, const struct warp_view *view);
/* An instruction has issued in the Recover phase. */
void ipaws_recover_further(struct ipaws *own, const struct warp_view *view);
/* The counter's last warp has finished. */
void ipaws_counter_freed(struct ipaws *own, unsigned counter, const struct warp_view *view);
/* Hears another SM's decision. IPAWS_NO_WORD does nothing. */
void ipaws_hear(struct ipaws *own, uint64_t word, const struct warp_view *view);

#endif
