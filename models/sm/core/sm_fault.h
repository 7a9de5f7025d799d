/* SPDX-License-Identifier: BSD-3-Clause */
/* What is done when a program or a policy does something wrong. */
#ifndef SIMGPU_SM_FAULT_H
#define SIMGPU_SM_FAULT_H

#include "models/sm/core/sm_core.h"

/* The program is wrong: ends the simulation. Takes the text; what: the instruction as
 * it was executed, which says whose fault it is. */
void sm_fault(struct sm_core *core, const struct warp_context *warp, uint32_t pc,
              const struct issued *what, char *text);
/* The warp scheduler took a slot that is none of the candidates of its scheduler s. */
void sm_fault_of_scheduler(struct sm_core *core, unsigned s, uint64_t candidates, unsigned slot);

#endif
