/* SPDX-License-Identifier: BSD-3-Clause */
#include "models/launch/cluster_barrier.h"

static uint64_t bit_of(unsigned warp)
{
    return UINT64_C(1) << warp;
}

void cluster_barrier_init(struct cluster_barrier *barrier, unsigned n_warps, uint32_t rank,
                          uint32_t n_blocks)
{
    g_assert(n_warps > 0 && n_warps <= BLOCK_MAX_WARPS && rank < n_blocks &&
             n_blocks <= CLUSTER_MOST_BLOCKS);
    *barrier = (struct cluster_barrier){
        .live = UINT64_MAX >> (64 - n_warps), .rank = (uint8_t)rank, .n_blocks = (uint8_t)n_blocks};
}

/* Phases that are over: every block has completed them. */
static uint32_t phases_over(const struct cluster_barrier *barrier)
{
    uint32_t over = CLUSTER_BLOCK_GONE;
    for (unsigned i = 0; i < barrier->n_blocks; i++)
        over = MIN(over, barrier->phases[i]);
    return over;
}

/* The current phase is complete here if all live warps have arrived. */
static bool complete(struct cluster_barrier *barrier)
{
    if (barrier->live == 0 || (barrier->live & ~barrier->arrived) != 0)
        return false;
    barrier->arrived = 0;
    barrier->phases[barrier->rank]++;
    return true;
}

bool cluster_barrier_arrive(struct cluster_barrier *barrier, unsigned warp, bool *told)
{
    *told = false;
    if (barrier->warp_phase[warp] > phases_over(barrier) || barrier->arrived & bit_of(warp))
        return false;
    barrier->warp_phase[warp]++;
    barrier->arrived |= bit_of(warp);
    *told = complete(barrier);
    return true;
}

bool cluster_barrier_exit(struct cluster_barrier *barrier, unsigned warp)
{
    barrier->live &= ~bit_of(warp);
    barrier->arrived &= ~bit_of(warp);
    barrier->waiting &= ~bit_of(warp);
    if (barrier->live == 0) {
        barrier->phases[barrier->rank] = CLUSTER_BLOCK_GONE;
        return true;
    }
    return complete(barrier);
}

bool cluster_barrier_wait(struct cluster_barrier *barrier, unsigned warp)
{
    if (phases_over(barrier) >= barrier->warp_phase[warp])
        return true;
    barrier->waiting |= bit_of(warp);
    return false;
}

void cluster_barrier_hear(struct cluster_barrier *barrier, uint32_t rank, uint32_t phases)
{
    g_assert(rank < barrier->n_blocks && phases >= barrier->phases[rank]);
    barrier->phases[rank] = phases;
}

uint64_t cluster_barrier_release(struct cluster_barrier *barrier)
{
    const uint32_t over = phases_over(barrier);
    uint64_t released = 0;
    for (uint64_t left = barrier->waiting; left; left &= left - 1) {
        const unsigned warp = (unsigned)__builtin_ctzll(left);
        if (barrier->warp_phase[warp] <= over)
            released |= bit_of(warp);
    }
    barrier->waiting &= ~released;
    return released;
}

void cluster_barrier_describe(const struct cluster_barrier *barrier, GString *text)
{
    const uint32_t over = phases_over(barrier);
    g_string_append_printf(text, "cluster barrier: %d of %d warps have arrived",
                           barrier->phases[barrier->rank] > over
                               ? __builtin_popcountll(barrier->live)
                               : __builtin_popcountll(barrier->arrived),
                           __builtin_popcountll(barrier->live));
    for (unsigned i = 0; i < barrier->n_blocks; i++)
        if (i != barrier->rank && barrier->phases[i] == over)
            g_string_append_printf(text, ", block %u of the cluster has not", i);
}
