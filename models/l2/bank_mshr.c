/* SPDX-License-Identifier: BSD-3-Clause */
#include "models/l2/bank_mshr.h"
#include <glib.h>

void bank_mshrs_init(struct bank_mshrs *mshrs, uint32_t n, uint32_t merges)
{
    *mshrs = (struct bank_mshrs){.n = n, .merges = merges, .n_free = n};
    mshrs->registers = g_new0(struct bank_mshr, n);
    mshrs->requests = g_new(struct message, (gsize)n * merges);
    mshrs->free = g_new(uint32_t, n);
    for (uint32_t i = 0; i < n; i++)
        mshrs->free[i] = n - 1 - i;
}

void bank_mshrs_finish(struct bank_mshrs *mshrs, struct payload_pool *pool)
{
    for (uint32_t i = 0; i < mshrs->n; i++)
        for (uint32_t k = mshrs->registers[i].first; k < mshrs->registers[i].count; k++)
            payload_give_back(pool, mshrs->requests[i * mshrs->merges + k].payload);
    g_free(mshrs->registers);
    g_free(mshrs->requests);
    g_free(mshrs->free);
}

uint32_t bank_mshrs_take(struct bank_mshrs *mshrs, int line)
{
    g_assert(mshrs->n_free > 0);
    uint32_t number = mshrs->free[--mshrs->n_free];
    mshrs->registers[number] = (struct bank_mshr){.line = line};
    return number;
}

void bank_mshrs_add(struct bank_mshrs *mshrs, uint32_t number, const struct message *request)
{
    g_assert(bank_mshrs_has_room(mshrs, number));
    mshrs->requests[number * mshrs->merges + mshrs->registers[number].count++] = *request;
}

bool bank_mshrs_pop(struct bank_mshrs *mshrs, uint32_t number, struct message *request)
{
    struct bank_mshr *mshr = &mshrs->registers[number];
    g_assert(mshr->first < mshr->count);
    *request = mshrs->requests[number * mshrs->merges + mshr->first++];
    if (mshr->first < mshr->count)
        return false;
    *mshr = (struct bank_mshr){0};
    mshrs->free[mshrs->n_free++] = number;
    return true;
}
