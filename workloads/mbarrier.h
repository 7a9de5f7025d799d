/* SPDX-License-Identifier: BSD-3-Clause */
/* mbarriers: the 64 bits of shared memory that threads and bulk copies meet at.
 *
 * PTX leaves the layout open. Ours (ASSUMED):
 *
 *   bits 0-19   pending arrivals of the current phase
 *   bits 20-39  arrivals that a phase expects
 *   bits 40-60  bytes that are still to come (tx-count), signed
 *   bit  63     parity of the current phase
 *
 * A phase is complete when no arrival is pending and no byte is to come. The next one then begins.
 * The state that an arrival returns is the word before it.
 *
 * Source: PTX ISA 8.6, "Parallel Synchronization and Communication Instructions: mbarrier".
 * Differs: what PTX leaves undefined (more arrivals than expected, .noComplete that completes, a
 * word that nobody has initialised) is an error.
 */
#ifndef SIMGPU_WORKLOADS_MBARRIER_H
#define SIMGPU_WORKLOADS_MBARRIER_H

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

enum { MBARRIER_MOST = (1 << 20) - 1, MBARRIER_BYTES = 8 };

struct mbarrier {
    uint32_t pending, expected;
    int32_t bytes;
    bool parity;
};

static inline struct mbarrier mbarrier_of(uint64_t word)
{
    return (struct mbarrier){.pending = (uint32_t)word & MBARRIER_MOST,
                             .expected = (uint32_t)(word >> 20) & MBARRIER_MOST,
                             .bytes = (int32_t)((int64_t)(word << 3) >> 43),
                             .parity = word >> 63};
}

static inline uint64_t mbarrier_word(const struct mbarrier *b)
{
    return b->pending | (uint64_t)b->expected << 20 |
           ((uint64_t)(uint32_t)b->bytes & 0x1fffff) << 40 | (uint64_t)b->parity << 63;
}

static inline uint64_t mbarrier_read(const uint8_t *at)
{
    uint64_t word;
    memcpy(&word, at, sizeof word);
    return word;
}

static inline void mbarrier_write(uint8_t *at, const struct mbarrier *b)
{
    uint64_t word = mbarrier_word(b);
    memcpy(at, &word, sizeof word);
}

/* Begins the next phase if this one is complete. True: it was. */
static inline bool mbarrier_settle(struct mbarrier *b)
{
    if (b->pending > 0 || b->bytes != 0)
        return false;
    b->pending = b->expected;
    b->parity = !b->parity;
    return true;
}

/* More bytes are to come, or with a negative number have come. NULL, or what is wrong. */
static inline const char *mbarrier_expect(struct mbarrier *b, int64_t bytes)
{
    int64_t sum = b->bytes + bytes;
    if (b->expected == 0)
        return "the mbarrier is not initialised";
    if (sum > MBARRIER_MOST || sum < -MBARRIER_MOST)
        return "the mbarrier's tx-count leaves its range";
    b->bytes = (int32_t)sum;
    return NULL;
}

/* A new mbarrier, or what is wrong with its count. */
static inline const char *mbarrier_initialise(uint8_t *at, uint64_t count)
{
    if (count == 0 || count > MBARRIER_MOST)
        return "the count must be 1 to 1048575";
    mbarrier_write(at, &(struct mbarrier){.pending = (uint32_t)count, .expected = (uint32_t)count});
    return NULL;
}

/* As mbarrier_expect, and the phase ends if it is complete. */
static inline const char *mbarrier_count_bytes(uint8_t *at, int64_t bytes)
{
    struct mbarrier b = mbarrier_of(mbarrier_read(at));
    const char *problem = mbarrier_expect(&b, bytes);
    if (problem)
        return problem;
    mbarrier_settle(&b);
    mbarrier_write(at, &b);
    return NULL;
}

/* An arrival is to follow when copies are there. With the increment it changes nothing in the end.
 * NULL, or what is wrong. */
static inline const char *mbarrier_track(uint8_t *at, bool increments)
{
    struct mbarrier b = mbarrier_of(mbarrier_read(at));
    if (b.expected == 0)
        return "the mbarrier is not initialised";
    if (increments)
        b.pending++;
    mbarrier_write(at, &b);
    return b.pending > MBARRIER_MOST ? "the pending count leaves its range" : NULL;
}

/* What another block of the cluster does to an mbarrier: bits. */
enum mbarrier_remote {
    MBARRIER_REMOTE_ARRIVES = 1,  /* `value` threads arrive, or with EXPECTS one */
    MBARRIER_REMOTE_DROPS = 2,    /* ... and not in later phases */
    MBARRIER_REMOTE_EXPECTS = 4,  /* `value` more bytes are to come, */
    MBARRIER_REMOTE_COMPLETES = 8 /* or have come */
};

/* count threads arrive. NULL, or what is wrong. drops: later phases expect fewer. */
static inline const char *mbarrier_arrive(struct mbarrier *b, uint64_t count, bool drops)
{
    if (b->expected == 0)
        return "the mbarrier is not initialised";
    if (count == 0 || count > b->pending)
        return "more arrivals than the mbarrier's phase expects";
    if (drops)
        b->expected -= (uint32_t)count;
    b->pending -= (uint32_t)count;
    mbarrier_settle(b);
    return NULL;
}

/* The word after what another block does to it. Nobody hears what is wrong: then it stays as it is.
 */
static inline uint64_t mbarrier_remote(uint64_t word, uint32_t value, uint32_t what)
{
    struct mbarrier b = mbarrier_of(word);
    const char *problem = NULL;
    const uint32_t bytes = MBARRIER_REMOTE_EXPECTS | MBARRIER_REMOTE_COMPLETES;
    if (what & bytes)
        problem = mbarrier_expect(&b, what & MBARRIER_REMOTE_COMPLETES ? -(int64_t)value : value);
    if (!problem && (what & MBARRIER_REMOTE_ARRIVES))
        problem = mbarrier_arrive(&b, what & bytes ? 1 : value, what & MBARRIER_REMOTE_DROPS);
    else if (!problem)
        mbarrier_settle(&b);
    return problem ? word : mbarrier_word(&b);
}

#endif
