/* SPDX-License-Identifier: BSD-3-Clause */
/* The timed message: what hardware units exchange, by value.
 *
 * A message is immutable once sent. Its receiver sees it in the order (arrival, source,
 * sequence), which no host-side accident can change. A payload travels by pointer and belongs to
 * the message: the receiver takes it over.
 */
#ifndef SIMGPU_CORE_MESSAGE_H
#define SIMGPU_CORE_MESSAGE_H

#include "models/core/time.h"
#include <stdbool.h>
#include <stdint.h>

struct payload;
struct launch;

enum message_kind {
    /* SM -> L2 bank, through a request port */
    MESSAGE_READ,   /* fetch a line for L1 */
    MESSAGE_WRITE,  /* payload: bytes and their mask; NULL: all of its sectors, no values */
    MESSAGE_ATOMIC, /* payload: one operation a lane */
    MESSAGE_FETCH,  /* instruction or constant line; carries no values */
    /* L2 bank -> SM, through a reply port */
    MESSAGE_READ_REPLY, /* payload: the line's bytes as the bank saw them */
    MESSAGE_WRITE_ACK,
    MESSAGE_ATOMIC_REPLY, /* payload: old values */
    MESSAGE_FETCH_REPLY,
    /* L2 bank <-> DRAM channel */
    MESSAGE_DRAM_READ,
    MESSAGE_DRAM_WRITE,
    MESSAGE_DRAM_DATA,
    /* host <-> dispatcher <-> SM */
    MESSAGE_KERNEL_START, /* host -> dispatcher; work: the launch */
    MESSAGE_KERNEL_DONE,  /* dispatcher -> host: all its replies and acknowledgements are in;
                             address: its warp instructions */
    MESSAGE_BLOCK_START,  /* dispatcher -> SM; work: the launch, address: linear block index, tag: 1
                             if it is the launch's first there: L1 is invalidated */
    MESSAGE_BLOCK_DONE,   /* SM -> dispatcher: its warps, replies and acknowledgements are in;
                             address: its warp instructions */
    MESSAGE_KERNEL_END,   /* dispatcher -> SMs that ran blocks of it: L1 is invalidated */
    MESSAGE_POLICY_WORD,  /* SM -> dispatcher -> the other SMs; address: what their warp schedulers
                             tell each other */
    MESSAGE_TRANSFER_DONE, /* engine -> who called engine_transfer; tag: the transfer's */
    MESSAGE_KINDS
};

struct message {
    sim_time arrival; /* at the receiver */
    uint64_t address; /* device address of the line; other kinds: see above */
    union {
        struct payload *payload;   /* owned; NULL if the kind carries none */
        const struct launch *work; /* borrowed; BLOCK_START and KERNEL_START only */
    };
    uint32_t source;   /* unit id of the sender of this hop */
    uint32_t sequence; /* counts the sender's messages */
    uint32_t tag;      /* the requester's transaction number, returned in the reply */
    uint32_t launch;   /* id of the launch it works for */
    uint8_t kind;      /* enum message_kind */
    uint8_t sectors;   /* of requests for memory and their replies: the 32-byte sectors of the line,
                          sector i as bit i; MESSAGE_FOUND_SHIFT */
    uint16_t requester; /* index of the SM, or of the L2 bank at DRAM */
    uint16_t bytes;     /* on the wire, header included */
    uint16_t port;      /* index in the receiver's unit.incoming */
};

/* Only if the warp scheduler asks whose lines its loads find in L2 (warp_scheduler_ops.l2_found): a
 * load's request says in its tag which warp it is from, and its reply, above the sectors, what it
 * found. */
enum {
    MESSAGE_WARP_SHIFT =
        16, /* tag: warp slot + 1; 0: no load's. Numbers of transactions are below */
    MESSAGE_WARP_MASK = 0x7f,
    MESSAGE_FOUND_SHIFT = 4 /* sectors: enum warp_l2_found */
};

/* How many sectors a mask names. */
static inline uint32_t message_sector_count(uint8_t sectors)
{
    return (uint32_t)(UINT64_C(0x4332322132212110) >> (4 * (sectors & 15))) & 7;
}

static inline bool message_has_payload(const struct message *message)
{
    return message->kind < MESSAGE_KERNEL_START;
}

#endif
