/* SPDX-License-Identifier: BSD-3-Clause */
/* The issue loop: in each cycle, each scheduler picks a warp. README.md has the table of ways. */
#ifndef SIMGPU_SM_ISSUE_H
#define SIMGPU_SM_ISSUE_H

#include "models/sm/whole/sm_parts.h"

void sm_issue_init(struct sm *sm, struct arena *arena);
/* Issues in this cycle, unless sm_is_stuck. Goes on in the cycles right behind it, before `end`,
 * while no other part has anything to do there. */
void sm_issue(struct sm *sm, uint64_t end);
/* The same if issue.told. */
void sm_issue_told(struct sm *sm, uint64_t end);
/* The same for a scheduler that gives orders; only in this cycle, unless sm_is_quiet. */
void sm_issue_ordered(struct sm *sm);
uint64_t sm_next_issue_ordered(struct sm *sm);
/* The first cycle after the current one in which a ready warp could issue; CYCLE_NEVER: not known.
 * There must be ready warps. */
uint64_t sm_next_issue(struct sm *sm);

#endif
