/* SPDX-License-Identifier: BSD-3-Clause */
#include "models/sm/access/l1_access.h"

void l1_access_tell(const struct sm_core *core, const struct ldst_entry *entry,
                    const struct line_transaction *line, bool bypasses,
                    const struct l1_lookup *found)
{
    const struct l1_access access = {.cycle = core->cycle,
                                     .issued = entry->at - core->config->ldst_latency,
                                     .line = line->line,
                                     .launch = entry->launch,
                                     .pc = entry->pc,
                                     .sm = (uint16_t)core->site.index,
                                     .warp = entry->warp,
                                     .op_class = entry->op_class,
                                     .space = entry->space,
                                     .bypasses = bypasses,
                                     .bypassed = found->bypassed,
                                     .sectors = found->sectors,
                                     .hit = found->hit,
                                     .merged = found->merged,
                                     .missed = found->missed,
                                     .lanes = line->lanes};
    OBSERVERS_TELL(core->site.observers, l1_access, &access);
}
