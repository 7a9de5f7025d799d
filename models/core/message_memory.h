/* SPDX-License-Identifier: BSD-3-Clause */
/* Messages about memory: an SM asks an L2 bank for sectors of a line, a bank asks a DRAM channel.
 *
 *   SM --READ, WRITE, ATOMIC, FETCH--> L2 bank --DRAM_READ, DRAM_WRITE--> DRAM channel SM
 *   <--READ_REPLY, WRITE_ACK, ATOMIC_REPLY, FETCH_REPLY-- L2 bank <--DRAM_DATA-- DRAM channel
 *
 * All kinds: message_address() is a device address; `sectors` says which 32-byte sectors of its
 * 128-byte line the message is about; `launch` is the launch whose instruction needs it.
 *
 *   READ        payload: NULL
 *   WRITE       payload: the bytes and which of them are written; NULL: all of `sectors`, no values
 *   ATOMIC      payload: one operation a lane; NULL: a trace's, without values
 *   FETCH       payload: NULL; no values travel in either direction
 *   READ_REPLY  payload: the line's bytes as the bank saw them; NULL: none are known
 *   ATOMIC_REPLY  payload: the old values in place of the operands
 *   WRITE_ACK, FETCH_REPLY  payload: NULL
 *   REPLY_PART  goes as far as the crossbar and takes its place there. The last packet of the
 *               reply has all that the reply says
 *   DRAM_READ, DRAM_WRITE, DRAM_DATA  payload: NULL; DRAM holds no values
 *
 * A reply is made in the place of its request. It keeps the request's address, sectors, launch,
 * requester and transaction.
 *
 * The transaction of an SM's request is 32 bits that the bank returns untouched:
 *   cache   which cache has asked
 *   number  of an MSHR of L1D, or of a line of another cache. Of a write: message_write_number()
 *   warp    the load's warp slot + 1 if policies ask whose lines L2 has; else 0
 */
#ifndef SIMGPU_CORE_MESSAGE_MEMORY_H
#define SIMGPU_CORE_MESSAGE_MEMORY_H

#include "models/core/message.h"

/* ---- transactions of SMs ------------------------------------------------------------------ */

/* Which of an SM's caches has asked. */
enum message_cache {
    MESSAGE_L1D,
    MESSAGE_ICACHE,
    MESSAGE_CONSTANT,
    MESSAGE_TEXTURE,
    MESSAGE_TMA /* no cache: number of a request of the TMA engine */
};

enum {
    MESSAGE_ONE_WARP = 1 << 16, /* adds 1 to a transaction's warp */
    MESSAGE_EPOCH_SHIFT = 8,
    MESSAGE_SLOT_MASK = (1 << MESSAGE_EPOCH_SHIFT) - 1,
    MESSAGE_NO_WARP = 255 /* number of a write for which no warp waits */
};

/* The transaction of an SM's request; see MESSAGE_ONE_WARP for adding the warp later. */
static inline uint32_t message_transaction(enum message_cache cache, uint32_t number, uint8_t warp)
{
    const struct message message = {
        .raw_number = (uint16_t)number, .raw_warp = warp, .raw_cache = (uint8_t)cache};
    return message.raw_tag;
}

/* The number of a write says which warp waits for its acknowledgement. epoch: of the warp's block.
 */
static inline uint32_t message_write_number(uint32_t warp_slot, uint32_t epoch)
{
    return warp_slot | epoch << MESSAGE_EPOCH_SHIFT;
}

static inline uint32_t message_number_slot(uint32_t number)
{
    return number & MESSAGE_SLOT_MASK;
}

static inline uint32_t message_number_epoch(uint32_t number)
{
    return number >> MESSAGE_EPOCH_SHIFT;
}

/* ---- requests and replies between SMs and L2 banks ------------------------------------------ */

struct memory_request {
    enum message_kind kind; /* READ, WRITE, ATOMIC, FETCH */
    uint64_t address;
    uint32_t transaction, launch;
    uint16_t sm;    /* index */
    uint16_t bytes; /* on the wire */
    uint8_t sectors;
    struct payload *payload; /* taken over */
};

static inline struct message message_memory_request(const struct memory_request *request)
{
    return (struct message){.kind = (uint8_t)request->kind,
                            .raw_wide = request->address,
                            .payload = request->payload,
                            .raw_tag = request->transaction,
                            .launch = request->launch,
                            .requester = request->sm,
                            .bytes = request->bytes,
                            .sectors = request->sectors};
}

/* Device address: of a line or of a sector of it. */
static inline uint64_t message_address(const struct message *message)
{
    return message->raw_wide;
}

static inline uint32_t message_transaction_of(const struct message *message)
{
    return message->raw_tag;
}

static inline enum message_cache message_cache(const struct message *message)
{
    return (enum message_cache)message->raw_cache;
}

static inline uint32_t message_number(const struct message *message)
{
    return message->raw_number;
}

/* The load's warp slot + 1; 0: not said. */
static inline uint8_t message_warp(const struct message *message)
{
    return message->raw_warp;
}

/* What a warp's load has found in L2 (enum warp_l2_found). The bank says it in the reply. */
static inline uint8_t message_found(const struct message *message)
{
    return message->raw_note;
}

static inline void message_set_found(struct message *message, uint8_t found)
{
    message->raw_note = found;
}

/* The request becomes its reply. bytes: the reply's, on the wire. */
static inline void message_become_reply(struct message *message, uint16_t bytes)
{
    G_STATIC_ASSERT(MESSAGE_WRITE - MESSAGE_READ == MESSAGE_WRITE_ACK - MESSAGE_READ_REPLY &&
                    MESSAGE_ATOMIC - MESSAGE_READ == MESSAGE_ATOMIC_REPLY - MESSAGE_READ_REPLY &&
                    MESSAGE_FETCH - MESSAGE_READ == MESSAGE_FETCH_REPLY - MESSAGE_READ_REPLY);
    message->bytes = bytes;
    message->kind += MESSAGE_READ_REPLY - MESSAGE_READ;
}

/* A packet of the request's reply before its last one. */
static inline struct message message_reply_part(const struct message *request, uint16_t bytes)
{
    struct message part = *request;
    part.kind = MESSAGE_REPLY_PART;
    part.bytes = bytes;
    part.payload = NULL;
    return part;
}

/* ---- requests and data between L2 banks and DRAM channels ------------------------------------ */

struct dram_message {
    uint64_t address; /* of the line */
    uint8_t sectors;
    uint32_t miss; /* number of the bank's miss; of a read */
    uint32_t launch;
    uint16_t bank;  /* index of the L2 bank */
    uint16_t bytes; /* on the wire */
};

/* kind: DRAM_READ (a bank fetches sectors), DRAM_WRITE (it writes sectors back). */
static inline struct message message_to_dram(enum message_kind kind,
                                             const struct dram_message *what)
{
    return (struct message){.kind = (uint8_t)kind,
                            .sectors = what->sectors,
                            .raw_wide = what->address,
                            .raw_tag = what->miss,
                            .launch = what->launch,
                            .requester = what->bank,
                            .bytes = what->bytes};
}

/* The read becomes its data. */
static inline void message_become_data(struct message *message, uint16_t bytes)
{
    message->kind = MESSAGE_DRAM_DATA;
    message->bytes = bytes;
}

/* Number of the bank's miss, of DRAM_READ and DRAM_DATA. */
static inline uint32_t message_miss(const struct message *message)
{
    return message->raw_tag;
}

#endif
