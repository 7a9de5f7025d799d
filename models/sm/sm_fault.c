/* SPDX-License-Identifier: BSD-3-Clause */
#include "models/launch/kernel_fault.h"
#include "models/memory/address_check.h"
#include "models/sm/sm_internal.h"

void sm_fault(struct sm *sm, unsigned slot, uint32_t pc, char *text)
{
    GError *error = kernel_fault(&sm->warps[slot].context, pc, sm->issued.fault_lane, text);
    sm->failed = true;
    engine_fail(&sm->unit, sm_edge(sm, sm->cycle), error);
}

bool sm_check_addresses(struct sm *sm, const struct instruction *instruction)
{
    return addresses_check(sm->site.memory, instruction, &sm->issued);
}
