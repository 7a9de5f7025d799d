/* SPDX-License-Identifier: BSD-3-Clause */
#include "models/sm/barrier.h"
#include "workloads/instruction.h"
#include <string.h>

static inline uint64_t bit(unsigned warp)
{
    return UINT64_C(1) << warp;
}

static inline unsigned count(uint64_t warps)
{
    return (unsigned)__builtin_popcountll(warps);
}

void block_barriers_init(struct block_barriers *barriers, unsigned n_warps)
{
    g_assert(n_warps >= 1 && n_warps <= BLOCK_MAX_WARPS);
    memset(barriers, 0, sizeof *barriers);
    barriers->n_warps = n_warps;
    barriers->live = UINT64_MAX >> (BLOCK_MAX_WARPS - n_warps);
}

uint64_t block_barriers_waiting(const struct block_barriers *barriers)
{
    uint64_t waiting = 0;
    for (unsigned id = 0; id < BLOCK_BARRIERS; id++)
        waiting |= barriers->barrier[id].arrived;
    return waiting;
}

/* Empties the barrier if everybody it waits for is there. */
static uint64_t release_if_complete(struct block_barriers *barriers, struct barrier *barrier)
{
    uint64_t arrived = barrier->arrived;
    bool complete = barrier->expected_warps == 0 ? arrived == barriers->live
                                                 : count(arrived) == barrier->expected_warps;
    if (!complete)
        return 0;
    *barrier = (struct barrier){0};
    return arrived;
}

static char *find_fault(const struct block_barriers *barriers, uint32_t id, uint32_t threads)
{
    if (id >= BLOCK_BARRIERS)
        return g_strdup_printf("barrier %u does not exist: a block has barriers 0 to %d", id,
                               BLOCK_BARRIERS - 1);
    if (threads % WARP_LANES != 0)
        return g_strdup_printf("barrier %u waits for %u threads, which is not a multiple of %d", id,
                               threads, WARP_LANES);
    if (threads / WARP_LANES > barriers->n_warps)
        return g_strdup_printf("barrier %u waits for %u threads, but the block has %u warps of %d",
                               id, threads, barriers->n_warps, WARP_LANES);
    const struct barrier *barrier = &barriers->barrier[id];
    if (barrier->arrived != 0 && barrier->expected_warps != threads / WARP_LANES)
        return g_strdup_printf("barrier %u waits for %u threads, but warps that arrived before "
                               "wait for %u there (0: the whole block)",
                               id, threads, barrier->expected_warps * WARP_LANES);
    return NULL;
}

bool block_barriers_arrive(struct block_barriers *barriers, unsigned warp, uint32_t id,
                           uint32_t expected_threads, uint64_t *released, char **fault)
{
    g_assert(barriers->live & bit(warp));
    g_assert(!(block_barriers_waiting(barriers) & bit(warp)));
    *fault = find_fault(barriers, id, expected_threads);
    if (*fault)
        return false;
    struct barrier *barrier = &barriers->barrier[id];
    barrier->expected_warps = expected_threads / WARP_LANES;
    barrier->arrived |= bit(warp);
    *released = release_if_complete(barriers, barrier);
    return true;
}

uint64_t block_barriers_exit(struct block_barriers *barriers, unsigned warp)
{
    g_assert(barriers->live & bit(warp));
    g_assert(!(block_barriers_waiting(barriers) & bit(warp)));
    barriers->live &= ~bit(warp);
    uint64_t released = 0;
    for (unsigned id = 0; id < BLOCK_BARRIERS; id++)
        if (barriers->barrier[id].arrived != 0)
            released |= release_if_complete(barriers, &barriers->barrier[id]);
    return released;
}

static void append_warps(GString *text, uint64_t warps)
{
    const char *separator = count(warps) == 1 ? "warp " : "warps ";
    for (; warps; warps &= warps - 1) {
        g_string_append_printf(text, "%s%d", separator, __builtin_ctzll(warps));
        separator = ", ";
    }
}

void block_barriers_describe(const struct block_barriers *barriers, GString *text)
{
    const char *separator = "";
    for (unsigned id = 0; id < BLOCK_BARRIERS; id++) {
        const struct barrier *barrier = &barriers->barrier[id];
        if (barrier->arrived == 0)
            continue;
        unsigned expected = barrier->expected_warps;
        uint64_t missing = barriers->live & ~barrier->arrived;
        g_string_append_printf(text, "%sbarrier %u: %u of %u warps have arrived", separator, id,
                               count(barrier->arrived),
                               expected ? expected : count(barriers->live));
        if (missing) {
            g_string_append(text, ", not ");
            append_warps(text, missing);
        } else {
            g_string_append(text, ", and no other warp is left");
        }
        separator = "; ";
    }
}
