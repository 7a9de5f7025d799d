/* SPDX-License-Identifier: BSD-3-Clause */
/* The requests of an L2 bank that wait for sectors from DRAM: a list for each line, in arrival
 * order. The line keeps the list's ends. The lists are the contents of the miss status holding
 * registers; bank.h says how many there can be. The array grows until it holds the most that ever
 * waited.
 *
 * Source: Kroft, "Lockup-free instruction fetch/prefetch cache organization" (ISCA 1981).
 */
#ifndef SIMGPU_L2_BANK_WAITERS_H
#define SIMGPU_L2_BANK_WAITERS_H

#include "models/core/message_memory.h"
#include "models/core/payload.h"

struct bank_waiter {
    _Alignas(64) struct message request; /* one of the host's cache lines holds all of it */
    uint8_t missing;                     /* sectors that must still come */
    uint32_t next;                       /* index + 1 of the next one of its list; 0 ends it */
};

struct bank_waiters {
    struct bank_waiter *waiters;
    uint32_t capacity, free; /* free: list */
};

/* A list: index + 1 of its ends; both 0 if it is empty. */
struct waiter_list {
    uint32_t first, last;
};

void bank_waiters_init(struct bank_waiters *waiters);
/* Gives the payloads of waiting requests back to the pool. */
void bank_waiters_finish(struct bank_waiters *waiters, struct payload_pool *pool);

void bank_waiters_add(struct bank_waiters *waiters, struct waiter_list *list,
                      const struct message *request, uint8_t missing);
/* The sectors have come. Moves the requests that now have all their sectors from `list` to the end
 * of `served`. */
void bank_waiters_serve(struct bank_waiters *waiters, struct waiter_list *list, uint8_t sectors,
                        struct waiter_list *served);
/* Takes the first one off the list, which must not be empty. */
void bank_waiters_pop(struct bank_waiters *waiters, struct waiter_list *list,
                      struct message *request);

#endif
