/* SPDX-License-Identifier: BSD-3-Clause */
/* The state of an L2 bank, for its parts. Everybody else includes bank.h. */
#ifndef SIMGPU_L2_BANK_STATE_H
#define SIMGPU_L2_BANK_STATE_H

#include "models/core/engine.h"
#include "models/core/launch_meter.h"
#include "models/core/observer.h"
#include "models/core/ring.h"
#include "models/icnt/out_port.h"
#include "models/l2/bank_config.h"
#include "models/l2/bank_entry.h"
#include "models/l2/bank_lines.h"
#include "models/l2/bank_misses.h"
#include "models/l2/bank_tags.h"
#include "models/memory/address_map.h"
#include "models/memory/device_memory.h"

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

/* Sectors that have come from DRAM. */
struct bank_fill {
    uint64_t arrival; /* cycle */
    uint32_t miss;    /* number */
    uint8_t sectors;
    uint16_t port;
    uint32_t launch; /* that asked for it */
};

struct l2_bank_counters {
    uint64_t reads, writes, atomics, fetches; /* requests that left the queue */
    uint64_t far_requests, copy_hits;         /* of these, if there are two halves */
    uint64_t hits, merges, sector_misses, misses;
    uint64_t write_hits, write_allocations, write_fetches;
    uint64_t accesses, access_hits, access_merges, access_misses; /* sectors */
    uint64_t access_writes, access_write_misses;                  /* of these, by writes */
    uint64_t replies;
    uint64_t fills, write_backs;
    uint64_t fill_bytes, write_back_bytes;
    uint64_t stall_cycles[BANK_WAITS];
    uint64_t atomic_cycles;
    uint64_t reply_busy_cycles, reply_credit_stall_cycles;
    uint64_t dram_busy_cycles, dram_credit_stall_cycles;
};

struct l2_bank {
    struct unit unit;
    const struct l2_bank_config *config;
    const struct address_map *map;
    struct device_memory *memory;
    uint32_t index;
    struct wire **to_sms; /* by SM: to its reply port */
    uint32_t n_sms;
    struct wire *to_peers; /* to SMs of other GPUs, whose numbers begin with n_sms */
    struct wire *to_dram;

    uint8_t data_cycles[LINE_SECTORS + 1]; /* by sectors */
    bool data_shared;                      /* sectors aren't whole cycles */
    uint32_t data_left; /* bytes that may pass yet in the cycle before busy_until */
    uint16_t reply_bytes[LINE_SECTORS + 1], ack_bytes[LINE_SECTORS + 1]; /* by sectors */
    uint16_t packet_bytes; /* of a reply's packet that isn't the last */

    sim_time edge;       /* of the cycle being processed */
    uint64_t next_cycle; /* cycles before this one have been processed */
    uint64_t busy_until; /* cycle: requests keep it busy until then */
    uint32_t idle;       /* recent cycles in which it could have served packets */
    uint64_t fill_busy_until;
    enum bank_wait wait;        /* of the first request */
    uint64_t waits_since;       /* cycle */
    struct bank_place waits_at; /* the place of the first request's line: it is looked up once */
    bool retry;                 /* its reason to wait has changed */
    uint64_t retry_cycle;       /* or will change in this cycle */

    struct bank_lines lines;
    struct replacer *replacer; /* NULL: least recently used */
    struct bank_misses misses;
    struct bank_waiters waiters;
    uint32_t used_mshrs;
    struct ring requests;       /* struct bank_request */
    struct bank_halves *halves; /* NULL: the L2 is whole */
    struct bank_entry entry;    /* where they come in, if that is modelled */
    struct ring fills;          /* struct bank_fill */
    bool filling; /* the first fill is in the cache; its requests are being answered */
    struct waiter_list served;
    uint32_t rounds;     /* packets that each of these gets before its last one */
    uint32_t round_at;   /* index + 1 of the next one to get a packet */
    uint32_t split_left; /* packets of `split` that are left to send */
    struct out_port reply_port, dram_port;
    struct l2_bank_counters counters;
    struct launch_meter meter;
    const struct observers *observers; /* NULL: none */
    struct bank_tags *tags;            /* NULL: nobody asks */
    bool lines_told;                   /* tags or the replacer are told which line goes */
    struct message split;              /* a hit whose reply mixes with those to `served` */
};

#endif
