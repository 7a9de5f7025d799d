/* SPDX-License-Identifier: BSD-3-Clause */
/* The timed message: what units send each other, by value.
 *
 * This header has the envelope. What a message of a kind carries stands in a header for each family
 * of kinds, which has a constructor for each kind and a reader for each thing in it:
 *
 *   message_memory.h    SM <-> L2 bank <-> DRAM channel: requests for memory and their replies
 *   message_dispatch.h  host <-> dispatcher <-> SM: kernels, blocks, samples, words of policies
 *   message_transfer.h  engine -> unit: a transfer across PCIe has ended
 *   message_cluster.h   SM <-> SM: shared memory and the barrier of a cluster's blocks
 *
 * The fields raw_* have another meaning for each kind. Only these headers touch them
 * (tests/lint keeps it). Everybody may read and set the other fields.
 *
 * Once a message is sent, only the wire changes it: the wire stamps arrival, source, sequence and
 * port. The receiver sees messages in the order (arrival, source, sequence), which no accident on
 * the host can change. A payload travels by pointer and belongs to the message: the receiver takes
 * it over.
 *
 * Units: `arrival` is in picoseconds, `bytes` includes the header of the packet.
 */
#ifndef SIMGPU_CORE_MESSAGE_H
#define SIMGPU_CORE_MESSAGE_H

#include "models/core/time.h"
#include <glib.h>
#include <stdbool.h>
#include <stdint.h>

struct payload;
struct launch;
struct child_launch;
struct cluster_place;

/* In brackets: who sends it, who receives it. */
enum message_kind {
    /* message_memory.h; [SM, L2 bank], through a request port or the crossbar's switch: */
    MESSAGE_READ,   /* fetch sectors of a line */
    MESSAGE_WRITE,  /* write bytes of a line */
    MESSAGE_ATOMIC, /* one operation for each lane */
    MESSAGE_FETCH,  /* fetch sectors of a line of code or constants: no values travel */
    /* [L2 bank, SM], through a reply port or the crossbar's switch: */
    MESSAGE_READ_REPLY,
    MESSAGE_WRITE_ACK,
    MESSAGE_ATOMIC_REPLY,
    MESSAGE_FETCH_REPLY,
    MESSAGE_REPLY_PART, /* [L2 bank, crossbar] a packet of a reply before its last one */
    /* [L2 bank, DRAM channel] and back: */
    MESSAGE_DRAM_READ,
    MESSAGE_DRAM_WRITE,
    MESSAGE_DRAM_DATA,
    /* message_cluster.h; [SM, SM], through their network: */
    MESSAGE_SHARED_READ,
    MESSAGE_SHARED_WRITE,
    MESSAGE_SHARED_ATOMIC,
    MESSAGE_SHARED_READ_REPLY,
    MESSAGE_SHARED_WRITE_ACK,
    MESSAGE_SHARED_ATOMIC_REPLY,
    /* message_dispatch.h: */
    MESSAGE_KERNEL_START, /* [host, dispatcher] a launch becomes a kernel */
    MESSAGE_KERNEL_DONE,  /* [dispatcher, host] it has ended, and how */
    MESSAGE_BLOCK_START,  /* [dispatcher, SM] run this block */
    MESSAGE_BLOCK_ENDS,   /* [SM, dispatcher] all warps of a block have exited */
    MESSAGE_BLOCK_DONE,   /* [SM, dispatcher] a block has ended, its stores included */
    MESSAGE_BLOCK_FAULT,  /* [SM, dispatcher] a warp of a block has failed */
    MESSAGE_CHILDREN,     /* [SM, dispatcher], [dispatcher, host] a kernel launches kernels */
    MESSAGE_SAMPLE,       /* [SM, dispatcher] what the SM has counted since its last sample */
    MESSAGE_PROGRESS,     /* [SM, dispatcher] how far the blocks of a launch are */
    MESSAGE_LAUNCH_STOP,  /* [dispatcher, SM] blocks of the launch end where they stand */
    MESSAGE_KERNEL_END,   /* [dispatcher, SM] the SM's kernel is over */
    MESSAGE_POLICY_WORD,  /* [SM, dispatcher] and back: what policies tell each other */
    /* message_cluster.h: */
    MESSAGE_CLUSTER_SIGNAL, /* [SM, SM] phases of a cluster's barrier */
    /* message_transfer.h: */
    MESSAGE_TRANSFER_DONE, /* [engine, unit] */
    MESSAGE_KINDS
};

struct message {
    sim_time arrival; /* at the receiver */
    uint64_t raw_wide;
    union {
        struct payload *payload; /* of message_memory.h's kinds and message_cluster.h's requests and
                                    replies: owned; NULL if it carries none */
        const struct launch *raw_work;
        const struct cluster_place *raw_place;
        uint64_t raw_value;
        GError *raw_fault;
        struct child_launch *raw_children;
    };
    uint16_t source; /* unit id of the sender of this hop */
    uint8_t kind;    /* enum message_kind */
    uint8_t raw_note;
    uint32_t sequence; /* counts the sender's messages */
    union {
        uint32_t raw_tag;
        struct {
            uint16_t raw_number;
            uint8_t raw_warp;
            uint8_t raw_cache;
        };
    };
    uint32_t launch;    /* id of the launch it works for */
    uint8_t sectors;    /* of kinds with a payload: the line's 32-byte sectors, i as bit i */
    bool mixes;         /* of an SM's requests: its packets may take turns with others' */
    uint16_t requester; /* index of the SM, or at DRAM of the L2 bank */
    uint16_t bytes;     /* on the wire, header included */
    uint16_t port;      /* index in the receiver's unit.incoming */
};

/* How many sectors a mask names. */
static inline uint32_t message_sector_count(uint8_t sectors)
{
    return (uint32_t)(UINT64_C(0x4332322132212110) >> (4 * (sectors & 15))) & 7;
}

/* The kind has one; it may still be NULL. */
static inline bool message_has_payload(const struct message *message)
{
    return message->kind < MESSAGE_KERNEL_START;
}

/* Of a kind of message_memory.h. */
static inline bool message_is_of_memory(const struct message *message)
{
    return message->kind < MESSAGE_SHARED_READ;
}

#endif
