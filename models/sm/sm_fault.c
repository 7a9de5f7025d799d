/* SPDX-License-Identifier: BSD-3-Clause */
#include "base/input_error.h"
#include "models/launch/kernel_fault.h"
#include "models/memory/address_check.h"
#include "models/sm/sm_internal.h"
#include <inttypes.h>

void sm_fault(struct sm *sm, unsigned slot, uint32_t pc, char *text)
{
    GError *error = kernel_fault(&sm->warps[slot].context, pc, &sm->issued, text);
    sm->failed = true;
    engine_fail(&sm->unit, sm_edge(sm, sm->cycle), error);
}

void sm_fault_of_scheduler(struct sm *sm, unsigned s, uint64_t candidates, unsigned slot)
{
    GError *error = NULL;
    g_autofree char *who = g_strdup_printf(
        "warp scheduler %s", sm->site.policies->of[POLICY_WARP_SCHEDULER]->policy->name);
    input_error_at(&error, who, 0,
                   "it took warp slot %u in scheduler %u of %s at cycle "
                   "%" G_GUINT64_FORMAT ", which is none of those that could issue (mask 0x%" PRIx64
                   "), nor WARP_NONE",
                   slot, s, sm->unit.name, sm->cycle, candidates);
    sm->failed = true;
    engine_fail(&sm->unit, sm_edge(sm, sm->cycle), error);
}

bool sm_check_addresses(struct sm *sm, unsigned slot, uint32_t pc)
{
    return addresses_check(sm->site.memory, &sm->warps[slot].context, pc, &sm->issued);
}
