/* SPDX-License-Identifier: BSD-3-Clause */
/* A replacement policy outside of simgpu: the line that was used last goes, which suits loops that
 * are larger than the cache; after some misses in a row the oldest one goes, so that no set keeps
 * what nobody wants any more. An example to copy, and a plug-in that the tests load; no paper
 * proposes it.
 *
 * Build it with the meson.build beside it, then: simgpu --plugin ./mru.so --policy
 * l1_replacement=mru
 */
#include "policies/replacement/replacement.h"

/* Indices into the parameter table, which is also the order of the values. */
enum { MISSES };

static const struct policy_parameter parameters[] = {
    [MISSES] = POLICY_INTEGER_ROW("misses", "misses", 64, 1, 1000000,
                                  "of a cache in a row until an oldest line goes. ASSUMED"),
    {.name = NULL},
};

struct state {
    int64_t most, in_a_row; /* misses */
    uint64_t now;           /* uses, up to now */
};

static void begin(void *state, const struct replacement_site *site,
                  const struct policy_values *values)
{
    (void)site;
    struct state *own = state;
    own->most = values->values[MISSES].integer;
}

static unsigned victim(void *state, const struct replacement_set *set,
                       const struct replacement_access *access)
{
    (void)access;
    const struct state *own = state;
    const uint64_t *used = set->lines;
    bool oldest = own->in_a_row >= own->most;
    unsigned best = replacement_first(&set->allowed), ways = replacement_count(&set->allowed);
    for (unsigned i = 1; i < ways; i++) {
        unsigned way = replacement_nth(&set->allowed, i);
        if (oldest ? used[way] < used[best] : used[way] > used[best])
            best = way;
    }
    return best;
}

static void inserted(void *state, void *lines, uint32_t set, unsigned way,
                     const struct replacement_access *access)
{
    (void)set;
    (void)access;
    struct state *own = state;
    own->in_a_row = own->in_a_row >= own->most ? 0 : own->in_a_row + 1;
    ((uint64_t *)lines)[way] = ++own->now;
}

static void touched(void *state, void *lines, uint32_t set, unsigned way,
                    const struct replacement_access *access)
{
    (void)set;
    (void)access;
    struct state *own = state;
    own->in_a_row = 0;
    ((uint64_t *)lines)[way] = ++own->now;
}

static const struct replacement_ops mru = {
    .policy = {.head = {.name = "mru",
                        .summary = "The line that was used last goes, mostly",
                        .source = "none: an example",
                        .parameters = parameters,
                        .state_bytes = sizeof(struct state)}},
    .line_bytes = sizeof(uint64_t),
    .begin = begin,
    .victim = victim,
    .inserted = inserted,
    .touched = touched,
};

const struct policy_plugin simgpu_plugin = {
    .kind = REPLACEMENT_KIND,
    .abi = POLICY_ABI,
    .policy = &mru.policy.head,
};
