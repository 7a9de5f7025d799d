/* SPDX-License-Identifier: BSD-3-Clause */
/* Warps that wait at mbarriers.
 *
 * A try_wait whose phase is not complete suspends its warp. The warp goes on when the phases of all
 * its lanes are complete, or after a time limit: then the predicate of the others is false, and the
 * program mostly tries again. After MBARRIER_TRIES limits in a row without a change the warp waits
 * without a limit, so that a program that waits for ever ends as a deadlock, and costs nothing.
 *
 * Source: PTX ISA 8.6, "mbarrier.try_wait": a potentially blocking instruction with a limit that
 *   depends on the system. ASSUMED: the limit, where neither program nor platform sets it, and the
 * number of tries. Differs: a program that counts many time-outs and then does something else
 * waits.
 */
#ifndef SIMGPU_SM_MBARRIER_H
#define SIMGPU_SM_MBARRIER_H

#include "models/sm/tma/tma_state.h"

enum { MBARRIER_TRIES = 16 };

/* The warp suspends itself: what it has issued at pc says for what it waits. */
void sm_mbarrier_wait(struct sm_tma *tma, unsigned slot, uint32_t pc, const struct issued *issued);
/* mbarriers of the block have changed: warps go on. */
void sm_mbarrier_changed(struct sm_tma *tma, unsigned block);
/* Warps whose limit has come go on. */
void sm_mbarrier_step(struct sm_tma *tma);
/* The next limit; CYCLE_NEVER. */
uint64_t sm_mbarrier_next(const struct sm_tma *tma);
/* The warp's mbarriers get an arrival when its copies are there: now, if copies is 0. */
char *sm_mbarrier_track(struct sm_tma *tma, unsigned slot, const struct issued *issued, bool now);
/* The warp's copies are there. NULL, or what is wrong; g_free. */
char *sm_mbarrier_copied(struct sm_tma *tma, unsigned slot);
void sm_mbarrier_forget(struct sm_tma *tma, unsigned slot);

static inline bool sm_mbarrier_holds(const struct sm_tma *tma, unsigned slot)
{
    return tma->waits && tma->waits[slot].waits;
}

#endif
