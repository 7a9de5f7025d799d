/* SPDX-License-Identifier: BSD-3-Clause */
/* The banks of a DRAM channel as a state machine: which command may come when.
 *
 * Pure: dram_earliest says when the timing rules allow a command, dram_issue carries it out. The
 * first cycles of all banks lie side by side, as 32-bit distances from a base, so that queue.c
 * compares them as vectors.
 *
 * Source: JEDEC JESD212C (GDDR5 SGRAM) and JESD235 (HBM), sections on bank activation, READ, WRITE
 * and PRECHARGE; the names in parentheses are those of GPGPU-Sim's gpgpu_dram_timing_opt, whose
 * whole set can be expressed (its tRCDWR is RCD - WL - 1, its tRTW CL + burst + 2 - WL).
 * Differs: no refresh.
 * Units: cycles of the command clock. A parameter t_x of the platform is x here.
 */
#ifndef SIMGPU_DRAM_TIMING_H
#define SIMGPU_DRAM_TIMING_H

#include <glib.h>
#include <stdbool.h>
#include <stdint.h>

enum { DRAM_MAX_BANKS = 64, DRAM_VECTOR = 16, DRAM_MAX_TIMING = 10000 };

#define DRAM_NO_ROW UINT64_MAX

struct dram_timing {
    uint32_t banks, groups; /* bank b is in group b mod groups */
    uint32_t burst;         /* cycles for which a column command's data take the data bus */
    uint32_t cl, wl;        /* READ, WRITE to the first of its data */
    uint32_t rcd, rcdw;     /* ACTIVATE to READ, to WRITE, same bank (RCD) */
    uint32_t ras, rp, rc;   /* ACTIVATE to PRECHARGE to ACTIVATE; ACTIVATE to ACTIVATE, same bank */
    uint32_t rrd, rrdl;     /* ACTIVATE to ACTIVATE: another bank, one of the same group */
    uint32_t faw;           /* no more than four ACTIVATEs in as many cycles */
    uint32_t ccd, ccdl;     /* READ to READ, WRITE to WRITE: another bank group, the same one */
    uint32_t rtw;           /* READ to WRITE */
    uint32_t wtr, wtrl;     /* end of written data to READ: another group, the same one (CDLR) */
    uint32_t wr;            /* end of written data to PRECHARGE, same bank */
    uint32_t rtp, rtpl;     /* READ to PRECHARGE: same bank, another bank of its group (RTPL) */
    bool dual_bus;          /* one bus for ACTIVATE and PRECHARGE, one for READ and WRITE */
};

enum dram_command { DRAM_ACTIVATE, DRAM_PRECHARGE, DRAM_READ, DRAM_WRITE, DRAM_COMMANDS };

/* First cycles in which the rules allow a command. */
struct dram_banks {
    const struct dram_timing *timing;
    uint32_t vectors;                                    /* of DRAM_VECTOR banks, that hold all */
    uint32_t group_mask[DRAM_MAX_BANKS][DRAM_MAX_BANKS]; /* by group: UINT32_MAX for its banks */
    uint64_t base;                                       /* the cycle that is 0 in what follows */
    uint32_t bank[DRAM_COMMANDS][DRAM_MAX_BANKS]; /* by the rules of the bank and of its group */
    uint32_t channel[DRAM_COMMANDS];              /* by the rules for all banks, and the buses */
    uint32_t bus[2][DRAM_COMMANDS]; /* from a row command, or a column command, to any command */
    uint32_t four[4], next_four;    /* ring: ACTIVATEs, plus faw */
    uint64_t row[DRAM_MAX_BANKS];   /* that is open; DRAM_NO_ROW */
};

/* All rows closed, everything allowed. banks: zeroed; timing is borrowed; no parameter is over
 * DRAM_MAX_TIMING. */
void dram_banks_init(struct dram_banks *banks, const struct dram_timing *timing);

/* Nothing is issued before `now` any more. */
void dram_banks_reach(struct dram_banks *banks, uint64_t now);

/* When the command may come at the earliest, given all that have been issued. READ and WRITE need
 * an open row, ACTIVATE a bank without one. */
static inline uint64_t dram_earliest(const struct dram_banks *banks, enum dram_command command,
                                     uint32_t bank)
{
    return banks->base + MAX(banks->bank[command][bank], banks->channel[command]);
}

/* row: of ACTIVATE. `cycle` must be allowed. */
void dram_issue(struct dram_banks *banks, enum dram_command command, uint32_t bank, uint64_t row,
                uint64_t cycle);

/* The cycle in which the data bus is done with the data of a READ or WRITE issued in `cycle`. */
static inline uint64_t dram_data_end(const struct dram_timing *timing, enum dram_command command,
                                     uint64_t cycle)
{
    return cycle + (command == DRAM_READ ? timing->cl : timing->wl) + timing->burst;
}

#endif
