/* SPDX-License-Identifier: BSD-3-Clause */
/* Loads and atomics on their way, from issue to the last value, as a part of the SM.
 *
 * Who takes part in an access (the load/store unit, L1D, the texture cache) tells it what is out
 * and what has come. whole/sm_complete.c says what follows when it is complete. */
#ifndef SIMGPU_SM_ACCESS_H
#define SIMGPU_SM_ACCESS_H

#include "models/sm/access/access_state.h"

void sm_accesses_init(struct sm_accesses *accesses, struct sm_warps *warps);
void sm_accesses_finish(struct sm_accesses *accesses);
/* A warp comes to the slot. */
void sm_accesses_start_warp(struct sm_accesses *accesses, unsigned slot);
/* A new access of the instruction at pc, which has issued; may move the list. */
uint32_t sm_access_take(struct sm_accesses *accesses, unsigned slot, uint32_t pc,
                        const struct instruction *instruction, const struct issued *issued);
/* The values of what has issued are wanted; returns where their places in the line are to be
 * written. */
uint16_t *sm_access_want_values(struct sm_accesses *accesses, uint32_t access,
                                const struct issued *issued);
/* One thing more must come before it is complete. */
static inline void sm_access_await(struct sm_accesses *accesses, uint32_t access)
{
    accesses->list[access].remaining++;
}
/* Something of it is ready in that cycle. */
static inline void sm_access_ready(struct sm_accesses *accesses, uint32_t index, uint64_t ready)
{
    struct access *access = &accesses->list[index];
    access->ready = MAX(access->ready, ready);
}
/* All its transactions have been made; what needed no reply is ready in that cycle. Like the next
 * one, true if it is complete: then sm_access_complete must follow. */
static inline bool sm_access_sent(struct sm_accesses *accesses, uint32_t index, uint64_t ready)
{
    struct access *access = &accesses->list[index];
    access->sent = true;
    access->ready = MAX(access->ready, ready);
    return access->remaining == 0;
}
/* One thing that it awaited has come. */
static inline bool sm_access_reply(struct sm_accesses *accesses, uint32_t index, uint64_t ready)
{
    struct access *access = &accesses->list[index];
    g_assert(access->remaining > 0);
    access->remaining--;
    access->ready = MAX(access->ready, ready);
    return access->remaining == 0 && access->sent;
}
void sm_access_deliver(struct sm_accesses *accesses, uint32_t access, lane_mask lanes,
                       const uint8_t *data);
/* Old values of an atomic: lane i's is at the start of its record in the payload. */
void sm_access_deliver_atomic(struct sm_accesses *accesses, uint32_t access, lane_mask lanes,
                              const struct payload *payload);
/* It is complete, and its place may be taken. */
void sm_access_free(struct sm_accesses *accesses, uint32_t access);

#endif
