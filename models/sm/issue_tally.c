/* SPDX-License-Identifier: BSD-3-Clause */
#include "models/sm/issue_tally.h"
#include <string.h>

static bool is_kind(const struct issue_kind *kind, const struct issue_facts *facts)
{
    return kind->lane_class == facts->lane_class && kind->operands == facts->operands &&
           kind->bank_cycles == facts->bank_cycles && kind->unit_class == facts->unit_class &&
           kind->busy == facts->busy;
}

bool issue_tally_note(struct issue_tally *tally, struct issue_facts *facts)
{
    uint32_t i = 0;
    while (i < tally->n && !is_kind(&tally->kinds[i], facts))
        i++;
    if (i == ISSUE_KINDS)
        return false;
    if (i == tally->n)
        tally->kinds[tally->n++] = (struct issue_kind){.lane_class = facts->lane_class,
                                                       .operands = facts->operands,
                                                       .bank_cycles = facts->bank_cycles,
                                                       .unit_class = facts->unit_class,
                                                       .busy = facts->busy};
    facts->kind = (uint8_t)i;
    return true;
}

void issue_tally_add(const struct issue_tally *tally, struct sm_counters *counters)
{
    for (uint32_t i = 0; i < tally->n; i++) {
        const struct issue_kind *kind = &tally->kinds[i];
        const uint64_t times = tally->times[i], lanes = times * WARP_LANES;
        counters->thread_instructions += lanes;
        counters->lanes[kind->lane_class] += lanes;
        counters->operands += lanes * kind->operands;
        counters->bank_conflict_cycles += times * kind->bank_cycles;
        counters->units[kind->unit_class] += times * kind->busy;
    }
}

void issue_tally_settle(struct issue_tally *tally, struct sm_counters *counters)
{
    issue_tally_add(tally, counters);
    memset(tally->times, 0, tally->n * sizeof tally->times[0]);
}
