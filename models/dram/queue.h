/* SPDX-License-Identifier: BSD-3-Clause */
/* The requests that a DRAM channel chooses among, and its choice: first ready, first come.
 *
 * A bank's next request is the oldest one to its open row, else its oldest one; after
 * row_hit_cap requests that went ahead of the oldest, the oldest is next. Of the banks, the one
 * whose next command may come first is served; of several, one with a READ or WRITE, then the one
 * with the oldest request.
 *
 * Reads and writes are mixed or drained. Mixed, they are requests like each other; as turning the
 * bus round takes longer than a row hit, the direction stays until no bank can go on with it.
 * Drained, a bank serves requests of one direction only: reads, until writes fill 3/4 of the queue
 * or no read is there; then writes until they fill no more than 1/4 of it and a read waits.
 *
 * The queue's size counts bursts that have not been issued. A bank keeps its next request ready
 * with the command it needs, and the choice is two passes over vectors of 16 banks.
 *
 * Source: Rixner, Dally, Kapasi, Mattson, Owens, "Memory access scheduling" (ISCA 2000), section
 * 4 (FR-FCFS); write draining: Chatterjee et al., "Staged reads" (HPCA 2012), section 2; mixed, and
 * entries of single bursts: GPGPU-Sim (dram_sched.cc, l2cache.cc). ASSUMED: 3/4 and 1/4.
 * Differs: GPGPU-Sim takes the banks in turn, and a request that it has given to a bank is not
 * overtaken by a later row hit.
 */
#ifndef SIMGPU_DRAM_QUEUE_H
#define SIMGPU_DRAM_QUEUE_H

#include "models/core/message.h"
#include "models/dram/timing.h"

enum dram_direction { DRAM_READS, DRAM_WRITES, DRAM_DIRECTIONS };

enum { DRAM_NO_REQUEST = UINT16_MAX };

struct dram_request {
    uint64_t row;
    uint32_t sequence;       /* order of arrival; its low 26 bits decide */
    uint32_t launch;         /* that it is for */
    uint16_t next, previous; /* in its bank's list, oldest first */
    uint8_t bank, direction;
    uint8_t bursts;              /* left */
    bool opened : 1, closed : 1; /* a row was activated, another one precharged, for this request */
    bool started : 1;
};

/* Requests that are chosen among together: all of them, or if drained those of one direction.
 * Of each bank: its requests, its next one, and the command that this needs. */
struct dram_lists {
    uint32_t unless[DRAM_COMMANDS][DRAM_MAX_BANKS]; /* 0: the command is needed; else UINT32_MAX */
    uint32_t rank[DRAM_MAX_BANKS];                  /* the next request's sequence, then the bank */
    uint8_t command[DRAM_MAX_BANKS];                /* the one needed; DRAM_COMMANDS: none */
    uint16_t request[DRAM_MAX_BANKS];               /* the next one */
    uint16_t first[DRAM_MAX_BANKS], last[DRAM_MAX_BANKS]; /* DRAM_NO_REQUEST: empty */
    uint32_t passed[DRAM_MAX_BANKS];                      /* requests that passed its oldest */
};

struct dram_queue {
    struct dram_request *requests; /* of `size`, for each has a burst at least */
    struct message *messages;      /* of the requests */
    uint32_t size, bursts;         /* there can be, there are */
    uint32_t row_hit_cap;
    uint32_t by_direction[DRAM_DIRECTIONS]; /* requests */
    uint32_t bursts_by_direction[DRAM_DIRECTIONS];
    uint16_t free; /* list by next */
    bool drained;
    uint32_t next_sequence;
    enum dram_direction direction;            /* drained: that is served now; mixed: the first */
    struct dram_lists lists[DRAM_DIRECTIONS]; /* mixed: the first has all */
};

/* What to do next, and when. */
struct dram_choice {
    enum dram_command command;
    uint16_t request;
    uint64_t cycle;
};

void dram_queue_init(struct dram_queue *queue, uint32_t size, uint32_t row_hit_cap, bool drained);
void dram_queue_finish(struct dram_queue *queue);

/* True if a request of so many bursts finds room: it does so in an empty queue in any case. */
static inline bool dram_queue_has_room(const struct dram_queue *queue, uint32_t bursts)
{
    return queue->bursts == 0 || queue->bursts + bursts <= queue->size;
}

/* `request` has row, bank, direction, bursts and launch; the message is copied. There must be room.
 * True if the choice must be made again. */
bool dram_queue_add(struct dram_queue *queue, const struct dram_banks *banks,
                    const struct dram_request *request, const struct message *message);
/* True, with the best command; false if the queue is empty. */
bool dram_queue_choose(struct dram_queue *queue, const struct dram_banks *banks,
                       struct dram_choice *choice);
/* Notes that the chosen command has been issued to the banks; true if that was its request's last
 * one, and the request has left the queue (it can be read until the next is added). */
bool dram_queue_issued(struct dram_queue *queue, const struct dram_banks *banks,
                       const struct dram_choice *choice);

#endif
