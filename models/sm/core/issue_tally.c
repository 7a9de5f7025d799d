/* SPDX-License-Identifier: BSD-3-Clause */
#include "models/sm/core/issue_tally.h"
#include <string.h>

static bool is_same(const struct issue_kind *a, const struct issue_kind *b)
{
    return a->lane_class == b->lane_class && a->operands == b->operands &&
           a->bank_cycles == b->bank_cycles && a->unit_class == b->unit_class && a->busy == b->busy;
}

int issue_tally_note(struct issue_tally *tally, const struct issue_kind *kind)
{
    uint32_t i = 0;
    while (i < tally->n && !is_same(&tally->kinds[i], kind))
        i++;
    if (i == ISSUE_KINDS)
        return -1;
    if (i == tally->n)
        tally->kinds[tally->n++] = *kind;
    return (int)i;
}

void issue_tally_add(const struct issue_tally *tally, struct sm_counters *counters)
{
    for (uint32_t i = 0; i < tally->n; i++) {
        const struct issue_kind *kind = &tally->kinds[i];
        const uint64_t times = tally->times[i], lanes = times * WARP_LANES - tally->missing[i];
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
    memset(tally->missing, 0, tally->n * sizeof tally->missing[0]);
}
