/* SPDX-License-Identifier: BSD-3-Clause */
/* Schedulers take turns at the load/store queue, if the platform says so.
 *
 * Without turns, who comes first takes a place. If places come free at a distance that the number
 * of schedulers divides, the same scheduler is always the first, and keeps the unit. Sub-cores of
 * Accel-Sim have places of their own, and the oldest instruction of all goes first, so they
 * alternate.
 */
#ifndef SIMGPU_SM_LDST_TURNS_H
#define SIMGPU_SM_LDST_TURNS_H

#include "models/sm/whole/sm_parts.h"

/* Of a scheduler's ready warps those that need not wait for others' turn. */
uint64_t sm_ldst_in_turn(struct sm *sm, unsigned scheduler, uint64_t ready, uint64_t cycle);

#endif
