/* SPDX-License-Identifier: BSD-3-Clause */
/* A warp's next instruction issues, by one of five ways:
 *
 * way        function            when it applies
 * pair       issue_pair          sm.issue.width is 2 (sm_issue.c)
 * any        sm_issue_warp       no other way applies
 * known      sm_issue_known      it only writes registers; the front end knows what follows it
 * short      sm_issue_short      as known; few registers, one unit, all lanes, fetch goes on
 * collected  sm_issue_collected  as short, with operand collectors
 *
 * issue_next in sm_issue.c chooses. README.md has each condition in full.
 */
#ifndef SIMGPU_SM_ISSUE_WARP_H
#define SIMGPU_SM_ISSUE_WARP_H

#include "models/sm/whole/sm_parts.h"

/* The warp's next instruction issues, to a unit of that pool; true if the warp has gone on to the
 * one after it. */
bool sm_issue_warp(struct sm *sm, struct unit_pool *pool, unsigned slot);
/* ... that writes registers and nothing more, if the front end knows what follows it, and nobody
 * wants to hear of it. False: its warp's fetch has missed. */
bool sm_issue_known(struct sm *sm, struct unit_pool *pool, struct sm_warp *warp, unsigned slot);
/* ... by a short way, ISSUE_SHORT or ISSUE_COLLECTED: if all lanes run it, and its fetch goes on.
 */
bool sm_issue_short(struct sm *sm, struct unit_pool *pool, struct sm_warp *warp, unsigned slot,
                    uint64_t cycle);
bool sm_issue_collected(struct sm *sm, struct unit_pool *pool, struct sm_warp *warp, unsigned slot,
                        uint64_t cycle);

#endif
