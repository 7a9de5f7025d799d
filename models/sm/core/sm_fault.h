/* SPDX-License-Identifier: BSD-3-Clause */
/* Reports the errors of a program or a policy. */
#ifndef SIMGPU_SM_FAULT_H
#define SIMGPU_SM_FAULT_H

#include "models/sm/core/sm_core.h"

/* The program is wrong: ends the simulation. Takes the text. what: the instruction as executed; it
 * says which lane is to blame. */
void sm_fault(struct sm_core *core, const struct warp_context *warp, uint32_t pc,
              const struct issued *what, char *text);
/* The warp scheduler of scheduler s has taken a slot that is not among the candidates. */
void sm_fault_of_scheduler(struct sm_core *core, unsigned s, uint64_t candidates, unsigned slot);

#endif
