/* SPDX-License-Identifier: BSD-3-Clause */
/* A bank of the L2 cache: sectored, write-back, write-allocate, with MSHRs. It is also the place
 * where global memory has its values.
 *
 * Sectors: a request names the sectors of its line that it is about. One reply answers it when all
 * of them are there. Some may be neither there nor on their way: it then fetches their fetch unit
 * from DRAM, which is the sector or the whole line. An MSHR is for a fetch unit. A request needs
 * one for each unit that it fetches. If there are fewer in all, it waits until none is in use. It
 * also needs a place among the requests of each unit that is on its way already.
 *
 * Values: a request takes effect on the memory image when it arrives, in arrival order, before it
 * queues or waits for DRAM. Writes put their bytes there; reads carry away the line's bytes of that
 * moment; atomics are carried out lane by lane. So values never depend on cache state. Lines
 * outside device memory (code, parameters, local memory) have no bytes here: their replies carry no
 * payload. A write without payload writes all of its sectors.
 *
 * Timing: one request after another, in arrival order. A request keeps the bank busy for as long as
 * its sectors take to pass data.width, and those of a line that it writes back. If they are not
 * whole cycles, a request that has waited begins in the cycle in which the one before it ends (48
 * bytes a cycle: three lines take eight cycles). The first request waits, and the others behind it,
 * in these cases: no room for its reply, no room for its messages to DRAM, no free MSHR, no more
 * room in an MSHR, no line to evict. Fills have a port of their own, of the same width, and answer
 * one waiting request a cycle. Replies leave through one port, messages to DRAM through another.
 * The latency of the cache's pipeline is that of the wires around the bank.
 *
 * merged_replies=mixed: several requests for data of several packets may have waited for one fill.
 * They are answered packet by packet in turn, a packet a cycle: the first of each, the second of
 * each, and so on. A hit meanwhile sends a packet a cycle beside them, so that the two mix as well.
 *
 * Writes: with write_miss=keep a sector that is written is dirty, and there for writes. It is read
 * from DRAM only when somebody reads it while a part of it is missing. With write_miss=read_line a
 * write whose sectors are not all there goes on to DRAM. The line's missing parts are read, by the
 * fetch unit. The write is answered at once, and the line stays clean.
 *
 * Counted: requests by what they found, and the same by sector (`accesses`), as GPGPU-Sim counts.
 * It splits requests into those of a sector, and a sector that is written without being there is a
 * miss.
 *
 * Source: GPGPU-Sim 3.x manual, "Memory partition"; its l2cache.cc and gpu-cache.cc for requests by
 * sector and the data port; sectors: bank_lines.h. write_miss=read_line: GPGPU-Sim 3.2's
 * gpu-cache.cc, data_cache::wr_miss_wa, its only write-allocate policy. An atomic keeps the bank
 * busy for atomic.interval cycles for each lane that names the same location (NVIDIA, "Kepler
 * GK110" white paper, compares these rates). merged_replies=mixed: GPGPU-Sim's l2cache.cc splits
 * requests for lines. It answers what a sector's MSHR has and a hit in one cycle, and has one queue
 * for both. Measured in it, hits begin two cycles after the first. ASSUMED: replies and messages to
 * DRAM queue in 16 places each.
 *
 * Units: cycles of the bank's clock.
 */
#ifndef SIMGPU_L2_BANK_H
#define SIMGPU_L2_BANK_H

#include "models/l2/bank_config.h"
#include "models/l2/bank_report.h"
#include "models/l2/bank_state.h"

/* What a bank is; everything is borrowed. */
struct l2_bank_site {
    const struct l2_bank_config *config;
    const struct address_map *map;
    struct device_memory *memory;
    const struct observers *observers; /* NULL: none */
    uint32_t index;
    struct bank_halves_site halves;          /* if there are two */
    struct launch_ledger *ledger;            /* NULL: none */
    bool tags;                               /* keeps whose lines it has: bank_tags.h */
    const struct policy_values *replacement; /* of kind l2_replacement; NULL: least recently used */
};

void l2_bank_init(struct l2_bank *bank, struct engine *engine, const char *name, const char *host,
                  const struct l2_bank_site *site);
void l2_bank_finish(struct l2_bank *bank);
/* After the last incoming wire. The array is copied. */
void l2_bank_connect(struct l2_bank *bank, struct wire *const *to_sms, uint32_t n_sms,
                     struct wire *to_dram);
/* One of several GPUs: replies to requesters from n_sms on go there. */
void l2_bank_connect_peers(struct l2_bank *bank, struct wire *to_peers);

#endif
