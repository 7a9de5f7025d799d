/* SPDX-License-Identifier: BSD-3-Clause */
/* Replacement in a cache: which line makes room for another one, and what is remembered of lines
 * for that. The same policies serve L1 (kind l1_replacement) and the banks of L2 (l2_replacement).
 *
 * A cache has one state for itself, and room for as many bytes a line as the policy wants. Lines
 * are named by their set and way. An invalid line is taken before any other, the lowest way first,
 * unless the policy has a say in that as well (`any_way`).
 *
 * Each transaction of a load, a store or an atomic that goes through the cache is told once: as
 * `inserted` if a line was taken for it, else as `touched` if its line was there or on its way,
 * also when some of the line's sectors must still be fetched. A transaction that has to wait is
 * told when it goes through. Where L1 takes lines at the fill, what has merged with a fetch before
 * is not told: the line is not there yet, and its insertion is told for the first access alone.
 * `victim` is called once for each line that goes, even if its successor
 * then has to wait: the way is remembered.
 *
 * Contract (tests/policies/replacement/test_replacement_contract.c): a victim is one of the allowed
 * ways; the same calls give the same victims, whatever the address of the state; nothing is written
 * but the state and what is kept of the lines of that set.
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

/* Who asks for a line. */
struct replacement_access {
    uint64_t line;                /* its address */
    uint32_t pc;                  /* of the instruction; 0 at L2, which is not told */
    uint8_t slot;                 /* of the warp; WARP_NONE at L2 */
    bool is_write;                /* a store, or at L2 a write or an atomic */
    const struct warp_view *view; /* of the SM; NULL at L2 */
};

/* A set of ways. */
struct replacement_ways {
    uint64_t word[REPLACEMENT_MASK_WORDS]; /* way w is bit w % 64 of word w / 64 */
};

/* A set of the cache, as it is when a line of it must go. */
struct replacement_set {
    uint32_t set;
    void *lines; /* what the policy keeps of the set's lines: way w's is at w x line_bytes */
    struct replacement_ways allowed; /* may go: nothing of them is on its way; never empty */
    struct replacement_ways invalid; /* ... of these, hold nothing; empty without any_way */
};

/* `lines` is what the policy keeps of the set's lines, as in struct replacement_set. */
struct replacement_ops {
    /* At L1 it hears the events of the SM, and is asked for results; at L2 neither. `policy.init`
     * is not used. */
    struct sm_policy policy;
    bool l1_only;        /* it needs what only an SM knows */
    bool any_way;        /* it is asked even if the set has invalid lines */
    uint32_t line_bytes; /* that it keeps of each line; zeroed at first, aligned as malloc does if a
                            set's are a multiple of that */
    /* Before anything else. NULL when the zeroed state will do. */
    void (*begin)(void *state, const struct replacement_site *site,
                  const struct policy_values *values);
    /* The way to take. NULL: the cache's own order of use decides, least recently used first, and
     * the functions below are not called. */
    unsigned (*victim)(void *state, const struct replacement_set *set,
                       const struct replacement_access *access);
    /* The access takes the way; what is kept of it is still that of the line before. */
    void (*inserted)(void *state, void *lines, uint32_t set, unsigned way,
                     const struct replacement_access *access);
    /* The access has found its line there, or on its way. */
    void (*touched)(void *state, void *lines, uint32_t set, unsigned way,
                    const struct replacement_access *access);
    /* The line leaves: because it is evicted for another one, just before `inserted`, or because it
     * is dropped: the kernel ends, or another kind of access makes it stale. */
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
