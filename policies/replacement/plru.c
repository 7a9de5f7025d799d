/* SPDX-License-Identifier: BSD-3-Clause */
/* Tree pseudo-LRU: a binary tree over the ways of a set, each node of which points to the half that
 * was not used last. The way that the pointers lead to goes; a use turns those above it away.
 *
 * For a number of ways that is no power of two the tree is the next larger one's, and a half
 * without a way that may go is never taken: so it is as well while ways are on their way or not in
 * use. The pointers that were passed over keep their direction.
 *
 * A set's nodes lie in what is kept of its lines: node n's halves are the nodes 2n and 2n + 1, the
 * root is node 1, and behind the nodes come the ways. A tree has fewer than twice as many nodes as
 * the set has ways.
 *
 * Source: So, Rechtschaffen, "Cache Operations by MRU Change", IEEE Transactions on Computers
 * 37(6), 1988; Al-Zoubi, Milenkovic, Milenkovic, "Performance Evaluation of Cache Replacement
 * Policies for the SPEC CPU2000 Benchmark Suite", ACM-SE 2004, PLRUt. ASSUMED: ways that
 * are no power of two, and ways that may not go.
 */
#include "policies/replacement/replacement.h"

struct state {
    uint32_t leaves; /* of the tree: a power of two */
};

enum { NODES_A_LINE = 2 };

static void begin(void *state, const struct replacement_site *site,
                  const struct policy_values *values)
{
    (void)values;
    struct state *own = state;
    own->leaves = 1;
    while (own->leaves < site->ways)
        own->leaves *= 2;
}

/* Whether one of the ways [first, first + n) is in the set; n is a power of two, and first a
 * multiple of it. */
static bool has_any(const struct replacement_ways *ways, unsigned first, unsigned n)
{
    if (n < 64)
        return (ways->word[first / 64] >> first % 64 & ((UINT64_C(1) << n) - 1)) != 0;
    uint64_t any = 0;
    for (unsigned word = first / 64; word < (first + n) / 64; word++)
        any |= ways->word[word];
    return any != 0;
}

static unsigned victim(void *state, const struct replacement_set *set,
                       const struct replacement_access *access)
{
    (void)access;
    const struct state *own = state;
    const uint8_t *upper = set->lines; /* by node: its upper half is older */
    unsigned first = 0;
    for (unsigned n = own->leaves / 2, node = 1; n > 0; n /= 2) {
        bool go_up = upper[node];
        if (!has_any(&set->allowed, first + go_up * n, n))
            go_up = !go_up;
        first += go_up * n;
        node = node * 2 + go_up;
    }
    return first;
}

static void used(void *state, void *lines, uint32_t set, unsigned way,
                 const struct replacement_access *access)
{
    (void)set;
    (void)access;
    const struct state *own = state;
    uint8_t *upper = lines;
    for (unsigned node = (own->leaves + way) / 2, below = own->leaves + way; node > 0; node /= 2) {
        upper[node] = below % 2 == 0;
        below = node;
    }
}

const struct replacement_ops replacement_plru = {
    .policy = {.head = {.name = "plru",
                        .summary = "A tree of pointers away from the lines used last",
                        .source = "So and Rechtschaffen, Cache Operations by MRU Change, IEEE "
                                  "Transactions on Computers, 1988",
                        .state_bytes = sizeof(struct state)}},
    .line_bytes = NODES_A_LINE,
    .begin = begin,
    .victim = victim,
    .inserted = used,
    .touched = used,
};
