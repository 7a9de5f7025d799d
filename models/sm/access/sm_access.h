/* SPDX-License-Identifier: BSD-3-Clause */
/* Loads and atomics on their way, from issue to the last value, as a part of the SM.
 *
 * The load/store unit, L1D and the texture cache tell it which requests of an access are out and
 * which have come back. whole/sm_complete.c decides what follows when an access is complete.
 */
#ifndef SIMGPU_SM_ACCESS_H
#define SIMGPU_SM_ACCESS_H

#include "models/sm/access/access_state.h"

void sm_accesses_init(struct sm_accesses *accesses, struct sm_warps *warps);
void sm_accesses_finish(struct sm_accesses *accesses);
/* A warp comes to the slot. */
void sm_accesses_start_warp(struct sm_accesses *accesses, unsigned slot);
/* A new access for the instruction at pc, which has issued; may move the list. */
uint32_t sm_access_take(struct sm_accesses *accesses, unsigned slot, uint32_t pc,
                        const struct instruction *instruction, const struct issued *issued);
/* Values of the issued instruction are wanted. Returns an array: write their places in the line
 * there. */
uint16_t *sm_access_want_values(struct sm_accesses *accesses, uint32_t access,
                                const struct issued *issued);
/* The access must await one more thing before it is complete. */
static inline void sm_access_await(struct sm_accesses *accesses, uint32_t access)
{
    accesses->list[access].remaining++;
}
/* A part of the access is ready in that cycle. */
static inline void sm_access_ready(struct sm_accesses *accesses, uint32_t index, uint64_t ready)
{
    struct access *access = &accesses->list[index];
    access->ready = MAX(access->ready, ready);
}
/* All its transactions have been made. Parts that needed no reply are ready in that cycle. This and
 * the next function return true if the access is complete: sm_access_complete must follow. */
static inline bool sm_access_sent(struct sm_accesses *accesses, uint32_t index, uint64_t ready)
{
    struct access *access = &accesses->list[index];
    access->sent = true;
    access->ready = MAX(access->ready, ready);
    return access->remaining == 0;
}
/* One thing that the access awaited has come. */
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
/* Delivers old values of an atomic: lane i's is at the start of its record in the payload. */
void sm_access_deliver_atomic(struct sm_accesses *accesses, uint32_t access, lane_mask lanes,
                              const struct payload *payload);
/* The access is complete: its place may be taken. */
void sm_access_free(struct sm_accesses *accesses, uint32_t access);

#endif
