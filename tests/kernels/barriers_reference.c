/* SPDX-License-Identifier: BSD-3-Clause */
/* What barriers.ptx must leave. */
#include "workloads/reference.h"

enum { REDUCERS = 80, STAY = 64, RELAYS = 128, LANES = 32 };

void barriers_reference(struct reference_case *c);

static uint32_t reduction(uint32_t block, uint32_t thread)
{
    uint32_t limit = 5 * block, n = limit < REDUCERS ? limit : REDUCERS;
    uint32_t alike = thread < STAY && (limit == 0 || limit >= STAY);
    return n + 1000 * (n == REDUCERS) + 2000 * (n > 0) + 4000 * alike;
}

static uint32_t relay(uint32_t block, uint32_t thread, uint32_t rounds)
{
    uint32_t sum = 0;
    for (uint32_t round = 0; round < rounds; round++)
        sum += thread < LANES ? 1 : round * 100 + thread % LANES + block;
    return sum;
}

void barriers_reference(struct reference_case *c)
{
    size_t n_reduced, n_relayed;
    uint32_t *reduced = reference_buffer(c, "reduced", &n_reduced);
    uint32_t *relayed = reference_buffer(c, "relayed", &n_relayed);
    const uint32_t *rounds = reference_buffer(c, "rounds_made", NULL);

    for (uint32_t i = 0; i < n_reduced; i++)
        reduced[i] = reduction(i / REDUCERS, i % REDUCERS);
    for (uint32_t i = 0; i < n_relayed; i++)
        relayed[i] = relay(i / RELAYS, i % RELAYS, *rounds);
}
