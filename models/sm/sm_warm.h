/* SPDX-License-Identifier: BSD-3-Clause */
/* An SM after a launch that nobody timed. */
#ifndef SIMGPU_SM_WARM_H
#define SIMGPU_SM_WARM_H

#include "models/sm/sm.h"

/* While no kernel runs: its instruction cache is as if this code had run on it (sm_fetch_warm). */
void sm_warm_code(struct sm *sm, uint64_t code_address, uint32_t n_instructions);

#endif
