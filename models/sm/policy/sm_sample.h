/* SPDX-License-Identifier: BSD-3-Clause */
/* Samples for the dispatcher's policies, with site.sample_every: before the SM issues, and at the
 * end of the cycle. */
#ifndef SIMGPU_SM_SAMPLE_H
#define SIMGPU_SM_SAMPLE_H

#include "models/sm/whole/sm_parts.h"

void sm_sample_init(struct sm *sm);
void sm_sample_begin(struct sm *sm);
void sm_sample_end(struct sm *sm);

#endif
