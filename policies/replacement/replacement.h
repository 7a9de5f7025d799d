/* SPDX-License-Identifier: BSD-3-Clause */
/* Replacement in a cache: which line makes room for another one, and what is remembered of lines
 * for that. The same policies serve L1 (kind l1_replacement) and the banks of L2 (l2_replacement).
 *
 * A cache has one state for itself, and room for as many bytes a line as the policy wants. Lines
 * are named by their set and way. An invalid line is taken before any other, the lowest way first,
 * unless the policy has a say in that as well (`any_way`).
 *
 * Contract (tests/policies/test_replacement_contract.c): a victim is one of the allowed ways; the
 * same calls give the same victims, whatever the address of the state.
 *
 * This header is installed for plug-ins.
 */
#ifndef SIMGPU_POLICIES_REPLACEMENT_H
#define SIMGPU_POLICIES_REPLACEMENT_H

#include "policies/sm_policy.h"

#define REPLACEMENT_KIND "replacement"

enum { REPLACEMENT_MAX_WAYS = 256, REPLACEMENT_MASK_WORDS = REPLACEMENT_MAX_WAYS / 64 };

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
    uint8_t slot;                 /* of the warp; WARP_NONE: not known */
    bool is_write;                /* a store, or a write at L2 */
    const struct warp_view *view; /* of the SM; NULL at L2 */
};

/* A set of ways. */
struct replacement_ways {
    uint64_t word[REPLACEMENT_MASK_WORDS]; /* way w is bit w % 64 of word w / 64 */
};

/* A set of the cache, as it is when a line of it must go. */
struct replacement_set {
    uint32_t set;
    void *lines; /* what the policy keeps of its lines: way w's is at w x line_bytes */
    struct replacement_ways allowed; /* may go: nothing of them is on its way; never empty */
    struct replacement_ways invalid; /* ... of these, hold nothing; empty without any_way */
};

struct replacement_ops {
    /* At L1 it hears the events of the SM; at L2 none. `policy.init` is not used. */
    struct sm_policy policy;
    bool l1_only;        /* it needs what only an SM knows */
    bool any_way;        /* it is asked even if the set has invalid lines */
    uint32_t line_bytes; /* that it keeps of each line; zeroed at first */
    /* Before anything else. NULL when the zeroed state will do. */
    void (*begin)(void *state, const struct replacement_site *site,
                  const struct policy_values *values);
    /* The way to take. NULL: the cache's own order of use decides, least recently used first, and
     * the functions below are not called. */
    unsigned (*victim)(void *state, const struct replacement_set *set,
                       const struct replacement_access *access);
    /* The access takes the way; what is kept of it is still that of the line before. `line` is its
     * place of line_bytes. */
    void (*inserted)(void *state, void *line, uint32_t set, unsigned way,
                     const struct replacement_access *access);
    /* The access has found its line there, or on its way. */
    void (*touched)(void *state, void *line, uint32_t set, unsigned way,
                    const struct replacement_access *access);
    /* The line leaves: for another one, just before `inserted`, or because it is dropped. */
    void (*removed)(void *state, void *line, uint32_t set, unsigned way);
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

#endif
