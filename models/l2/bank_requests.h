/* SPDX-License-Identifier: BSD-3-Clause */
/* How an L2 bank serves its first request: hit, merge, miss, or wait. */
#ifndef SIMGPU_L2_BANK_REQUESTS_H
#define SIMGPU_L2_BANK_REQUESTS_H

#include "models/l2/bank_state.h"

static inline bool bank_has_request(const struct l2_bank *bank)
{
    return bank->requests.count > 0 || bank->split_left > 0;
}
/* The first cycle in which the first request may go on, or, if there is none, a split reply.
 * CYCLE_NEVER if something must happen first. */
uint64_t bank_next_request(const struct l2_bank *bank);
/* Serves the first request, which may go on in this cycle. */
void bank_step_request(struct l2_bank *bank, uint64_t cycle);

#endif
