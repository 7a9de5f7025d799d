/* SPDX-License-Identifier: BSD-3-Clause */
#include "models/sm/sm_warm.h"
#include "models/sm/whole/sm_parts.h"

void sm_warm_code(struct sm *sm, uint64_t code_address, uint32_t n_instructions)
{
    sm_fetch_warm(&sm->fetch, code_address, n_instructions);
}
