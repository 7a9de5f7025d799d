/* SPDX-License-Identifier: BSD-3-Clause */
/* Reports how far launches are, with site.progress_every: before the SM issues, and at the end of
 * the cycle. */
#ifndef SIMGPU_SM_PROGRESS_H
#define SIMGPU_SM_PROGRESS_H

#include "models/sm/whole/sm_parts.h"

void sm_progress_init(struct sm *sm);
void sm_progress_begin(struct sm *sm);
void sm_progress_end(struct sm *sm);

#endif
