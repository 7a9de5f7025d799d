/* SPDX-License-Identifier: BSD-3-Clause */
/* The peer's options with a small language of their own: caches, DRAM timing, address maps, clocks,
 * units for special operations.
 *
 * Source: the help texts of these options in GPGPU-Sim's option tables.
 */
#ifndef SIMGPU_IMPORT_PEER_STRINGS_H
#define SIMGPU_IMPORT_PEER_STRINGS_H

#include "import/peer_values.h"

/* [S:|N:]sets:line:ways,replacement:write:allocate:write_allocate[:set_index],
 * mshr_kind:mshrs:merges,miss_queue[:...][,data_width]. Letters as in the peer. */
struct peer_cache {
    bool sectored;
    unsigned sets, line_bytes, ways;
    char replacement, write, allocate, write_allocate, set_index;
    unsigned mshrs, merges, miss_queue;
    unsigned data_width; /* bytes a cycle; 0: a whole line */
};

void peer_cache_read(struct peer_values *values, const char *name, const char *absent,
                     struct peer_cache *out);

/* Cycles of the command clock, as gpgpu_dram_timing_opt names them. */
struct peer_dram_timing {
    unsigned nbk, ccd, rrd, rcd, ras, rp, rc, cl, wl, cdlr, wr, nbkgrp, ccdl, rtpl;
};

void peer_dram_timing_read(struct peer_values *values, const char *name, const char *absent,
                           struct peer_dram_timing *out);

/* dramid@BIT;...RRRR.BBBB.CCCC.SSSS, or D in place of dramid@. */
struct peer_address_map {
    unsigned channel_bit; /* lowest bit of the channel's number */
    unsigned row_bits, bank_bits, column_bits, burst_bits;
    unsigned piece_bits;    /* bits below the lowest bank bit, without the channel's */
    unsigned low_bank_bits; /* bank bits next to each other from the lowest one on */
    char letters[80];       /* the map, without D and without zeros in front */
};

void peer_address_map_read(struct peer_values *values, const char *name, const char *absent,
                           struct peer_address_map *out);

/* core:interconnect:L2:DRAM, in MHz: as text without trailing zeros, and in kHz. */
struct peer_clocks {
    char *mhz[4];
    unsigned khz[4];
};
enum { CLOCK_CORE, CLOCK_ICNT, CLOCK_L2, CLOCK_DRAM };

void peer_clocks_read(struct peer_values *values, const char *name, const char *absent,
                      struct peer_clocks *out);
/* Makes one of them so many times as fast. */
void peer_clocks_multiply(struct peer_clocks *clocks, unsigned which, unsigned times);
void peer_clocks_clear(struct peer_clocks *clocks);

/* enabled,units,longest latency,width,width,NAME. False: there is none, or it is not enabled. */
bool peer_special_unit(struct peer_values *values, const char *name, unsigned *units,
                       const char **unit_name);

#endif
