/* SPDX-License-Identifier: BSD-3-Clause */
#include "models/dram/timing.h"

void dram_banks_init(struct dram_banks *banks, const struct dram_timing *timing)
{
    g_assert(timing->banks <= DRAM_MAX_BANKS && timing->groups <= timing->banks);
    *banks = (struct dram_banks){.timing = timing};
    for (uint32_t i = 0; i < timing->banks; i++)
        banks->bank[i].row = DRAM_NO_ROW;
}

static inline void at_least(uint64_t *cycle, uint64_t least)
{
    *cycle = MAX(*cycle, least);
}

static void issue_column(struct dram_banks *banks, enum dram_command command, uint32_t bank,
                         uint64_t cycle)
{
    const struct dram_timing *t = banks->timing;
    uint64_t end = dram_data_end(t, command, cycle);
    banks->group_column[bank & (t->groups - 1)] = cycle + t->ccdl;
    if (command == DRAM_READ) {
        at_least(&banks->bank[bank].precharge, cycle + t->rtp);
        at_least(&banks->read, cycle + MAX(t->ccd, t->burst));
        /* The write's data must not begin before the read's have ended. */
        at_least(&banks->write, MAX(cycle + t->rtw, end > t->wl ? end - t->wl : 0));
    } else {
        at_least(&banks->bank[bank].precharge, end + t->wr);
        at_least(&banks->write, cycle + MAX(t->ccd, t->burst));
        at_least(&banks->read, end + t->wtr);
    }
}

void dram_issue(struct dram_banks *banks, enum dram_command command, uint32_t bank, uint64_t row,
                uint64_t cycle)
{
    const struct dram_timing *t = banks->timing;
    struct dram_bank *state = &banks->bank[bank];
    g_assert(cycle >= dram_earliest(banks, command, bank));
    g_assert((state->row == DRAM_NO_ROW) == (command == DRAM_ACTIVATE));
    switch (command) {
    case DRAM_ACTIVATE:
        state->row = row;
        state->column = cycle + t->rcd;
        at_least(&state->precharge, cycle + t->ras);
        at_least(&state->activate, cycle + t->rc);
        at_least(&banks->activate, cycle + t->rrd);
        break;
    case DRAM_PRECHARGE:
        state->row = DRAM_NO_ROW;
        at_least(&state->activate, cycle + t->rp);
        break;
    default:
        issue_column(banks, command, bank, cycle);
    }
}

uint64_t dram_data_end(const struct dram_timing *timing, enum dram_command command, uint64_t cycle)
{
    return cycle + (command == DRAM_READ ? timing->cl : timing->wl) + timing->burst;
}
