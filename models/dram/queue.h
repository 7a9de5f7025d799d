/* SPDX-License-Identifier: BSD-3-Clause */
/* The requests that a DRAM channel chooses among, and its choice: first ready, first come.
 *
 * A bank's next request is the oldest one to its open row, else its oldest one; after
 * row_hit_cap requests that went ahead of the oldest, the oldest is next. Of the banks, the one
 * whose next command may come first is served; of several, one with a READ or WRITE, then the one
 * with the oldest request. Reads and writes are not mixed, for turning the bus round costs more
 * than a row hit: reads go first, until writes fill 3/4 of the queue or no read is there; then
 * writes until they fill no more than 1/4 of it and a read waits.
 *
 * Source: Rixner, Dally, Kapasi, Mattson, Owens, "Memory access scheduling" (ISCA 2000), section
 * 4 (FR-FCFS); write draining: Chatterjee et al., "Staged reads" (HPCA 2012), section 2.
 * ASSUMED: 3/4 and 1/4.
 */
#ifndef SIMGPU_DRAM_QUEUE_H
#define SIMGPU_DRAM_QUEUE_H

#include "models/core/message.h"
#include "models/dram/timing.h"

enum dram_direction { DRAM_READS, DRAM_WRITES, DRAM_DIRECTIONS };

enum { DRAM_NO_REQUEST = UINT32_MAX };

struct dram_request {
    struct message message;
    uint64_t row, sequence;
    uint32_t next, previous; /* in its bank's list of its direction, oldest first */
    uint8_t bank, direction;
    uint8_t bursts;      /* left */
    bool opened, closed; /* a row was activated, another one precharged, for this request */
    bool started;
};

struct dram_list {
    uint32_t first, last; /* DRAM_NO_REQUEST: empty */
};

/* A bank's next request and the command it needs; kept until the bank's row or list changes. */
struct dram_candidate {
    uint32_t request; /* DRAM_NO_REQUEST: to be found */
    enum dram_command command;
    uint64_t rank; /* low goes first among commands of one cycle */
};

struct dram_queue {
    struct dram_request *requests;
    uint32_t size, count, by_direction[DRAM_DIRECTIONS];
    uint32_t free; /* list by next */
    uint32_t row_hit_cap;
    uint64_t next_sequence;
    enum dram_direction direction; /* that is served now */
    struct dram_list lists[DRAM_DIRECTIONS][DRAM_MAX_BANKS];
    uint64_t waiting[DRAM_DIRECTIONS]; /* bit b: bank b has requests */
    struct dram_candidate candidates[DRAM_DIRECTIONS][DRAM_MAX_BANKS];
    uint32_t passed[DRAM_DIRECTIONS][DRAM_MAX_BANKS]; /* requests that passed its oldest */
};

/* What to do next, and when. */
struct dram_choice {
    uint32_t request;
    enum dram_command command;
    uint64_t cycle;
};

void dram_queue_init(struct dram_queue *queue, uint32_t size, uint32_t row_hit_cap);
void dram_queue_finish(struct dram_queue *queue);

/* Copies what the caller has filled in: message, row, bank, direction, bursts. There must be room.
 */
void dram_queue_add(struct dram_queue *queue, const struct dram_request *request);
/* True, with the best command that may come in `now` or later; false if the queue is empty. */
bool dram_queue_choose(struct dram_queue *queue, const struct dram_banks *banks, uint64_t now,
                       struct dram_choice *choice);
/* Notes that the chosen command has been issued; true if that was its request's last one, and the
 * request has left the queue (it can be read until the next is added). */
bool dram_queue_issued(struct dram_queue *queue, const struct dram_choice *choice);

#endif
