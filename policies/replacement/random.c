/* SPDX-License-Identifier: BSD-3-Clause */
/* Random: any line of the set may go, with the same probability.
 *
 * Each cache has a stream of its own, which depends on the seed, the number of the SM or bank, and
 * the level; so a run gives the same bytes each time, and caches do not choose alike.
 *
 * Source: Belady, "A study of replacement algorithms for a virtual-storage computer", IBM Systems
 * Journal 5(2), 1966: RAND. The generator: Steele, Lea, Flood, "Fast Splittable Pseudorandom
 * Number Generators", OOPSLA 2014, SplitMix64. A number is scaled by its upper half, whose bias is
 * below 2^-22 for 1024 ways.
 */
#include "policies/replacement/replacement.h"

enum { SEED };

static const struct policy_parameter parameters[] = {
    [SEED] =
        POLICY_INTEGER_ROW("seed", "1", 1, 0, 1e15, "seed of all caches' random streams. ASSUMED"),
    {.name = NULL},
};

struct state {
    uint64_t stream;
};

static uint64_t mix(uint64_t x)
{
    x = (x ^ x >> 30) * UINT64_C(0xBF58476D1CE4E5B9);
    x = (x ^ x >> 27) * UINT64_C(0x94D049BB133111EB);
    return x ^ x >> 31;
}

static uint64_t next(struct state *own)
{
    own->stream += UINT64_C(0x9E3779B97F4A7C15);
    return mix(own->stream);
}

static void begin(void *state, const struct replacement_site *site,
                  const struct policy_values *values)
{
    struct state *own = state;
    own->stream = mix((uint64_t)values->values[SEED].integer) +
                  mix((uint64_t)site->cache * 2 + site->in_l1 + 1);
}

static unsigned victim(void *state, const struct replacement_set *set,
                       const struct replacement_access *access)
{
    (void)access;
    unsigned ways = replacement_count(&set->allowed);
    return replacement_nth(&set->allowed, (unsigned)((next(state) >> 32) * ways >> 32));
}

const struct replacement_ops replacement_random = {
    .policy = {.head = {.name = "random",
                        .summary = "Any line goes",
                        .source = "Belady, A study of replacement algorithms for a "
                                  "virtual-storage computer, IBM Systems Journal, 1966",
                        .parameters = parameters,
                        .state_bytes = sizeof(struct state)}},
    .begin = begin,
    .victim = victim,
};
