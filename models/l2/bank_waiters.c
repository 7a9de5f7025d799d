/* SPDX-License-Identifier: BSD-3-Clause */
#include "models/l2/bank_waiters.h"
#include <glib.h>
#include <string.h>

enum { FIRST_CAPACITY = 16 };

void bank_waiters_init(struct bank_waiters *waiters)
{
    *waiters = (struct bank_waiters){0};
}

void bank_waiters_finish(struct bank_waiters *waiters, struct payload_pool *pool)
{
    for (uint32_t i = 0; i < waiters->capacity; i++)
        payload_give_back(pool, waiters->waiters[i].request.payload);
    g_aligned_free(waiters->waiters);
}

static void grow(struct bank_waiters *waiters)
{
    uint32_t capacity = waiters->capacity ? 2 * waiters->capacity : FIRST_CAPACITY;
    struct bank_waiter *more =
        g_aligned_alloc(capacity, sizeof(struct bank_waiter), G_ALIGNOF(struct bank_waiter));
    if (waiters->capacity > 0)
        memcpy(more, waiters->waiters, waiters->capacity * sizeof *more);
    g_aligned_free(waiters->waiters);
    waiters->waiters = more;
    for (uint32_t i = capacity; i > waiters->capacity; i--) {
        waiters->waiters[i - 1] = (struct bank_waiter){.next = waiters->free};
        waiters->free = i;
    }
    waiters->capacity = capacity;
}

static void append(struct bank_waiters *waiters, struct waiter_list *list, uint32_t index)
{
    waiters->waiters[index - 1].next = 0;
    if (list->last)
        waiters->waiters[list->last - 1].next = index;
    else
        list->first = index;
    list->last = index;
}

void bank_waiters_add(struct bank_waiters *waiters, struct waiter_list *list,
                      const struct message *request, uint8_t missing)
{
    if (!waiters->free)
        grow(waiters);
    uint32_t index = waiters->free;
    struct bank_waiter *waiter = &waiters->waiters[index - 1];
    waiters->free = waiter->next;
    waiter->request = *request;
    waiter->missing = missing;
    append(waiters, list, index);
}

void bank_waiters_serve(struct bank_waiters *waiters, struct waiter_list *list, uint8_t sectors,
                        struct waiter_list *served)
{
    uint32_t index = list->first;
    *list = (struct waiter_list){0};
    while (index) {
        struct bank_waiter *waiter = &waiters->waiters[index - 1];
        uint32_t next = waiter->next;
        waiter->missing &= (uint8_t)~sectors;
        append(waiters, waiter->missing ? list : served, index);
        index = next;
    }
}

void bank_waiters_pop(struct bank_waiters *waiters, struct waiter_list *list,
                      struct message *request)
{
    uint32_t index = list->first;
    struct bank_waiter *waiter = &waiters->waiters[index - 1];
    *request = waiter->request;
    list->first = waiter->next;
    if (!list->first)
        list->last = 0;
    waiter->request.payload = NULL;
    waiter->next = waiters->free;
    waiters->free = index;
}
