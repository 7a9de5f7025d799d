/* SPDX-License-Identifier: BSD-3-Clause */
/* Replacement in a cache: the policy chooses the line that makes room for another one, and keeps
 * data about lines for that. The same policies serve L1 (kind l1_replacement) and the banks of L2
 * (l2_replacement).
 *
 * A cache has one state for itself, and as many bytes for each line as the policy wants. A set and
 * a way name a line. The cache takes invalid lines before any other, the lowest way first, unless
 * the policy decides about them as well (`any_way`).
 *
 * The cache tells each transaction of a load, a store or an atomic that goes through it once. It
 * tells `inserted` if the transaction took a line. Else it tells `touched` if the line was there or
 * on its way, also if some of the line's sectors must still be fetched. It tells a transaction that
 * has to wait when it goes through. Where L1 takes lines at the fill, it does not tell accesses
 * that joined the fetch before: the line was not there yet. It tells the insertion for the first
 * access alone. The cache calls `victim` once for each line that leaves. If the next line then has
 * to wait, it remembers the way.
 *
 * Contract (tests/policies/replacement/test_replacement_contract.c):
 * - A victim is one of the allowed ways.
 * - The same calls give the same victims, whatever the address of the state.
 * - It writes only to the state, and to the data kept for the lines of that set.
 *
 * This header is installed for plug-ins.
 */
#ifndef SIMGPU_POLICIES_REPLACEMENT_H
#define SIMGPU_POLICIES_REPLACEMENT_H

#include "policies/sm_policy.h"

#define REPLACEMENT_KIND "replacement"

enum { REPLACEMENT_MAX_WAYS = 1024, REPLACEMENT_MASK_WORDS = REPLACEMENT_MAX_WAYS / 64 };

/* Facts about the cache that never change. */
struct replacement_site {
    uint32_t sets, ways;
    uint32_t cache; /* number of the SM or of the bank */
    bool in_l1;
};

/* An access that needs a line. */
struct replacement_access {
    uint64_t line;                /* its address */
    uint32_t pc;                  /* of the instruction; 0 at L2, which does not know it */
    uint8_t slot;                 /* of the warp; WARP_NONE at L2 */
    bool is_write;                /* a store, or at L2 a write or an atomic */
    const struct warp_view *view; /* of the SM; NULL at L2 */
};

/* A set of ways. */
struct replacement_ways {
    uint64_t word[REPLACEMENT_MASK_WORDS]; /* way w is bit w % 64 of word w / 64 */
};

/* A set of the cache at the time when one of its lines must leave. */
struct replacement_set {
    uint32_t set;
    void *lines; /* the policy's data of the set's lines: those of way w are at w x line_bytes */
    struct replacement_ways
        allowed; /* may leave, for no sector of them is on its way; never empty */
    struct replacement_ways invalid; /* those of them that hold nothing; empty without any_way */
};

/* `lines` is the policy's data of the set's lines, as in struct replacement_set. */
struct replacement_ops {
    /* At L1 the policy hears the events of the SM, and reports results. At L2 it does neither.
     * Nobody calls `policy.init`. */
    struct sm_policy policy;
    bool l1_only;        /* it needs data that only an SM has */
    bool any_way;        /* the cache asks it even if the set has invalid lines */
    uint32_t line_bytes; /* bytes that it keeps for each line; zeroed at first. They are aligned as
                            malloc aligns, if those of a set are a multiple of that */
    /* Called before anything else. NULL: the policy begins with a zeroed state. */
    void (*begin)(void *state, const struct replacement_site *site,
                  const struct policy_values *values);
    /* Returns the way to take. NULL: the cache's own order of use decides, least recently used
     * first. It then calls none of the functions below. */
    unsigned (*victim)(void *state, const struct replacement_set *set,
                       const struct replacement_access *access);
    /* The access takes the way. The data kept for the way are still those of the line before. */
    void (*inserted)(void *state, void *lines, uint32_t set, unsigned way,
                     const struct replacement_access *access);
    /* The access has found its line there, or on its way. */
    void (*touched)(void *state, void *lines, uint32_t set, unsigned way,
                    const struct replacement_access *access);
    /* The line leaves. Either another line evicts it, just before `inserted`. Or it is dropped,
     * since the kernel ends or another kind of access makes it stale. */
    void (*removed)(void *state, void *lines, uint32_t set, unsigned way, bool evicted);
};

static inline bool replacement_has(const struct replacement_ways *ways, unsigned way)
{
    return ways->word[way / 64] >> way % 64 & 1;
}

/* The lowest way of a set that is not empty. */
static inline unsigned replacement_first(const struct replacement_ways *ways)
{
    unsigned word = 0;
    while (!ways->word[word])
        word++;
    return word * 64 + (unsigned)__builtin_ctzll(ways->word[word]);
}

/* How many ways a set has, and the n-th of them, counted from 0. */
static inline unsigned replacement_count(const struct replacement_ways *ways)
{
    unsigned count = 0;
    for (unsigned word = 0; word < REPLACEMENT_MASK_WORDS; word++)
        count += (unsigned)__builtin_popcountll(ways->word[word]);
    return count;
}

static inline unsigned replacement_nth(const struct replacement_ways *ways, unsigned n)
{
    for (unsigned word = 0;; word++) {
        uint64_t left = ways->word[word];
        unsigned here = (unsigned)__builtin_popcountll(left);
        if (n >= here) {
            n -= here;
            continue;
        }
        for (; n > 0; n--)
            left &= left - 1;
        return word * 64 + (unsigned)__builtin_ctzll(left);
    }
}

#endif
