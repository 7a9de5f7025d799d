/* SPDX-License-Identifier: BSD-3-Clause */
/* Messages between the blocks of a cluster, from one SM to another through their network.
 *
 *   SM --SHARED_READ, SHARED_WRITE, SHARED_ATOMIC--> SM of the block that owns the bytes
 *   SM <--SHARED_READ_REPLY, SHARED_WRITE_ACK, SHARED_ATOMIC_REPLY-- that SM
 *   SM --CLUSTER_SIGNAL--> SM of another block: phases of the cluster's barrier
 *
 * A request is about a line of 128 bytes in the shared memory of the block with a given rank in a
 * given cluster. It acts on that memory when it arrives. Its reply is made in its place.
 *
 *   SHARED_READ    payload: NULL; of its reply: the line's bytes
 *   SHARED_WRITE   payload: the bytes and which of them are written; of its reply: NULL
 *   SHARED_ATOMIC  payload: one operation a lane; of its reply: old values in place of operands
 *
 * `requester` is the SM that has sent the message, `launch` the launch of the cluster, `sectors`
 * says which 32-byte sectors of the line are touched. The number comes back untouched.
 */
#ifndef SIMGPU_CORE_MESSAGE_CLUSTER_H
#define SIMGPU_CORE_MESSAGE_CLUSTER_H

#include "models/core/message.h"

/* Of a cluster. Source: CUDA C++ Programming Guide, "Thread Block Clusters": 16 on an H100. */
enum { MESSAGE_CLUSTER_BLOCKS = 16 };

/* A cluster that has a place. The dispatcher owns it until the launch has ended everywhere, and
 * changes nothing in it once a block of it has been sent. */
struct cluster_place {
    const struct launch *launch;
    uint64_t cluster; /* its number, below 2^36 */
    uint32_t n_blocks;
    uint16_t sm[MESSAGE_CLUSTER_BLOCKS]; /* by rank: where the block runs */
};

/* A block of a cluster: where a message goes. */
struct cluster_block {
    uint32_t launch; /* id */
    uint64_t cluster;
    uint32_t rank;
    uint16_t sm;
};

enum {
    MESSAGE_RAW_OFFSET_BITS = 24, /* no block has more shared memory */
    MESSAGE_RAW_RANK_BITS = 4,
    MESSAGE_RAW_CLUSTER_SHIFT = MESSAGE_RAW_OFFSET_BITS + MESSAGE_RAW_RANK_BITS,
    MESSAGE_RAW_SM_SHIFT = 16
};

static inline struct message message_to_block(enum message_kind kind,
                                              const struct cluster_block *block, uint32_t offset,
                                              uint16_t number)
{
    return (struct message){.kind = (uint8_t)kind,
                            .launch = block->launch,
                            .raw_wide = block->cluster << MESSAGE_RAW_CLUSTER_SHIFT |
                                        (uint64_t)block->rank << MESSAGE_RAW_OFFSET_BITS | offset,
                            .raw_tag = (uint32_t)block->sm << MESSAGE_RAW_SM_SHIFT | number};
}

/* ---- requests and replies --------------------------------------------------------------------
 */

struct shared_request {
    enum message_kind kind; /* SHARED_READ, SHARED_WRITE, SHARED_ATOMIC */
    struct cluster_block to;
    uint32_t offset; /* of the line in the block's shared memory */
    uint16_t number;
    uint16_t sm;    /* index of the SM that asks */
    uint16_t bytes; /* on the wire */
    uint8_t sectors;
    struct payload *payload; /* taken over */
};

static inline struct message message_shared_request(const struct shared_request *request)
{
    struct message message =
        message_to_block(request->kind, &request->to, request->offset, request->number);
    message.requester = request->sm;
    message.bytes = request->bytes;
    message.sectors = request->sectors;
    message.payload = request->payload;
    return message;
}

/* Index of the SM that the message goes to. */
static inline uint32_t message_to_sm(const struct message *message)
{
    return message->raw_tag >> MESSAGE_RAW_SM_SHIFT;
}

static inline uint64_t message_cluster(const struct message *message)
{
    return message->raw_wide >> MESSAGE_RAW_CLUSTER_SHIFT;
}

/* Rank of the block that it is for; in a reply still of the block that owns the bytes. */
static inline uint32_t message_rank(const struct message *message)
{
    return message->raw_wide >> MESSAGE_RAW_OFFSET_BITS & (MESSAGE_CLUSTER_BLOCKS - 1);
}

static inline uint32_t message_shared_offset(const struct message *message)
{
    return message->raw_wide & ((1u << MESSAGE_RAW_OFFSET_BITS) - 1);
}

static inline uint32_t message_shared_number(const struct message *message)
{
    return message->raw_tag & UINT16_MAX;
}

static inline bool message_is_shared_reply(const struct message *message)
{
    return message->kind >= MESSAGE_SHARED_READ_REPLY &&
           message->kind <= MESSAGE_SHARED_ATOMIC_REPLY;
}

/* The request becomes its reply. gone: the block has ended, nothing was done. bytes: on the wire.
 */
static inline void message_become_shared_reply(struct message *message, bool gone, uint16_t bytes)
{
    const uint32_t from = message_to_sm(message);
    G_STATIC_ASSERT(MESSAGE_SHARED_WRITE - MESSAGE_SHARED_READ ==
                        MESSAGE_SHARED_WRITE_ACK - MESSAGE_SHARED_READ_REPLY &&
                    MESSAGE_SHARED_ATOMIC - MESSAGE_SHARED_READ ==
                        MESSAGE_SHARED_ATOMIC_REPLY - MESSAGE_SHARED_READ_REPLY);
    message->kind += MESSAGE_SHARED_READ_REPLY - MESSAGE_SHARED_READ;
    message->raw_tag = message_shared_number(message) | (uint32_t)message->requester
                                                            << MESSAGE_RAW_SM_SHIFT;
    message->requester = (uint16_t)from;
    message->raw_note = gone;
    message->bytes = bytes;
}

static inline bool message_shared_is_gone(const struct message *message)
{
    return message->raw_note;
}

/* ---- CLUSTER_SIGNAL: a block has completed phases of its cluster's barrier --------------------
 */

static inline struct message message_cluster_signal(const struct cluster_block *to,
                                                    uint32_t from_rank, uint32_t phases,
                                                    uint16_t sm, uint16_t bytes)
{
    struct message message = message_to_block(MESSAGE_CLUSTER_SIGNAL, to, 0, 0);
    message.raw_value = (uint64_t)from_rank << 32 | phases;
    message.requester = sm;
    message.bytes = bytes;
    return message;
}

static inline uint32_t message_signal_from(const struct message *message)
{
    return (uint32_t)(message->raw_value >> 32);
}

/* CLUSTER_BLOCK_GONE (models/launch/cluster_barrier.h): it has ended. */
static inline uint32_t message_signal_phases(const struct message *message)
{
    return (uint32_t)message->raw_value;
}

#endif
