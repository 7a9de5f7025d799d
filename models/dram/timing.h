/* SPDX-License-Identifier: BSD-3-Clause */
/* The banks of a DRAM channel as a state machine: which command may come when.
 *
 * Pure: dram_earliest says when the timing rules allow a command, dram_issue carries it out. That
 * one command a cycle fits on the command bus is up to the caller.
 *
 * Source: JEDEC JESD212C (GDDR5 SGRAM), sections on bank activation, READ, WRITE and PRECHARGE;
 * the set of parameters is that of GPGPU-Sim's dram_timing_opt. Differs: no tFAW, no refresh.
 * Units: cycles of the command clock. A parameter t_x of the platform is x here.
 */
#ifndef SIMGPU_DRAM_TIMING_H
#define SIMGPU_DRAM_TIMING_H

#include <glib.h>
#include <stdint.h>

enum { DRAM_MAX_BANKS = 64 };

#define DRAM_NO_ROW UINT64_MAX

struct dram_timing {
    uint32_t banks, groups; /* bank b is in group b mod groups */
    uint32_t burst;         /* cycles for which a column command's data take the data bus */
    uint32_t cl, wl;        /* READ, WRITE to the first of its data */
    uint32_t rcd;           /* ACTIVATE to READ or WRITE, same bank */
    uint32_t ras, rp, rc;   /* ACTIVATE to PRECHARGE to ACTIVATE; ACTIVATE to ACTIVATE, same bank */
    uint32_t rrd;           /* ACTIVATE to ACTIVATE, another bank */
    uint32_t ccd, ccdl;     /* READ to READ, WRITE to WRITE: another bank group, the same one */
    uint32_t rtw;           /* READ to WRITE */
    uint32_t wtr;           /* end of written data to READ */
    uint32_t wr;            /* end of written data to PRECHARGE, same bank */
    uint32_t rtp;           /* READ to PRECHARGE, same bank */
};

enum dram_command { DRAM_ACTIVATE, DRAM_PRECHARGE, DRAM_READ, DRAM_WRITE };

/* First cycles in which the rules allow a command. */
struct dram_bank {
    uint64_t row; /* that is open; DRAM_NO_ROW */
    uint64_t activate, precharge, column;
};

struct dram_banks {
    const struct dram_timing *timing;
    struct dram_bank bank[DRAM_MAX_BANKS];
    uint64_t group_column[DRAM_MAX_BANKS]; /* READ or WRITE, by group */
    uint64_t activate, read, write;        /* in any bank */
};

/* All rows closed, everything allowed. timing is borrowed. */
void dram_banks_init(struct dram_banks *banks, const struct dram_timing *timing);

/* When the command may come at the earliest, given all that have been issued. READ and WRITE need
 * an open row, ACTIVATE a bank without one. */
static inline uint64_t dram_earliest(const struct dram_banks *banks, enum dram_command command,
                                     uint32_t bank)
{
    const struct dram_bank *state = &banks->bank[bank];
    if (command == DRAM_ACTIVATE)
        return MAX(state->activate, banks->activate);
    if (command == DRAM_PRECHARGE)
        return state->precharge;
    uint64_t bus = command == DRAM_READ ? banks->read : banks->write;
    uint64_t group = banks->group_column[bank & (banks->timing->groups - 1)];
    return MAX(MAX(state->column, group), bus);
}

/* row: of ACTIVATE. `cycle` must be allowed. */
void dram_issue(struct dram_banks *banks, enum dram_command command, uint32_t bank, uint64_t row,
                uint64_t cycle);

/* The cycle in which the data bus is done with the data of a READ or WRITE issued in `cycle`. */
uint64_t dram_data_end(const struct dram_timing *timing, enum dram_command command, uint64_t cycle);

#endif
