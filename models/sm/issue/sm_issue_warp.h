/* SPDX-License-Identifier: BSD-3-Clause */
/* A warp's next instruction issues, by one of six ways:
 *
 * way        function            when it applies
 * pair       issue_pair          sm.issue.width is 2 (sm_issue.c)
 * any        sm_issue_warp       no other way applies
 * known      sm_issue_known      it only writes registers; the front end knows what follows it
 * short      sm_issue_short      as known; few registers, one unit, fetch goes on
 * several    sm_issue_several    as short, with several units
 * collected  sm_issue_collected  as short, with operand collectors
 *
 * issue_next in sm_issue.c chooses. README.md has each condition in full.
 */
#ifndef SIMGPU_SM_ISSUE_WARP_H
#define SIMGPU_SM_ISSUE_WARP_H

#include "models/sm/whole/sm_parts.h"

/* Issues the warp's next instruction to a unit of that pool. True if the warp has gone on to the
 * one after it. */
bool sm_issue_warp(struct sm *sm, struct unit_pool *pool, unsigned slot);
/* The same for an instruction that only writes registers, if the front end knows what follows it
 * and nobody wants to hear of it. False: the warp's fetch has missed. */
bool sm_issue_known(struct sm *sm, struct unit_pool *pool, struct sm_warp *warp, unsigned slot);
/* The same by a short way, which the record says. Its fetch must go on. */
bool sm_issue_short(struct sm *sm, struct unit_pool *pool, struct sm_warp *warp, unsigned slot,
                    uint64_t cycle);
bool sm_issue_several(struct sm *sm, struct unit_pool *pool, struct sm_warp *warp, unsigned slot,
                      uint64_t cycle);
bool sm_issue_collected(struct sm *sm, struct unit_pool *pool, struct sm_warp *warp, unsigned slot,
                        uint64_t cycle);

#endif
