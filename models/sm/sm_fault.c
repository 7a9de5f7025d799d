/* SPDX-License-Identifier: BSD-3-Clause */
#include "models/launch/kernel_fault.h"
#include "models/memory/address_check.h"
#include "models/sm/sm_internal.h"

void sm_fault(struct sm *sm, unsigned slot, uint32_t pc, char *text)
{
    GError *error =
        kernel_fault(&sm->warps.list[slot].context, pc, sm->issue.what.fault_lane, text);
    sm->core.failed = true;
    engine_fail(&sm->core.unit, sm_edge(sm, sm->core.cycle), error);
}

bool sm_check_addresses(struct sm *sm, const struct instruction *instruction)
{
    return addresses_check(sm->core.site.memory, instruction, &sm->issue.what);
}
