/* SPDX-License-Identifier: BSD-3-Clause */
/* The requests that a DRAM channel chooses among, and its choice: first ready, first come.
 *
 * A bank's next request is the oldest one to its open row, else its oldest one. After row_hit_cap
 * requests that went ahead of the oldest, the oldest is next. Of the banks, the one whose next
 * command may come first is served. Of several, one with a READ or WRITE is served, then the one
 * with the oldest request.
 *
 * Reads and writes are mixed or drained. Mixed, they are requests like each other. As turning the
 * bus round takes longer than a row hit, the direction stays until no bank can go on with it.
 * Drained, a bank serves requests of one direction only. It serves reads until writes fill 3/4 of
 * the queue or no read is there, then writes until they fill no more than 1/4 of it and a read
 * waits.
 *
 * The queue's size counts bursts that have not been issued. A bank keeps its next request ready,
 * with the command that it needs and the first cycle for it. First cycles only grow. So what a
 * command forbids the other banks is a maximum that the next choice takes on its way. The choice is
 * two passes over vectors of 8 banks: the first finds when a command may come, the second which.
 *
 * Source: Rixner, Dally, Kapasi, Mattson, Owens, "Memory access scheduling" (ISCA 2000), section 4
 * (FR-FCFS); write draining: Chatterjee et al., "Staged reads" (HPCA 2012), section 2; mixed, and
 * entries of single bursts: GPGPU-Sim (dram_sched.cc, l2cache.cc). ASSUMED: 3/4 and 1/4.
 * Differs: GPGPU-Sim takes the banks in turn, and a later row hit does not overtake a request that
 * it has given to a bank.
 */
#ifndef SIMGPU_DRAM_QUEUE_H
#define SIMGPU_DRAM_QUEUE_H

#include "models/core/clock.h"
#include "models/core/message.h"
#include "models/dram/timing.h"

enum dram_direction { DRAM_READS, DRAM_WRITES, DRAM_DIRECTIONS };

enum { DRAM_NO_REQUEST = UINT16_MAX };

/* What was done for a request: its row was opened, another one closed; bursts have started. */
enum { DRAM_OPENED = 1, DRAM_CLOSED = 2, DRAM_STARTED = 4 };

struct dram_request {
    uint64_t row;
    uint32_t sequence;       /* order of arrival; its low 26 bits decide */
    uint32_t launch;         /* that it is for */
    uint16_t next, previous; /* in its bank's list, oldest first */
    uint8_t bank, direction;
    uint8_t bursts; /* left */
    uint8_t state;  /* DRAM_OPENED ... */
};

/* The requests for a bank, and the one that is its next. */
struct dram_list {
    uint16_t first, last; /* DRAM_NO_REQUEST: empty */
    uint16_t next;
    uint32_t passed; /* requests that went ahead of its oldest */
};

/* The requests of one choice: all of them; drained: those of one direction. Arrays are by bank, for
 * the bank's next request. */
struct dram_lists {
    uint32_t due[DRAM_MAX_BANKS];     /* when the command may come: see queue.c */
    uint32_t command[DRAM_MAX_BANKS]; /* the one it needs; DRAM_COMMANDS: there is no request */
    uint32_t rank[DRAM_MAX_BANKS];    /* the request's sequence, then the bank */
    uint64_t base; /* what `due` counts from; CYCLE_NEVER: `due` must be made again */
    struct dram_list list[DRAM_MAX_BANKS];
};

/* The next command, and when it comes. */
struct dram_choice {
    uint64_t cycle; /* CYCLE_NEVER: nothing */
    uint32_t command, bank;
    uint16_t request;
};

struct dram_queue {
    struct dram_request *requests; /* `size` of them, for each has a burst at least */
    struct message *messages;      /* of the requests */
    uint32_t size, bursts;         /* bursts: how many there can be; how many there are */
    uint32_t row_hit_cap;
    uint32_t by_direction[DRAM_DIRECTIONS]; /* requests */
    uint32_t bursts_by_direction[DRAM_DIRECTIONS];
    uint16_t free; /* list by next */
    bool drained;
    uint32_t next_sequence;
    enum dram_direction direction;  /* drained: the one that is served now; mixed: the first */
    uint32_t group;                 /* of the bank that had the last command */
    bool chosen;                    /* `choice` holds */
    struct dram_choice choice;      /* the command issued last, or the next one */
    uint64_t issued[DRAM_COMMANDS]; /* commands */
    uint64_t started[DRAM_STARTED]; /* requests that have started, by their state until then */
    struct dram_lists lists[DRAM_DIRECTIONS]; /* mixed: the first has all */
};

void dram_queue_init(struct dram_queue *queue, uint32_t size, uint32_t row_hit_cap, bool drained);
void dram_queue_finish(struct dram_queue *queue);

/* True if a request of so many bursts finds room. In an empty queue every request does. */
static inline bool dram_queue_has_room(const struct dram_queue *queue, uint32_t bursts)
{
    return queue->bursts == 0 || queue->bursts + bursts <= queue->size;
}

/* `request` has row, bank, direction, bursts and launch; the message is copied. There must be room.
 */
void dram_queue_add(struct dram_queue *queue, const struct dram_banks *banks,
                    const struct dram_request *request, const struct message *message);

/* When the next command comes; CYCLE_NEVER if there is none. */
uint64_t dram_queue_next(struct dram_queue *queue, const struct dram_banks *banks);

/* Why dram_queue_run has ended. */
enum dram_progress {
    DRAM_NOT_YET,      /* no further command comes before `before` */
    DRAM_OTHER_LAUNCH, /* the next command is not for `launch` */
    DRAM_HAS_ROOM,     /* `choice` was a burst, and no more than `room` bursts are left */
    DRAM_DONE          /* `choice` was its request's last burst. The request has left the queue, and
                          can be read until the next is added */
};

/* Issues commands to the banks, one after the other, until one of these holds. A `room` of -1 is
 * never reached. */
enum dram_progress dram_queue_run(struct dram_queue *queue, struct dram_banks *banks,
                                  uint64_t before, uint32_t launch, int32_t room);

#endif
