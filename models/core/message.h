/* SPDX-License-Identifier: BSD-3-Clause */
/* The timed message: what units exchange, by value: requests and replies of memory, the host's and
 * the dispatcher's starts and ends, and what policies tell each other.
 *
 * Once sent, a message is changed by the wire alone, which stamps its arrival, its source and its
 * sequence. Its receiver sees messages in the order (arrival, source, sequence), which no accident
 * on the host can change. A payload travels by pointer and belongs to the message: the receiver
 * takes it over. The launch of a start is borrowed.
 *
 * Units: `arrival` is in picoseconds, `bytes` includes the header.
 */
#ifndef SIMGPU_CORE_MESSAGE_H
#define SIMGPU_CORE_MESSAGE_H

#include "models/core/time.h"
#include <glib.h>
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
    MESSAGE_REPLY_PART, /* a packet of a reply before its last one, which says it all: it goes as
                           far as the crossbar and takes its place there */
    /* L2 bank <-> DRAM channel */
    MESSAGE_DRAM_READ,
    MESSAGE_DRAM_WRITE,
    MESSAGE_DRAM_DATA,
    /* host <-> dispatcher <-> SM */
    MESSAGE_KERNEL_START,  /* host -> dispatcher; work: the launch */
    MESSAGE_KERNEL_DONE,   /* dispatcher -> host: all its replies and acknowledgements are in;
                              address: its warp instructions; value: its blocks, those that have
                              been simulated; or, with tag MESSAGE_FAULT, fault; tag MESSAGE_HALTED:
                              its client's target is reached, which ends the client */
    MESSAGE_BLOCK_START,   /* dispatcher -> SM; work: the launch, address: linear block index, tag:
                              MESSAGE_BLOCK_FIRST */
    MESSAGE_BLOCK_ENDS,    /* SM -> dispatcher, if it has asked: all its warps have exited, and
                              replies or acknowledgements are still out */
    MESSAGE_BLOCK_DONE,    /* SM -> dispatcher: its warps, replies and acknowledgements are in;
                              address: its warp instructions, value: linear block index, tag: those
                              of its instructions that MESSAGE_PROGRESS has told of; found: whether
                              a BLOCK_ENDS has gone before it */
    MESSAGE_BLOCK_FAULT,   /* SM -> dispatcher, before BLOCK_DONE: what a warp has done wrong; fault
                            */
    MESSAGE_SAMPLE,        /* SM -> dispatcher, if policies there want it: what it has counted since
                              the last one (struct dispatcher_sample); address: instructions, value:
                              stalls, tag: cycles */
    MESSAGE_PROGRESS,      /* SM -> dispatcher, if clients have targets: instructions that blocks of
                              the launch have issued and no message has told of; address */
    MESSAGE_LAUNCH_STOP,   /* dispatcher -> SM: its blocks of the launch end where they stand */
    MESSAGE_KERNEL_END,    /* dispatcher -> SMs that ran blocks of it: L1 is invalidated */
    MESSAGE_POLICY_WORD,   /* SM <-> dispatcher: what policies tell each other; address: the word,
                              tag: its topic and addressee */
    MESSAGE_TRANSFER_DONE, /* engine -> who called engine_transfer; tag: the transfer's */
    MESSAGE_KINDS
};

enum { MESSAGE_FAULT = 1, MESSAGE_HALTED }; /* tag of a KERNEL_DONE */

struct message {
    sim_time arrival; /* at the receiver */
    uint64_t address; /* device address of the line; other kinds: see above */
    union {
        struct payload *payload;   /* owned; NULL if the kind carries none */
        const struct launch *work; /* borrowed; BLOCK_START and KERNEL_START only */
        uint64_t value;            /* BLOCK_DONE, KERNEL_DONE and SAMPLE: see above */
        GError *fault;             /* owned: BLOCK_FAULT and KERNEL_DONE */
    };
    uint16_t source;   /* unit id of the sender of this hop */
    uint8_t kind;      /* enum message_kind */
    uint8_t found;     /* of a reply with a warp: enum warp_l2_found; BLOCK_DONE: see above */
    uint32_t sequence; /* counts the sender's messages */
    union {
        uint32_t tag;        /* the requester's transaction, as a whole; the reply returns it */
        struct {             /* ... of an SM's requests: */
            uint16_t number; /* of an MSHR of L1D, of a line of another cache; of a write: the
                                warp's slot, and its block's epoch above MESSAGE_EPOCH_SHIFT */
            uint8_t warp;    /* the load's warp slot + 1, if policies ask whose lines L2 has; 0 */
            uint8_t cache;   /* enum message_cache */
        };
    };
    uint32_t launch;    /* id of the launch it works for */
    uint8_t sectors;    /* of requests for memory and their replies: the 32-byte sectors of the
                           line, sector i as bit i */
    bool mixes;         /* of an SM's requests: its packets may take turns with others' */
    uint16_t requester; /* index of the SM, or of the L2 bank at DRAM */
    uint16_t bytes;     /* on the wire, header included */
    uint16_t port;      /* index in the receiver's unit.incoming */
};

/* Which of an SM's caches has asked. */
enum message_cache { MESSAGE_L1D, MESSAGE_ICACHE, MESSAGE_CONSTANT, MESSAGE_TEXTURE };

enum {
    MESSAGE_ONE_WARP = 1 << 16, /* `warp` counts so much in a tag */
    MESSAGE_EPOCH_SHIFT = 8,
    MESSAGE_NO_WARP = 255, /* a write for which nobody waits: its number */
    MESSAGE_SLOT_MASK = (1 << MESSAGE_EPOCH_SHIFT) - 1,
    /* tag of BLOCK_START: whether it is the launch's first block on the SM (L1 is invalidated),
     * whether the dispatcher wants a BLOCK_ENDS of it, and how many of its blocks can run there at
     * a time; one beyond that waits for another to end */
    MESSAGE_BLOCK_FIRST = 1,
    MESSAGE_BLOCK_NOTICE = 2,
    MESSAGE_BLOCK_CAPACITY_SHIFT = 2
};

/* The tag of an SM's request; MESSAGE_ONE_WARP. */
static inline uint32_t message_tag(enum message_cache cache, uint32_t number, uint8_t warp)
{
    const struct message message = {
        .number = (uint16_t)number, .warp = warp, .cache = (uint8_t)cache};
    return message.tag;
}

/* The tag of POLICY_WORD: what it is about, and whom it is for (policies/policy.h). */
static inline uint32_t message_word_tag(uint16_t topic, uint16_t to)
{
    return (uint32_t)topic << 16 | to;
}

static inline uint16_t message_word_topic(const struct message *message)
{
    return (uint16_t)(message->tag >> 16);
}

static inline uint16_t message_word_to(const struct message *message)
{
    return (uint16_t)message->tag;
}

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
