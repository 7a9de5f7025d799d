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

#include "models/core/counters.h"
#include "models/core/engine.h"
#include "models/core/launch_meter.h"
#include "models/core/observer.h"
#include "models/core/ring.h"
#include "models/icnt/crossbar.h"
#include "models/icnt/out_port.h"
#include "models/l2/bank_entry.h"
#include "models/l2/bank_lines.h"
#include "models/l2/bank_misses.h"
#include "models/l2/bank_tags.h"
#include "models/memory/address_map.h"
#include "models/memory/device_memory.h"

struct l2_bank_config {
    struct clock clock;
    uint64_t size_bytes;
    struct bank_shape shape;
    uint32_t sector_bytes; /* what a dirty line writes back in */
    uint32_t fetch_bytes;  /* what a miss asks of DRAM: sector_bytes or a line */
    uint32_t data_width;   /* bytes a cycle */
    uint32_t mshrs, mshr_merges;
    bool write_reads; /* a write that misses goes on to DRAM, and its line is read */
    bool mixes;       /* replies to requests that waited for the same sectors */
    uint32_t atomic_interval;
    struct bank_entry_config entry;
    bool early;                  /* packets of requests mix on their way: crossbar_config.mixed */
    struct packet_shape replies; /* of the crossbar */
    uint32_t reply_flits;        /* of them a cycle */
    uint32_t dram_width;         /* bytes a cycle, towards DRAM */
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
    BANK_WAIT_MERGE,  /* the MSHR of one of its sectors is full */
    BANK_WAIT_VICTIM, /* all lines of its set wait for fills */
    BANK_WAITS
};

struct l2_bank_counters {
    uint64_t reads, writes, atomics, fetches; /* requests that left the queue */
    uint64_t hits, merges, sector_misses, misses;
    uint64_t write_hits, write_allocations, write_fetches;
    uint64_t accesses, access_hits, access_merges, access_misses; /* sectors */
    uint64_t access_writes, access_write_misses;                  /* of these, of writes */
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
    uint32_t cycles;           /* that it keeps the bank busy, if it is an atomic */
    uint64_t arrival;          /* cycle */
};

/* What has come from DRAM. */
struct bank_fill {
    uint64_t arrival; /* cycle */
    uint32_t miss;    /* number */
    uint8_t sectors;
    uint16_t port;
    uint32_t launch; /* that asked for it */
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

    uint8_t data_cycles[LINE_SECTORS + 1];                               /* by sectors */
    uint16_t reply_bytes[LINE_SECTORS + 1], ack_bytes[LINE_SECTORS + 1]; /* by sectors */
    uint16_t packet_bytes; /* of a reply's packet that isn't the last */

    sim_time edge;       /* of the cycle being processed */
    uint64_t next_cycle; /* cycles before this one have been processed */
    uint64_t busy_until; /* cycle: by requests */
    uint32_t idle;       /* cycles of late in which it could have served packets */
    uint64_t fill_busy_until;
    enum bank_wait wait;        /* of the first request */
    uint64_t waits_since;       /* cycle */
    struct bank_place waits_at; /* where the line of the first request is: it is looked for once */
    bool retry;                 /* what it waits for has changed */
    uint64_t retry_cycle;       /* or will have, in this cycle */

    struct bank_lines lines;
    struct replacer *replacer; /* NULL: least recently used */
    struct bank_misses misses;
    struct bank_waiters waiters;
    uint32_t used_mshrs;
    struct ring requests;    /* struct bank_request */
    struct bank_entry entry; /* where they come in, if that is modelled */
    struct ring fills;       /* struct bank_fill */
    bool filling; /* the first fill is in the cache, and its requests are being answered: */
    struct waiter_list served;
    uint32_t rounds;     /* packets that each of these is still sent before its last */
    uint32_t round_at;   /* index + 1 of the one that is next */
    uint32_t split_left; /* packets of `split` that have not gone */
    struct out_port reply_port, dram_port;
    struct l2_bank_counters counters;
    struct launch_meter meter;
    const struct observers *observers; /* NULL: none */
    struct bank_tags *tags;            /* NULL: nobody asks */
    bool lines_told;                   /* to these or to the replacer: which line goes */
    struct message split;              /* a hit whose reply mixes with those to `served` */
};

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
