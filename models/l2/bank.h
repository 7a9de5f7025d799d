/* SPDX-License-Identifier: BSD-3-Clause */
/* A bank of the L2 cache: sectored, write-back, write-allocate, with MSHRs, and the place where
 * global memory has its values.
 *
 * Sectors: a request names the sectors of its line that it is about, and is answered, by one reply,
 * when all of them are there. Of those that are neither there nor on their way it fetches its
 * fetch unit from DRAM: the sector, or the whole line. An MSHR is for a fetch unit: a request
 * needs one for each unit that it fetches (if there are fewer in all, it waits until none is in
 * use), and a place among the requests of each that is on its way already.
 *
 * Values: a request takes effect on the memory image when it arrives, in arrival order, before
 * it queues or waits for DRAM. Writes put their bytes there; reads carry away the line's bytes of
 * that moment; atomics are carried out lane by lane. So values never depend on cache state. Lines
 * outside device memory (code, parameters, local memory) have no bytes here: their
 * replies carry no payload. A write without payload is one of all of its sectors.
 *
 * Timing: one request after another, in arrival order; it keeps the bank busy for as long as its
 * sectors, and those of a line that it writes back, take to pass data.width. The first one waits,
 * and the others behind it, while there is no room for its reply or for its messages to DRAM, no
 * free MSHR, no more room in an MSHR, or no line to evict. Fills have a port of their own, of the
 * same width, and answer one waiting request a cycle. With merged_replies=mixed, requests for data
 * of several packets that waited for one fill are answered packet by packet in turn, a packet a
 * cycle: the first of each, the second of each, and so on; a hit meanwhile sends a packet a cycle
 * beside them, so that the two mix as well. Replies leave through one port, messages to DRAM
 * through another. The latency of the cache's pipeline is that of the wires around the bank.
 *
 * Writes: with write_miss=keep a sector that is written is dirty and there for writes; it is read
 * from DRAM only when somebody reads it while a part of it is missing. With write_miss=read_line, a
 * write whose sectors are not all there goes on to DRAM, and what is missing of the line is read,
 * by the fetch unit; the write is answered at once, and the line stays clean.
 *
 * Counted: requests by what they found, and the same by sector (`accesses`), which is how
 * GPGPU-Sim counts: it splits requests into those of a sector, and a sector that is written
 * without being there is a miss.
 *
 * Source: GPGPU-Sim 3.x manual, "Memory partition"; its l2cache.cc and gpu-cache.cc for requests by
 * sector and the data port; sectors: bank_lines.h. write_miss=read_line: GPGPU-Sim 3.2's
 * gpu-cache.cc, data_cache::wr_miss_wa, its only write-allocate policy. An atomic keeps the
 * bank busy for atomic.interval cycles for each lane that names the same location (NVIDIA,
 * "Kepler GK110" white paper, compares these rates). merged_replies=mixed: GPGPU-Sim's l2cache.cc,
 * which splits requests for lines, answers what a sector's MSHR has and a hit in one cycle, and has
 * one queue for both; measured in it, hits begin two cycles after the first. ASSUMED: replies and
 * messages to DRAM queue in 16 places each. Units: cycles of the bank's clock.
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
    struct launch_ledger *ledger;            /* NULL: none */
    bool tags;                               /* keep whose lines it has: bank_tags.h */
    const struct policy_values *replacement; /* of kind l2_replacement; NULL: least recently used */
};

void l2_bank_init(struct l2_bank *bank, struct engine *engine, const char *name, const char *host,
                  const struct l2_bank_site *site);
void l2_bank_finish(struct l2_bank *bank);
/* After the last incoming wire. The array is copied. */
void l2_bank_connect(struct l2_bank *bank, struct wire *const *to_sms, uint32_t n_sms,
                     struct wire *to_dram);

#endif
