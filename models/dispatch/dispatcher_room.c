/* SPDX-License-Identifier: BSD-3-Clause */
#include "models/dispatch/dispatcher_room.h"

/* Blocks of the kernel being dealt out that fit on the SM now. */
static uint32_t room_on(const struct dispatcher *d, uint32_t index)
{
    const struct dispatcher_sm *sm = &d->sms[index];
    uint32_t mine = d->dealt->running[index];
    if (sm->running == mine) {
        uint64_t left = d->dealt->n_blocks - d->dealt->next_block;
        uint32_t most = d->dealt->capacity + (left > d->n_sms ? d->config.ahead : 0);
        return most > mine ? most - mine : 0;
    }
    if (mine >= d->dealt->capacity)
        return 0;
    return MIN(occupancy_room(&d->limits, &sm->used, &d->dealt->footprint),
               d->dealt->capacity - mine);
}

static void refresh_room(struct dispatcher *d, uint32_t index)
{
    uint32_t room = d->dealt ? room_on(d, index) : 0;
    d->total_room += room;
    d->total_room -= d->room[index];
    d->room[index] = room;
}

void dispatcher_refresh_rooms(struct dispatcher *d)
{
    for (uint32_t i = 0; i < d->n_sms; i++)
        refresh_room(d, i);
}

void dispatcher_choose_dealt(struct dispatcher *d)
{
    struct dispatcher_kernel *before = d->dealt;
    d->dealt = NULL;
    for (guint k = 0; k < d->kernels->len && !d->dealt; k++) {
        struct dispatcher_kernel *kernel = d->kernels->pdata[k];
        if (kernel->next_block < kernel->n_blocks)
            d->dealt = kernel;
    }
    if (d->dealt == before)
        return;
    dispatcher_refresh_rooms(d);
    if (d->dealt && d->config.scheduler->start_kernel)
        d->config.scheduler->start_kernel(d->scheduler_state);
}

void dispatcher_note_block(struct dispatcher *d, struct dispatcher_kernel *kernel, uint32_t index,
                           int change)
{
    struct dispatcher_sm *sm = &d->sms[index];
    sm->running += (uint32_t)change;
    kernel->running[index] += (uint32_t)change;
    for (unsigned i = 0; i < OCCUPANCY_GRID; i++)
        sm->used.amount[i] += (uint64_t)change * kernel->footprint.amount[i];
    refresh_room(d, index);
}
