/* SPDX-License-Identifier: BSD-3-Clause */
/* The output of device printf waits in its SM until the kernel has ended. */
#ifndef SIMGPU_SM_OUTPUT_H
#define SIMGPU_SM_OUTPUT_H

#include "models/sm/whole/output_log.h"
#include "models/sm/whole/sm_parts.h"

/* Takes the text. */
void sm_note_output(struct sm *sm, const struct launch *launch, char *text);
/* As sm_take_output (models/sm/sm.h). */
struct output_log *sm_output_take(struct sm *sm, uint32_t launch);
void sm_output_finish(struct sm *sm);

#endif
