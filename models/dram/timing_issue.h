/* SPDX-License-Identifier: BSD-3-Clause */
/* Carries out a command: see timing.h. Inline, since a queue issues many.
 *
 * It does not check that the cycle is allowed. A queue's choice is a maximum over the same rules;
 * finding it once more would be a fifth of issuing a command. Tests check it.
 */
#ifndef SIMGPU_DRAM_TIMING_ISSUE_H
#define SIMGPU_DRAM_TIMING_ISSUE_H

#include "models/dram/timing.h"

/* Nothing may come earlier than so many cycles after `cycle`. */
static inline void dram_raise(uint32_t *restrict cycles, const uint32_t *restrict after, uint32_t n,
                              uint32_t cycle)
{
    for (uint32_t i = 0; i < n; i++) {
        uint32_t least = cycle + after[i];
        cycles[i] = MAX(cycles[i], least);
    }
}

/* No more than four ACTIVATEs in faw cycles. */
static inline void dram_count_activate(struct dram_banks *banks, uint32_t cycle)
{
    banks->four[banks->next_four] = cycle + banks->timing->faw;
    banks->next_four = (banks->next_four + 1) % G_N_ELEMENTS(banks->four);
    const uint32_t least = MAX(banks->channel[DRAM_ACTIVATE], banks->four[banks->next_four]);
    banks->channel[DRAM_ACTIVATE] = banks->channel[DRAM_COMMANDS + DRAM_ACTIVATE] = least;
}

/* row: of ACTIVATE. `cycle` must be allowed. */
static inline void dram_issue(struct dram_banks *banks, enum dram_command command, uint32_t bank,
                              uint64_t row, uint64_t cycle)
{
    const uint32_t distance = dram_distance(banks, cycle);
    const struct dram_gaps *after = &banks->after[command];
    struct dram_bank *here = &banks->bank[bank];
    dram_raise(here->rules, after->bank, DRAM_COMMANDS, distance);
    dram_raise(banks->group[bank & banks->group_mask], after->group, DRAM_RULES, distance);
    dram_raise(banks->channel, after->channel, DRAM_RULES, distance);
    if (command == DRAM_ACTIVATE) {
        g_assert(here->row == DRAM_NO_ROW);
        here->row = row;
        dram_count_activate(banks, distance);
    } else {
        g_assert(here->row != DRAM_NO_ROW);
        if (command == DRAM_PRECHARGE)
            here->row = DRAM_NO_ROW;
    }
}

#endif
