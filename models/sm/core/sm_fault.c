/* SPDX-License-Identifier: BSD-3-Clause */
#include "models/sm/core/sm_fault.h"
#include "base/input_error.h"
#include "models/launch/kernel_fault.h"
#include <inttypes.h>

void sm_fault(struct sm_core *core, const struct warp_context *warp, uint32_t pc,
              const struct issued *what, char *text)
{
    GError *error = kernel_fault(warp, pc, what, text);
    core->failed = true;
    engine_fail(&core->unit, sm_edge(core, core->cycle), error);
}

void sm_fault_of_scheduler(struct sm_core *core, unsigned s, uint64_t candidates, unsigned slot)
{
    GError *error = NULL;
    g_autofree char *who = g_strdup_printf(
        "warp scheduler %s", core->site.policies->of[POLICY_WARP_SCHEDULER]->policy->name);
    input_error_at(&error, who, 0,
                   "it took warp slot %u in scheduler %u of %s at cycle "
                   "%" G_GUINT64_FORMAT ", which is none of those that could issue (mask 0x%" PRIx64
                   "), nor WARP_NONE",
                   slot, s, core->unit.name, core->cycle, candidates);
    core->failed = true;
    engine_fail(&core->unit, sm_edge(core, core->cycle), error);
}
