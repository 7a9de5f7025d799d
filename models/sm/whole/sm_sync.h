/* SPDX-License-Identifier: BSD-3-Clause */
/* What follows from mbarriers and bulk copies for the SM's other parts. */
#ifndef SIMGPU_SM_SYNC_H
#define SIMGPU_SM_SYNC_H

#include "models/sm/whole/sm_parts.h"

/* The warp has issued an OP_SYNC at pc. True if it goes on to its next instruction. *fault: what is
 * wrong; g_free. */
bool sm_sync_enter(struct sm *sm, unsigned slot, uint32_t pc, char **fault);
/* The TMA engine has something to do, or a limit of a wait has come. */
void sm_sync_step(struct sm *sm);
/* A reply to the TMA engine, which is counted here. */
void sm_sync_receive(struct sm *sm, const struct message *message);
/* A part of a bulk copy has come to another block. */
void sm_sync_delivered(struct sm *sm, void *copy);
/* The warp's asynchronous copies are all there. */
void sm_sync_copied(struct sm *sm, unsigned slot);

#endif
