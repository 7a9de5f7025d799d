/* SPDX-License-Identifier: BSD-3-Clause */
#include "models/dram/timing.h"
#include "base/vector_clones.h"

/* No rule reaches further back. */
enum { HISTORY = 4 * DRAM_MAX_TIMING };

static inline bool is_column(enum dram_command command)
{
    return command == DRAM_READ || command == DRAM_WRITE;
}

void dram_banks_init(struct dram_banks *banks, const struct dram_timing *timing)
{
    g_assert(timing->banks <= DRAM_MAX_BANKS && timing->groups <= timing->banks);
    banks->timing = timing;
    banks->vectors = (timing->banks + DRAM_VECTOR - 1) / DRAM_VECTOR;
    for (uint32_t i = 0; i < timing->banks; i++)
        banks->group_mask[i & (timing->groups - 1)][i] = UINT32_MAX;
    for (uint32_t i = 0; i < DRAM_MAX_BANKS; i++)
        banks->row[i] = DRAM_NO_ROW;
    for (unsigned c = 0; c < DRAM_COMMANDS; c++)
        for (unsigned column = 0; column < 2; column++)
            banks->bus[column][c] = !timing->dual_bus || is_column(c) == column;
}

static void rebase_all(uint32_t *cycles, uint32_t n, uint64_t by)
{
    for (uint32_t i = 0; i < n; i++)
        cycles[i] = cycles[i] > by ? cycles[i] - (uint32_t)by : 0;
}

G_NO_INLINE static void rebase(struct dram_banks *banks, uint64_t now)
{
    uint64_t by = now - HISTORY - banks->base;
    for (unsigned c = 0; c < DRAM_COMMANDS; c++)
        rebase_all(banks->bank[c], DRAM_MAX_BANKS, by);
    rebase_all(banks->channel, DRAM_COMMANDS, by);
    rebase_all(banks->four, G_N_ELEMENTS(banks->four), by);
    banks->base += by;
}

/* Cycles from the base, which keeps them within 31 bits. */
static inline uint32_t distance_of(struct dram_banks *banks, uint64_t cycle)
{
    if (G_UNLIKELY(cycle - banks->base > UINT32_MAX / 4))
        rebase(banks, cycle);
    return (uint32_t)(cycle - banks->base);
}

static inline void at_least(uint32_t *cycle, uint32_t least)
{
    *cycle = MAX(*cycle, least);
}

void dram_banks_reach(struct dram_banks *banks, uint64_t now)
{
    const uint32_t distance = distance_of(banks, now);
    for (unsigned c = 0; c < DRAM_COMMANDS; c++)
        at_least(&banks->channel[c], distance);
}

/* For the banks of a group. */
static inline void group_at_least(uint32_t *restrict cycles, const uint32_t *restrict mask,
                                  uint32_t vectors, uint32_t least)
{
    uint32_t n = vectors * DRAM_VECTOR;
    for (uint32_t i = 0; i < n; i++) {
        uint32_t here = least & mask[i];
        cycles[i] = MAX(cycles[i], here);
    }
}

/* The same, for READs and WRITEs, and for PRECHARGEs. */
static inline void group_columns(struct dram_banks *banks, const uint32_t *restrict mask,
                                 uint32_t column, uint32_t precharge)
{
    uint32_t *read = banks->bank[DRAM_READ], *write = banks->bank[DRAM_WRITE];
    uint32_t *close = banks->bank[DRAM_PRECHARGE], n = banks->vectors * DRAM_VECTOR;
    for (uint32_t i = 0; i < n; i++) {
        uint32_t here = column & mask[i], closing = precharge & mask[i];
        read[i] = MAX(read[i], here);
        write[i] = MAX(write[i], here);
        close[i] = MAX(close[i], closing);
    }
}

static inline const uint32_t *mask_of(const struct dram_banks *banks, uint32_t bank)
{
    return banks->group_mask[bank & (banks->timing->groups - 1)];
}

static inline void activate(struct dram_banks *banks, uint32_t bank, uint32_t cycle)
{
    const struct dram_timing *t = banks->timing;
    at_least(&banks->bank[DRAM_READ][bank], cycle + t->rcd);
    at_least(&banks->bank[DRAM_WRITE][bank], cycle + t->rcdw);
    at_least(&banks->bank[DRAM_PRECHARGE][bank], cycle + t->ras);
    at_least(&banks->bank[DRAM_ACTIVATE][bank], cycle + t->rc);
    if (t->rrdl > t->rrd)
        group_at_least(banks->bank[DRAM_ACTIVATE], mask_of(banks, bank), banks->vectors,
                       cycle + t->rrdl);
    banks->four[banks->next_four] = cycle + t->faw;
    banks->next_four = (banks->next_four + 1) % G_N_ELEMENTS(banks->four);
    at_least(&banks->channel[DRAM_ACTIVATE], MAX(cycle + t->rrd, banks->four[banks->next_four]));
}

static inline void read_or_write(struct dram_banks *banks, enum dram_command command, uint32_t bank,
                                 uint32_t cycle)
{
    const struct dram_timing *t = banks->timing;
    uint32_t end = (uint32_t)dram_data_end(t, command, cycle), free = cycle + MAX(t->ccd, t->burst);
    group_columns(banks, mask_of(banks, bank), cycle + t->ccdl,
                  command == DRAM_READ ? cycle + t->rtpl : 0);
    if (command == DRAM_READ) {
        at_least(&banks->bank[DRAM_PRECHARGE][bank], cycle + t->rtp);
        at_least(&banks->channel[DRAM_READ], free);
        /* The write's data must not begin before the read's have ended. */
        at_least(&banks->channel[DRAM_WRITE], MAX(cycle + t->rtw, end > t->wl ? end - t->wl : 0));
    } else {
        at_least(&banks->bank[DRAM_PRECHARGE][bank], end + t->wr);
        at_least(&banks->channel[DRAM_WRITE], free);
        at_least(&banks->channel[DRAM_READ], end + t->wtr);
        if (t->wtrl > t->wtr)
            group_at_least(banks->bank[DRAM_READ], mask_of(banks, bank), banks->vectors,
                           end + t->wtrl);
    }
}

VECTOR_CLONES void dram_issue(struct dram_banks *banks, enum dram_command command, uint32_t bank,
                              uint64_t row, uint64_t cycle)
{
    const uint32_t distance = distance_of(banks, cycle), *bus = banks->bus[is_column(command)];
    g_assert(distance >= MAX(banks->bank[command][bank], banks->channel[command]));
    g_assert((banks->row[bank] == DRAM_NO_ROW) == (command == DRAM_ACTIVATE));
    for (unsigned c = 0; c < DRAM_COMMANDS; c++)
        at_least(&banks->channel[c], distance + bus[c]);
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
