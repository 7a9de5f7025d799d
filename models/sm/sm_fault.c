/* SPDX-License-Identifier: BSD-3-Clause */
#include "models/launch/kernel_fault.h"
#include "models/sm/sm_core.h"

void sm_fault(struct sm_core *core, const struct warp_context *warp, uint32_t pc, unsigned lane,
              char *text)
{
    GError *error = kernel_fault(warp, pc, lane, text);
    core->failed = true;
    engine_fail(&core->unit, sm_edge(core, core->cycle), error);
}
