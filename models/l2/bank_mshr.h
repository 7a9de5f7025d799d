/* SPDX-License-Identifier: BSD-3-Clause */
/* Miss status holding registers of an L2 bank: for each line on its way from DRAM, the requests
 * that wait for it, in arrival order.
 *
 * Source: Kroft, "Lockup-free instruction fetch/prefetch cache organization" (ISCA 1981). All
 * registers have the same number of request slots; they are allocated once.
 */
#ifndef SIMGPU_L2_BANK_MSHR_H
#define SIMGPU_L2_BANK_MSHR_H

#include "models/core/message.h"
#include "models/core/payload.h"

struct bank_mshr {
    int line;              /* index in the bank */
    uint32_t first, count; /* requests: those before `first` have left */
};

struct bank_mshrs {
    struct bank_mshr *registers;
    struct message *requests; /* `merges` for each register */
    uint32_t *free;           /* stack of register numbers */
    uint32_t n, merges, n_free;
};

/* merges: requests a register holds, the first included. */
void bank_mshrs_init(struct bank_mshrs *mshrs, uint32_t n, uint32_t merges);
/* Gives payloads of waiting requests back to the pool. */
void bank_mshrs_finish(struct bank_mshrs *mshrs, struct payload_pool *pool);

/* A free register, for that line; there must be one. */
uint32_t bank_mshrs_take(struct bank_mshrs *mshrs, int line);
static inline bool bank_mshrs_has_room(const struct bank_mshrs *mshrs, uint32_t number)
{
    return mshrs->registers[number].count < mshrs->merges;
}
/* There must be room. */
void bank_mshrs_add(struct bank_mshrs *mshrs, uint32_t number, const struct message *request);
/* Its next request leaves, and with the last one it becomes free: returns true then. */
bool bank_mshrs_pop(struct bank_mshrs *mshrs, uint32_t number, struct message *request);

#endif
