/* SPDX-License-Identifier: BSD-3-Clause */
/* Why a scheduler issues nothing, and how such cycles are counted. */
#ifndef SIMGPU_SM_ACCOUNT_H
#define SIMGPU_SM_ACCOUNT_H

#include "models/sm/whole/sm_parts.h"

/* Why a scheduler that issues nothing does so: the first reason that applies. */
enum slot_reason sm_stall_reason(const struct sm *sm, unsigned scheduler);
/* Counts the slots of the cycles from sm->issue.accounted up to (not including) `cycle`, in which
 * nothing issued. */
void sm_account_gap(struct sm *sm, uint64_t cycle);

#endif
