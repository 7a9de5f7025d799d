/* SPDX-License-Identifier: BSD-3-Clause */
/* The SM's side of the network between SMs: accesses of its warps to the shared memory of other
 * blocks of their cluster, on their way.
 *
 * A load, store or atomic to other blocks goes through the load/store unit's queue like one to
 * global memory. Each line of 128 bytes of one block is a request. The table of requests bounds
 * what an SM has out: without a free entry the queue's head waits. What comes in is served by
 * whole/sm_cluster.c.
 *
 * Without clusters on the platform there is no wire, and the table is empty.
 */
#ifndef SIMGPU_SM_REMOTE_H
#define SIMGPU_SM_REMOTE_H

#include "models/core/message_cluster.h"
#include "models/sm/access/ldst_entry.h"

/* A request on its way. */
struct remote_request {
    uint32_t access; /* NO_ACCESS for a store */
    uint32_t pc;
    lane_mask lanes;
    uint16_t next_free;
    uint8_t slot, epoch; /* of the warp; epoch of a store */
    void *copy;          /* of a bulk copy, whose part it is; NULL */
};

/* A block of a cluster that has ended here. */
struct remote_ended {
    struct cluster_block block;
    bool stopped; /* from outside */
};

enum { REMOTE_NONE = UINT16_MAX };

struct sm_remote {
    struct sm_core *core;
    struct sm_accesses *accesses;
    struct wire *wire;               /* to the network; NULL: there are no clusters */
    struct remote_request *requests; /* as many as may be out */
    uint16_t free;                   /* first free one; REMOTE_NONE: all are out */
    uint32_t out;                    /* how many are out */
    GArray *early; /* struct message, for blocks that have not started here; NULL: none ever */
    GArray *ended; /* struct remote_ended, of launches that go on; NULL: none ever */
};

void sm_remote_init(struct sm_remote *remote, struct sm_core *core, struct sm_accesses *accesses);
void sm_remote_finish(struct sm_remote *remote);
void sm_remote_connect(struct sm_remote *remote, struct wire *wire);

/* Sends the request of one line of the entry, which is for another block. LDST_WAITS_REMOTE if too
 * many are out. */
enum ldst_wait sm_remote_access(struct sm_remote *remote, const struct ldst_entry *entry,
                                const struct line_transaction *line);
/* What a bulk copy of the warp sends to another block. */
struct remote_part {
    void *copy;
    const struct block_context *from;
    enum message_kind kind; /* SHARED_WRITE, SHARED_ATOMIC */
    uint32_t rank, offset;  /* of the line in that block's shared memory */
    uint32_t pc;
    struct payload *payload; /* taken over, if it is sent */
    uint8_t slot, sectors;
};
/* False: too many requests are out. */
bool sm_remote_send_part(struct sm_remote *remote, const struct remote_part *part);
/* A reply has come: what it was for. Its entry is free now. */
struct remote_request sm_remote_replied(struct sm_remote *remote, uint32_t number);
/* Sends a reply that was made of its request. */
void sm_remote_reply(struct sm_remote *remote, const struct message *reply);
/* Tells the other blocks of the cluster how many phases of its barrier the block has completed. */
void sm_remote_signal(struct sm_remote *remote, const struct block_context *block, uint32_t phases);
/* A block of a cluster has ended here. stopped: not by itself. */
void sm_remote_block_ended(struct sm_remote *remote, const struct block_context *block,
                           bool stopped);
/* Whether the block that the message is for has been here and has ended; then *stopped is set. */
bool sm_remote_has_ended(const struct sm_remote *remote, const struct message *message,
                         bool *stopped);
/* Keeps a message whose block has not started. */
void sm_remote_keep(struct sm_remote *remote, const struct message *message);
/* Takes the first message that was kept for the block; false: there is none. */
bool sm_remote_take(struct sm_remote *remote, const struct block_context *block,
                    struct message *message);
/* The launch is over. */
void sm_remote_forget(struct sm_remote *remote, uint32_t launch);

/* Whether the message is for that block. */
static inline bool sm_remote_is_for(const struct message *message,
                                    const struct block_context *block)
{
    return block->place && block->launch->id == message->launch &&
           block->rank == message_rank(message) &&
           block->place->cluster == message_cluster(message);
}

#endif
