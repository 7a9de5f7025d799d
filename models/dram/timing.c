/* SPDX-License-Identifier: BSD-3-Clause */
#include "models/dram/timing.h"

/* No rule reaches further back. */
enum { HISTORY = 4 * DRAM_MAX_TIMING };

void dram_banks_init(struct dram_banks *banks, const struct dram_timing *timing)
{
    g_assert(timing->banks <= DRAM_MAX_BANKS && timing->groups <= timing->banks);
    *banks = (struct dram_banks){.timing = timing};
    for (uint32_t i = 0; i < DRAM_MAX_BANKS; i++)
        banks->row[i] = DRAM_NO_ROW;
}

static void rebase_all(uint32_t *cycles, uint32_t n, uint64_t by)
{
    for (uint32_t i = 0; i < n; i++)
        cycles[i] = cycles[i] > by ? cycles[i] - (uint32_t)by : 0;
}

void dram_banks_rebase(struct dram_banks *banks, uint64_t now)
{
    uint64_t by = now - HISTORY - banks->base;
    for (unsigned c = 0; c < DRAM_COMMANDS; c++)
        rebase_all(banks->bank[c], DRAM_MAX_BANKS, by);
    rebase_all(banks->channel, DRAM_COMMANDS, by);
    rebase_all(banks->four, G_N_ELEMENTS(banks->four), by);
    banks->base += by;
}

static inline void at_least(uint32_t *cycle, uint32_t least)
{
    *cycle = MAX(*cycle, least);
}

static void group_at_least(struct dram_banks *banks, enum dram_command command, uint32_t bank,
                           uint32_t least)
{
    const struct dram_timing *t = banks->timing;
    for (uint32_t i = bank & (t->groups - 1); i < t->banks; i += t->groups)
        at_least(&banks->bank[command][i], least);
}

static void activate(struct dram_banks *banks, uint32_t bank, uint32_t cycle)
{
    const struct dram_timing *t = banks->timing;
    at_least(&banks->bank[DRAM_READ][bank], cycle + t->rcd);
    at_least(&banks->bank[DRAM_WRITE][bank], cycle + t->rcdw);
    at_least(&banks->bank[DRAM_PRECHARGE][bank], cycle + t->ras);
    at_least(&banks->bank[DRAM_ACTIVATE][bank], cycle + t->rc);
    if (t->rrdl > t->rrd)
        group_at_least(banks, DRAM_ACTIVATE, bank, cycle + t->rrdl);
    banks->four[banks->next_four] = cycle + t->faw;
    banks->next_four = (banks->next_four + 1) % G_N_ELEMENTS(banks->four);
    at_least(&banks->channel[DRAM_ACTIVATE], MAX(cycle + t->rrd, banks->four[banks->next_four]));
}

static void read_or_write(struct dram_banks *banks, enum dram_command command, uint32_t bank,
                          uint32_t cycle)
{
    const struct dram_timing *t = banks->timing;
    uint32_t end = (uint32_t)dram_data_end(t, command, cycle), free = cycle + MAX(t->ccd, t->burst);
    if (t->ccdl > t->ccd)
        for (uint32_t i = bank & (t->groups - 1); i < t->banks; i += t->groups) {
            at_least(&banks->bank[DRAM_READ][i], cycle + t->ccdl);
            at_least(&banks->bank[DRAM_WRITE][i], cycle + t->ccdl);
        }
    if (command == DRAM_READ) {
        at_least(&banks->bank[DRAM_PRECHARGE][bank], cycle + t->rtp);
        if (t->rtpl > 1)
            group_at_least(banks, DRAM_PRECHARGE, bank, cycle + t->rtpl);
        at_least(&banks->channel[DRAM_READ], free);
        /* The write's data must not begin before the read's have ended. */
        at_least(&banks->channel[DRAM_WRITE], MAX(cycle + t->rtw, end > t->wl ? end - t->wl : 0));
    } else {
        at_least(&banks->bank[DRAM_PRECHARGE][bank], end + t->wr);
        at_least(&banks->channel[DRAM_WRITE], free);
        at_least(&banks->channel[DRAM_READ], end + t->wtr);
        if (t->wtrl > t->wtr)
            group_at_least(banks, DRAM_READ, bank, end + t->wtrl);
    }
}

void dram_issue(struct dram_banks *banks, enum dram_command command, uint32_t bank, uint64_t row,
                uint64_t cycle)
{
    g_assert(cycle >= dram_earliest(banks, command, bank));
    g_assert((banks->row[bank] == DRAM_NO_ROW) == (command == DRAM_ACTIVATE));
    dram_banks_reach(banks, cycle);
    uint32_t distance = (uint32_t)(cycle - banks->base);
    switch (command) {
    case DRAM_ACTIVATE:
        banks->row[bank] = row;
        activate(banks, bank, distance);
        break;
    case DRAM_PRECHARGE:
        banks->row[bank] = DRAM_NO_ROW;
        at_least(&banks->bank[DRAM_ACTIVATE][bank], distance + banks->timing->rp);
        break;
    default:
        read_or_write(banks, command, bank, distance);
    }
}

uint64_t dram_data_end(const struct dram_timing *timing, enum dram_command command, uint64_t cycle)
{
    return cycle + (command == DRAM_READ ? timing->cl : timing->wl) + timing->burst;
}
