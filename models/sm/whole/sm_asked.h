/* SPDX-License-Identifier: BSD-3-Clause */
/* What an SM does only for those who ask: telling observers, and obeying and informing warp
 * schedulers that give orders. */
#ifndef SIMGPU_SM_SM_EVENTS_H
#define SIMGPU_SM_SM_EVENTS_H

#include "models/sm/whole/sm_parts.h"

/* sm_observe.c; with observers only */
/* The cycle being processed, whose arrivals are in; and before it the gap. */
void sm_tell_cycle(struct sm *sm);
/* The cycles up to (not including) `cycle` that have not been told: nothing happened. */
void sm_tell_gap(struct sm *sm, uint64_t cycle);
void sm_tell_picked(struct sm *sm, unsigned scheduler, uint64_t candidates, unsigned slot);
void sm_tell_replied(struct sm *sm, const struct message *reply);

/* sm_orders.c */
void sm_orders_init(struct sm *sm);
void sm_orders_finish(struct sm *sm);
/* The warp in that slot issues nothing more. */
void sm_orders_forget(struct sm *sm, unsigned slot);
/* Of these ready warps, those that the scheduler's orders hold back. There are orders. */
uint64_t sm_held(const struct sm *sm, uint64_t ready);
/* Before the SM issues: a review that is due; and after it: words to be sent. */
void sm_review(struct sm *sm);
void sm_send_words(struct sm *sm);
/* Answers a word that wants it with itself. */
void sm_acknowledge_word(struct sm *sm, const struct message *message);
/* The scheduler has issued nothing for so many cycles, or all schedulers from sm->issue.accounted
 * up to `cycle`. */
void sm_policy_blocked(struct sm *sm, unsigned scheduler, uint64_t cycles);
void sm_policy_gap(struct sm *sm, uint64_t cycle);

/* sm_sample.c, with site.sample_every: before the SM issues, and at the end of the cycle. */
void sm_sample_init(struct sm *sm);
void sm_sample_begin(struct sm *sm);
void sm_sample_end(struct sm *sm);

/* sm_progress.c, with site.progress_every: likewise. */
void sm_progress_init(struct sm *sm);
void sm_progress_begin(struct sm *sm);
void sm_progress_end(struct sm *sm);

#endif
