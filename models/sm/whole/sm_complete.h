/* SPDX-License-Identifier: BSD-3-Clause */
/* What follows when the last part of something has come: accesses end, and with them waits of
 * warps, fences and blocks. */
#ifndef SIMGPU_SM_COMPLETE_H
#define SIMGPU_SM_COMPLETE_H

#include "models/sm/whole/sm_parts.h"

/* Nothing of the access is out any more: its registers are there, and its warp may go on. */
void sm_access_complete(struct sm *sm, uint32_t access);
/* The same for local stores that L1D has kept in this step. */
void sm_stores_kept(struct sm *sm);
void sm_write_acknowledged(struct sm *sm, uint32_t number);
/* A reply to a load, an atomic or a fetch of L1D's; one of the texture cache's. */
void sm_l1d_replied(struct sm *sm, const struct message *message);
void sm_texture_replied(struct sm *sm, uint32_t line);
void sm_constant_replied(struct sm *sm, uint32_t line);

#endif
