/* SPDX-License-Identifier: BSD-3-Clause */
#include "models/dispatch/dispatcher_room.h"
#include "models/core/message_dispatch.h"
#include "workloads/launch.h"

uint32_t dispatcher_ahead(const struct dispatcher *d, uint64_t left)
{
    if (left <= d->n_sms)
        return 0;
    /* A block sent into the free place, beside those ahead, can't go to other SMs, either. */
    const uint64_t each = d->config.ahead > 1 ? left / d->n_sms - 1 : (left - 1) / d->n_sms;
    return (uint32_t)MIN(d->config.ahead, each);
}

/* ASSUMED: a kernel's blocks end seldom if an SM sees fewer than one end in so many round trips to
 * the dispatcher, on average. A place that stands empty for one of these round trips then costs
 * less than a block that is bound to a slow SM while others have nothing to do. */
enum { SELDOM_TRIPS = 4 };

void dispatcher_note_pace(struct dispatcher *d, struct dispatcher_kernel *kernel, uint32_t index,
                          uint64_t cycle)
{
    struct dispatcher_sm *sm = &d->sms[index];
    uint64_t round_trip = clock_cycle_at_or_after(&d->config.clock, d->config.sm_wire.latency) +
                          clock_cycle_at_or_after(&d->config.clock, d->config.back_wire.latency);
    uint64_t period = cycle / round_trip;
    if (period != sm->period) {
        sm->ended_before = period == sm->period + 1 ? sm->ended : 0;
        sm->ended = 0;
        sm->period = period;
    }
    sm->ended++;
    kernel->often = SELDOM_TRIPS * (kernel->blocks_done + 1) * round_trip >=
                    (cycle - kernel->start_cycle) * d->n_sms;
}

/* Blocks of the kernel on the SM whose places may be given away before they are free. These are the
 * ending ones, while more blocks are left than there are SMs. The last blocks go to the SM that has
 * room first, and nobody knows whose stores are acknowledged first. */
static uint32_t leaving(const struct dispatcher *d, const struct dispatcher_kernel *kernel,
                        uint32_t index)
{
    return dispatcher_blocks_left(kernel) > d->n_sms ? kernel->ending[index] : 0;
}

/* Blocks of the kernel that fit on the SM now. */
static uint32_t fitting(const struct dispatcher *d, const struct dispatcher_kernel *kernel,
                        uint32_t index)
{
    const struct dispatcher_sm *sm = &d->sms[index];
    uint32_t mine = kernel->running[index];
    if (sm->running == mine && kernel->cluster_blocks == 0) {
        uint32_t stays = mine - leaving(d, kernel, index);
        uint64_t left = dispatcher_blocks_left(kernel);
        uint32_t ended = MAX(sm->ended, sm->ended_before);
        bool seldom = d->config.ahead > 1 && !kernel->often;
        uint32_t pace = seldom ? 0 : MAX(2 * ended, 2) - 1; /* it may rise */
        uint32_t most = kernel->capacity + MIN(dispatcher_ahead(d, left), pace);
        uint32_t places = kernel->capacity + MESSAGE_BLOCK_MOST_AHEAD - mine;
        return most > stays ? MIN(most - stays, places) : 0;
    }
    if (mine >= kernel->capacity)
        return 0;
    return MIN(occupancy_room(&d->limits, &sm->used, &kernel->footprint), kernel->capacity - mine);
}

static uint32_t room_on(const struct dispatcher *d, const struct dispatcher_kernel *kernel,
                        uint32_t index)
{
    uint32_t mine = kernel->running[index], quota = kernel->quota[index];
    if (quota <= mine || dispatcher_blocks_left(kernel) == 0)
        return 0;
    return MIN(fitting(d, kernel, index), quota - mine);
}

void dispatcher_refresh_room(const struct dispatcher *d, struct dispatcher_kernel *kernel,
                             uint32_t index)
{
    uint32_t room = room_on(d, kernel, index);
    kernel->total_room += room;
    kernel->total_room -= kernel->room[index];
    kernel->room[index] = room;
}

void dispatcher_refresh_rooms(struct dispatcher *d, struct dispatcher_kernel *kernel)
{
    for (uint32_t i = 0; i < d->n_sms; i++)
        dispatcher_refresh_room(d, kernel, i);
}

static void ask_quotas(struct dispatcher *d, const struct partition_view *view, uint32_t number,
                       struct dispatcher_kernel *kernel)
{
    for (uint32_t i = 0; i < d->n_sms; i++)
        kernel->quota[i] = d->partition->quota(d->partition_state, view, number, i);
    dispatcher_refresh_rooms(d, kernel);
}

void dispatcher_settle_quotas(struct dispatcher *d, uint64_t cycle)
{
    if (!d->quotas_stale)
        return;
    d->quotas_stale = false;
    g_autofree struct partition_kernel *kernels = g_new(struct partition_kernel, d->kernels->len);
    struct partition_view view = {.n_sms = d->n_sms, .kernels = kernels, .cycle = cycle};
    for (guint k = 0; k < d->kernels->len; k++) {
        const struct dispatcher_kernel *kernel = d->kernels->pdata[k];
        if (!dispatcher_is_over(kernel))
            kernels[view.n_kernels++] =
                (struct partition_kernel){.launch = kernel->launch->id,
                                          .program = kernel->launch->client,
                                          .capacity = kernel->capacity,
                                          .arrival = kernel->arrival,
                                          .blocks_left = dispatcher_blocks_left(kernel)};
    }
    uint32_t number = 0;
    for (guint k = 0; k < d->kernels->len; k++) {
        struct dispatcher_kernel *kernel = d->kernels->pdata[k];
        if (!dispatcher_is_over(kernel))
            ask_quotas(d, &view, number++, kernel);
    }
}

void dispatcher_note_block(struct dispatcher *d, struct dispatcher_kernel *kernel, uint32_t index,
                           int change)
{
    struct dispatcher_sm *sm = &d->sms[index];
    sm->running += (uint32_t)change;
    kernel->running[index] += (uint32_t)change;
    for (unsigned i = 0; i < OCCUPANCY_GRID; i++)
        sm->used.amount[i] += (uint64_t)change * kernel->footprint.amount[i];
    for (guint k = 0; k < d->kernels->len; k++)
        dispatcher_refresh_room(d, d->kernels->pdata[k], index);
}
