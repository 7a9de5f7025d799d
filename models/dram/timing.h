/* SPDX-License-Identifier: BSD-3-Clause */
/* The banks of a DRAM channel as a state machine: which command may come when.
 *
 * Pure: dram_first_cycle says when the timing rules allow a command, dram_issue (timing_issue.h)
 * carries it out. A rule is about the command's own bank, or about the banks of its group, or about
 * the whole channel. So there are first cycles of these three kinds, and a command comes no earlier
 * than the latest of them. Each of the three has the four kinds of commands side by side, as 32-bit
 * distances from a base. So three additions of vectors note what a command forbids.
 *
 * Source: JEDEC JESD212C (GDDR5 SGRAM) and JESD235 (HBM), sections on bank activation, READ, WRITE
 * and PRECHARGE. The names in parentheses are those of GPGPU-Sim's gpgpu_dram_timing_opt. Its whole
 * set can be expressed: its tRCDWR is RCD - WL - 1, its tRTW is CL + burst + 2 - WL.
 * Differs: no refresh.
 * Units: cycles of the command clock. A parameter t_x of the platform is x here.
 */
#ifndef SIMGPU_DRAM_TIMING_H
#define SIMGPU_DRAM_TIMING_H

#include <glib.h>
#include <stdbool.h>
#include <stdint.h>

enum { DRAM_MAX_BANKS = 64, DRAM_MAX_TIMING = 10000 };

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

/* Cycles by command, for banks of all groups and then for those of one group, in one vector. */
enum { DRAM_RULES = 2 * DRAM_COMMANDS };

/* How long after a command others may come. */
struct dram_gaps {
    uint32_t bank[DRAM_COMMANDS];                    /* in the same bank */
    uint32_t group[DRAM_RULES], channel[DRAM_RULES]; /* in its group, in any; and for the buses */
};

struct dram_bank {
    uint64_t row;                  /* the open row; DRAM_NO_ROW: none */
    uint32_t rules[DRAM_COMMANDS]; /* as in dram_banks: by the rules of the bank itself */
};

/* First cycles in which the rules allow a command, as distances from a base. */
struct dram_banks {
    const struct dram_timing *timing;
    uint32_t group_mask;                             /* group = number of the bank & this */
    uint32_t groups[DRAM_MAX_BANKS][DRAM_MAX_BANKS]; /* by group: DRAM_COMMANDS for its banks, 0 */
    struct dram_gaps after[DRAM_COMMANDS];           /* `timing`, by the command that is followed */
    uint64_t base;                                   /* the cycle that counts as 0 below */
    struct dram_bank bank[DRAM_MAX_BANKS];
    uint32_t group[DRAM_MAX_BANKS][DRAM_RULES]; /* by the rules of its group alone */
    uint32_t channel[DRAM_RULES]; /* by rules for all banks, and the buses; twice the same */
    uint32_t reached; /* no command comes before this; for an empty channel it is the time */
    uint32_t four[4], next_four; /* ring: ACTIVATEs, plus faw */
};

/* All rows closed, everything allowed. banks: zeroed; timing is borrowed; no parameter is over
 * DRAM_MAX_TIMING. */
void dram_banks_init(struct dram_banks *banks, const struct dram_timing *timing);

/* Counts distances from a base a little before `now`; called now and then. */
void dram_banks_rebase(struct dram_banks *banks, uint64_t now);
/* Cycles from the base; it keeps them within 31 bits. */
static inline uint32_t dram_distance(struct dram_banks *banks, uint64_t cycle)
{
    if (G_UNLIKELY(cycle - banks->base > UINT32_MAX / 4))
        dram_banks_rebase(banks, cycle);
    return (uint32_t)(cycle - banks->base);
}

/* No command is issued before `now` any more. `now` is not before the last command. */
static inline void dram_banks_reach(struct dram_banks *banks, uint64_t now)
{
    banks->reached = dram_distance(banks, now);
}

/* The earliest cycle for the command, as a distance from the base, by the rules of the bank and of
 * its group alone. */
static inline uint32_t dram_bank_cycle(const struct dram_banks *banks, enum dram_command command,
                                       uint32_t bank)
{
    const uint32_t *group = banks->group[bank & banks->group_mask];
    return MAX(banks->bank[bank].rules[command], group[DRAM_COMMANDS + command]);
}

/* The same by all rules and all commands issued so far. */
static inline uint32_t dram_first_cycle(const struct dram_banks *banks, enum dram_command command,
                                        uint32_t bank)
{
    const uint32_t all = MAX(banks->channel[command], banks->reached);
    return MAX(dram_bank_cycle(banks, command, bank), all);
}

/* The cycle in which the data of a READ or WRITE that was issued in `cycle` leave the data bus. */
static inline uint64_t dram_data_end(const struct dram_timing *timing, enum dram_command command,
                                     uint64_t cycle)
{
    return cycle + (command == DRAM_READ ? timing->cl : timing->wl) + timing->burst;
}

#endif
