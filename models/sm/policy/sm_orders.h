/* SPDX-License-Identifier: BSD-3-Clause */
/* What the issue loop does for policies that must be looked at cycle by cycle: orders, pressure,
 * words. */
#ifndef SIMGPU_SM_ORDERS_H
#define SIMGPU_SM_ORDERS_H

#include "models/sm/whole/sm_parts.h"

void sm_orders_init(struct sm *sm);
void sm_orders_finish(struct sm *sm);
/* The warp in that slot issues nothing more. */
void sm_orders_forget(struct sm *sm, unsigned slot);
/* Which of these ready warps the scheduler's orders hold back. There must be orders. */
uint64_t sm_held(const struct sm *sm, uint64_t ready);
/* The first: before the SM issues, a review that is due. The second: after it, words to be sent. */
void sm_review(struct sm *sm);
void sm_send_words(struct sm *sm);
/* Answers with the same word if a word wants that. */
void sm_acknowledge_word(struct sm *sm, const struct message *message);
/* The scheduler has issued nothing for so many cycles. The second: no scheduler has, from
 * sm->issue.accounted up to `cycle`. */
void sm_orders_blocked(struct sm *sm, unsigned scheduler, uint64_t cycles);
void sm_orders_gap(struct sm *sm, uint64_t cycle);

#endif
