/* SPDX-License-Identifier: BSD-3-Clause */
/* A bank of the L2 cache: sectored, write-back, write-allocate, with MSHRs, and the place where
 * global memory has its values.
 *
 * Values: a request takes effect on the memory image when it arrives, in arrival order, before
 * it queues or waits for DRAM. Writes put their bytes there; reads carry away the line's bytes of
 * that moment; atomics are carried out lane by lane. So values never depend on cache state. Lines
 * outside device memory (code, parameters, local memory) have no bytes here: their
 * replies carry no payload, and a write without payload counts as one of whole sectors from the
 * start of its line on, as many as its size allows.
 *
 * Timing: one request a cycle, in arrival order. The first one waits, and the others behind it,
 * while there is no room for its reply or for its messages to DRAM, no free MSHR, no more room in
 * its line's MSHR, or no line to evict. Fills have a port of their own, and answer one waiting
 * request a cycle. Replies leave through one port, messages to DRAM through another. The latency
 * of the cache's pipeline is that of the wires around the bank.
 *
 * Source: GPGPU-Sim 3.x manual, "Memory partition"; sectors: bank_lines.h. An atomic keeps the
 * bank busy for atomic.interval cycles for each lane that names the same location (NVIDIA,
 * "Kepler GK110" white paper, compares these rates). ASSUMED: replies and messages to DRAM queue
 * in 16 places each.
 * Units: cycles of the bank's clock.
 */
#ifndef SIMGPU_L2_BANK_H
#define SIMGPU_L2_BANK_H

#include "models/core/counters.h"
#include "models/core/engine.h"
#include "models/icnt/crossbar.h"
#include "models/icnt/out_port.h"
#include "models/l2/address_map.h"
#include "models/l2/bank_lines.h"
#include "models/l2/bank_mshr.h"
#include "models/memory/device_memory.h"

struct l2_bank_config {
    struct clock clock;
    uint64_t size_bytes;
    uint32_t ways, sector_bytes;
    enum tag_set_index set_index;
    uint32_t mshrs, mshr_merges;
    uint32_t atomic_interval;
    uint32_t reply_width, header_bytes; /* of the crossbar */
    uint32_t dram_width;                /* bytes a cycle, towards DRAM */
    struct wire_shape to_dram;
};

/* The group "l2_bank". */
bool l2_bank_config_read(struct l2_bank_config *config, struct platform_group *group,
                         const struct crossbar_config *crossbar, GError **error);

/* Why the first request in the queue cannot go on. */
enum bank_wait {
    BANK_WAIT_NONE,
    BANK_WAIT_REPLY, /* for room in the reply port */
    BANK_WAIT_DRAM,  /* for room in the port to DRAM */
    BANK_WAIT_MSHR,
    BANK_WAIT_MERGE,  /* its line's MSHR is full */
    BANK_WAIT_VICTIM, /* all lines of its set wait for fills */
    BANK_WAITS
};

struct l2_bank_counters {
    uint64_t reads, writes, atomics, fetches; /* requests that left the queue */
    uint64_t hits, merges, sector_misses, misses;
    uint64_t write_hits, write_allocations;
    uint64_t replies;
    uint64_t fills, write_backs;
    uint64_t fill_bytes, write_back_bytes;
    uint64_t stall_cycles[BANK_WAITS];
    uint64_t atomic_cycles;
    uint64_t reply_busy_cycles, reply_credit_stall_cycles;
    uint64_t dram_busy_cycles, dram_credit_stall_cycles;
};

extern const struct counter l2_bank_counter_table[];

struct bank_request {
    struct message message;
    uint64_t mask[MASK_WORDS]; /* bytes it writes */
    uint32_t cycles;           /* that it keeps the bank busy */
};

struct l2_bank {
    struct unit unit;
    const struct l2_bank_config *config;
    const struct address_map *map;
    struct device_memory *memory;
    uint32_t index;
    struct wire **to_sms; /* by SM: to its reply port */
    uint32_t n_sms;
    struct wire *to_dram;

    uint64_t next_cycle;  /* cycles before this one have been processed */
    uint64_t busy_until;  /* cycle: by an atomic */
    enum bank_wait wait;  /* of the first request */
    uint64_t waits_since; /* cycle */
    bool retry;           /* what it waits for has changed */

    struct bank_lines lines;
    struct bank_mshrs mshrs;
    struct bank_request *requests; /* ring of `queue_size` */
    struct message *fills;         /* ring of `queue_size`: DRAM_DATA */
    uint32_t queue_size;           /* all slots of the incoming wires */
    uint32_t first_request, n_requests, first_fill, n_fills;
    bool filling; /* the first fill is in the cache, and its requests are being answered */
    struct out_port reply_port, dram_port;
    struct l2_bank_counters counters;
};

/* What a bank is; everything is borrowed. */
struct l2_bank_site {
    const struct l2_bank_config *config;
    const struct address_map *map;
    struct device_memory *memory;
    uint32_t index;
};

void l2_bank_init(struct l2_bank *bank, struct engine *engine, const char *name, const char *host,
                  const struct l2_bank_site *site);
void l2_bank_finish(struct l2_bank *bank);
/* After the last incoming wire. The array is copied. */
void l2_bank_connect(struct l2_bank *bank, struct wire *const *to_sms, uint32_t n_sms,
                     struct wire *to_dram);

#endif
