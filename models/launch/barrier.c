/* SPDX-License-Identifier: BSD-3-Clause */
#include "models/launch/barrier.h"
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
    for (uint32_t left = barriers->used; left; left &= left - 1)
        waiting |= barriers->barrier[__builtin_ctz(left)].waiting;
    return waiting;
}

static uint32_t result_of(const struct barrier *barrier)
{
    switch (barrier->kind) {
    case BARRIER_AND:
        return barrier->lanes_true == barrier->lanes;
    case BARRIER_OR:
        return barrier->lanes_true > 0;
    default:
        return barrier->lanes_true;
    }
}

/* Empties the barrier if all the warps that it waits for are there. */
static uint64_t release_if_complete(struct block_barriers *barriers, uint32_t id)
{
    struct barrier *barrier = &barriers->barrier[id];
    bool complete = barrier->expected_warps == 0 ? barrier->arrived == barriers->live
                                                 : barrier->arrivals == barrier->expected_warps;
    if (!complete)
        return 0;
    uint64_t released = barrier->waiting;
    *barrier = (struct barrier){.result = result_of(barrier)};
    barriers->used &= ~(1u << id);
    return released;
}

/* Whether two counts mean the same: without one, all warps of the block. */
static bool same_count(const struct block_barriers *barriers, uint32_t a, uint32_t b)
{
    return a == b || (a == 0 && b == barriers->n_warps) || (b == 0 && a == barriers->n_warps);
}

static bool is_reduction(enum barrier_kind kind)
{
    return kind >= BARRIER_AND;
}

static char *find_count_fault(const struct block_barriers *barriers,
                              const struct barrier_arrival *arrival)
{
    uint32_t id = arrival->id, threads = arrival->threads;
    if (threads % WARP_LANES != 0)
        return g_strdup_printf("barrier %u waits for %u threads, which is not a multiple of %d", id,
                               threads, WARP_LANES);
    if (threads / WARP_LANES > barriers->n_warps)
        return g_strdup_printf("barrier %u waits for %u threads, but the block has %u warps of %d",
                               id, threads, barriers->n_warps, WARP_LANES);
    if (arrival->kind == BARRIER_ARRIVE && threads == 0)
        return g_strdup_printf("a warp arrives at barrier %u without a number of threads", id);
    return NULL;
}

static char *find_fault(const struct block_barriers *barriers,
                        const struct barrier_arrival *arrival)
{
    uint32_t id = arrival->id, threads = arrival->threads;
    if (id >= BLOCK_BARRIERS)
        return g_strdup_printf("barrier %u does not exist: a block has barriers 0 to %d", id,
                               BLOCK_BARRIERS - 1);
    char *fault = find_count_fault(barriers, arrival);
    const struct barrier *barrier = &barriers->barrier[id];
    if (fault || barrier->arrivals == 0)
        return fault;
    if (!same_count(barriers, barrier->expected_warps, threads / WARP_LANES))
        return g_strdup_printf("barrier %u waits for %u threads, but warps that arrived before "
                               "wait for %u there (0: the whole block)",
                               id, threads, barrier->expected_warps * WARP_LANES);
    if ((is_reduction(arrival->kind) || is_reduction(barrier->kind)) &&
        arrival->kind != barrier->kind)
        return g_strdup_printf("the warps at barrier %u ask for different reductions", id);
    return NULL;
}

/* Most warps wait for all others, and so do those that have come before. */
static bool is_plain(const struct block_barriers *barriers, const struct barrier_arrival *arrival)
{
    const uint32_t id = arrival->id;
    return id < BLOCK_BARRIERS && arrival->kind == BARRIER_SYNC && arrival->threads == 0 &&
           (barriers->barrier[id].arrivals == 0 || (barriers->barrier[id].expected_warps == 0 &&
                                                    !is_reduction(barriers->barrier[id].kind)));
}

bool block_barriers_arrive(struct block_barriers *barriers, unsigned warp,
                           const struct barrier_arrival *arrival, uint64_t *released, char **fault)
{
    g_assert(barriers->live & bit(warp));
    g_assert(!(block_barriers_waiting(barriers) & bit(warp)));
    *fault = G_LIKELY(is_plain(barriers, arrival)) ? NULL : find_fault(barriers, arrival);
    if (*fault)
        return false;
    struct barrier *barrier = &barriers->barrier[arrival->id];
    barrier->expected_warps = MAX(barrier->expected_warps, arrival->threads / WARP_LANES);
    barrier->kind = is_reduction(arrival->kind) ? (uint8_t)arrival->kind : BARRIER_SYNC;
    barrier->arrivals++;
    barriers->used |= 1u << arrival->id;
    barrier->arrived |= bit(warp);
    barrier->waiting |= arrival->kind == BARRIER_ARRIVE ? 0 : bit(warp);
    barrier->lanes += arrival->lanes;
    barrier->lanes_true += arrival->lanes_true;
    *released = release_if_complete(barriers, arrival->id);
    return true;
}

uint64_t block_barriers_exit(struct block_barriers *barriers, unsigned warp)
{
    g_assert(barriers->live & bit(warp));
    g_assert(!(block_barriers_waiting(barriers) & bit(warp)));
    barriers->live &= ~bit(warp);
    uint64_t released = 0;
    for (uint32_t left = barriers->used; left; left &= left - 1)
        released |= release_if_complete(barriers, (uint32_t)__builtin_ctz(left));
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
        if (barrier->arrivals == 0)
            continue;
        unsigned expected = barrier->expected_warps;
        uint64_t missing = barriers->live & ~barrier->arrived;
        g_string_append_printf(text, "%sbarrier %u: %u of %u warps have arrived", separator, id,
                               barrier->arrivals, expected ? expected : count(barriers->live));
        if (missing) {
            g_string_append(text, ", not ");
            append_warps(text, missing);
        } else {
            g_string_append(text, ", and no other warp is left");
        }
        separator = "; ";
    }
}
