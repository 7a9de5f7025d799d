/* SPDX-License-Identifier: BSD-3-Clause */
#include "models/dram/timing.h"

/* No rule reaches further back. */
enum { HISTORY = 4 * DRAM_MAX_TIMING };

static bool is_column(enum dram_command command)
{
    return command == DRAM_READ || command == DRAM_WRITE;
}

/* Of the banks in the command's group. */
static uint32_t *group_gap(struct dram_banks *banks, enum dram_command issued, enum dram_command c)
{
    return &banks->after[issued].group[DRAM_COMMANDS + c];
}

static void set_channel_gap(struct dram_banks *banks, enum dram_command issued, enum dram_command c,
                            uint32_t gap)
{
    uint32_t *gaps = banks->after[issued].channel;
    gaps[c] = gaps[DRAM_COMMANDS + c] = MAX(gaps[c], gap);
}

/* A command takes its bus for a cycle. */
static void set_buses(struct dram_banks *banks)
{
    for (unsigned issued = 0; issued < DRAM_COMMANDS; issued++)
        for (unsigned c = 0; c < DRAM_COMMANDS; c++)
            set_channel_gap(banks, issued, c,
                            !banks->timing->dual_bus || is_column(issued) == is_column(c));
}

static void set_row_gaps(struct dram_banks *banks)
{
    const struct dram_timing *t = banks->timing;
    uint32_t *activate = banks->after[DRAM_ACTIVATE].bank;
    activate[DRAM_ACTIVATE] = t->rc;
    activate[DRAM_PRECHARGE] = t->ras;
    activate[DRAM_READ] = t->rcd;
    activate[DRAM_WRITE] = t->rcdw;
    *group_gap(banks, DRAM_ACTIVATE, DRAM_ACTIVATE) = t->rrdl;
    set_channel_gap(banks, DRAM_ACTIVATE, DRAM_ACTIVATE, t->rrd);
    banks->after[DRAM_PRECHARGE].bank[DRAM_ACTIVATE] = t->rp;
}

static void set_column_gaps(struct dram_banks *banks)
{
    const struct dram_timing *t = banks->timing;
    const uint32_t read_end = t->cl + t->burst, write_end = t->wl + t->burst;
    /* The write's data must not begin before the read's data have ended. */
    const uint32_t read_to_write = MAX(t->rtw, read_end > t->wl ? read_end - t->wl : 0);
    banks->after[DRAM_READ].bank[DRAM_PRECHARGE] = t->rtp;
    banks->after[DRAM_WRITE].bank[DRAM_PRECHARGE] = write_end + t->wr;
    *group_gap(banks, DRAM_READ, DRAM_PRECHARGE) = t->rtpl;
    *group_gap(banks, DRAM_READ, DRAM_READ) = t->ccdl;
    *group_gap(banks, DRAM_READ, DRAM_WRITE) = t->ccdl;
    *group_gap(banks, DRAM_WRITE, DRAM_WRITE) = t->ccdl;
    *group_gap(banks, DRAM_WRITE, DRAM_READ) = MAX(t->ccdl, write_end + t->wtrl);
    set_channel_gap(banks, DRAM_READ, DRAM_READ, MAX(t->ccd, t->burst));
    set_channel_gap(banks, DRAM_READ, DRAM_WRITE, read_to_write);
    set_channel_gap(banks, DRAM_WRITE, DRAM_WRITE, MAX(t->ccd, t->burst));
    set_channel_gap(banks, DRAM_WRITE, DRAM_READ, write_end + t->wtr);
}

void dram_banks_init(struct dram_banks *banks, const struct dram_timing *timing)
{
    g_assert(timing->banks <= DRAM_MAX_BANKS && timing->groups <= timing->banks);
    banks->timing = timing;
    banks->group_mask = timing->groups - 1;
    for (uint32_t i = 0; i < DRAM_MAX_BANKS; i++)
        banks->bank[i].row = DRAM_NO_ROW;
    for (uint32_t i = 0; i < DRAM_MAX_BANKS; i++)
        banks->groups[i & banks->group_mask][i] = DRAM_COMMANDS;
    set_buses(banks);
    set_row_gaps(banks);
    set_column_gaps(banks);
}

static void rebase_all(uint32_t *cycles, uint32_t n, uint64_t by)
{
    for (uint32_t i = 0; i < n; i++)
        cycles[i] = cycles[i] > by ? cycles[i] - (uint32_t)by : 0;
}

void dram_banks_rebase(struct dram_banks *banks, uint64_t now)
{
    uint64_t by = now - HISTORY - banks->base;
    for (uint32_t i = 0; i < DRAM_MAX_BANKS; i++) {
        rebase_all(banks->bank[i].rules, DRAM_COMMANDS, by);
        rebase_all(banks->group[i], DRAM_RULES, by);
    }
    rebase_all(banks->channel, DRAM_RULES, by);
    rebase_all(&banks->reached, 1, by);
    rebase_all(banks->four, G_N_ELEMENTS(banks->four), by);
    banks->base += by;
}
