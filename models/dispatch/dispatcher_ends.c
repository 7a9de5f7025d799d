/* SPDX-License-Identifier: BSD-3-Clause */
#include "models/dispatch/dispatcher_ends.h"
#include "models/core/message_dispatch.h"
#include "models/dispatch/dispatcher_clients.h"
#include "models/dispatch/dispatcher_cluster.h"
#include "models/dispatch/dispatcher_kernel.h"
#include "models/dispatch/dispatcher_room.h"
#include "models/launch/launch_watch.h"
#include "workloads/launch.h"

/* The kernel's last block is done. */
static void note_over(struct dispatcher *d, struct dispatcher_kernel *kernel, uint64_t cycle)
{
    dispatcher_record_end(d, kernel, cycle);
    dispatcher_client_ends(d, kernel, cycle);
    d->counters.kernels++;
    if (--d->n_running == 0)
        d->counters.kernel_cycles += cycle - d->config.way_back - d->busy_since;
    d->quotas_stale = true;
    dispatcher_kernel_report(d, kernel);
    dispatcher_kernel_end(d, kernel);
    DISPATCHER_TELL(d, kernel_ended, kernel->launch->id, cycle);
}

/* No further block of the kernel is sent, except one that is chosen already, and the others of its
 * cluster, for which its blocks may wait. */
static void cut(struct dispatcher *d, struct dispatcher_kernel *kernel)
{
    const uint64_t rest = dispatcher_cluster_rest(d, kernel);
    uint64_t end = kernel->blocks_sent + (rest > 0 ? rest : d->dealt == kernel);
    d->all_blocks -= kernel->n_blocks - end;
    kernel->n_blocks = end;
    kernel->cut = true;
    d->quotas_stale = true;
    dispatcher_refresh_rooms(d, kernel);
}

void dispatcher_end_early(struct dispatcher *d, struct dispatcher_kernel *kernel, uint64_t cycle)
{
    bool was_over = dispatcher_is_over(kernel);
    if (kernel->cut)
        return;
    cut(d, kernel);
    for (uint32_t i = 0; i < d->n_sms; i++)
        dispatcher_owe_stop(d, kernel, i);
    if (!was_over && dispatcher_is_over(kernel))
        note_over(d, kernel, cycle);
}

void dispatcher_owe_stop(struct dispatcher *d, struct dispatcher_kernel *kernel, uint32_t sm)
{
    if (!kernel->cut || kernel->running[sm] == 0 || kernel->stop[sm])
        return;
    kernel->stop[sm] = true;
    d->stops_owed++;
}

static bool send_stops(struct dispatcher *d, struct dispatcher_kernel *kernel, uint64_t cycle)
{
    bool all = true;
    for (uint32_t i = 0; i < d->n_sms; i++) {
        const struct message stop = message_launch_stop(kernel->launch->id, (uint16_t)i);
        if (!kernel->stop[i])
            continue;
        if (!dispatcher_has_credit(d, d->sms[i].wire, cycle)) {
            all = false;
            continue;
        }
        wire_send(d->sms[i].wire, clock_edge(&d->config.clock, cycle), &stop);
        kernel->stop[i] = false;
        d->stops_owed--;
    }
    return all;
}

bool dispatcher_send_stops(struct dispatcher *d, uint64_t cycle)
{
    bool all = true;
    for (guint k = 0; d->stops_owed > 0 && k < d->kernels->len; k++)
        all &= send_stops(d, d->kernels->pdata[k], cycle);
    return all;
}

bool dispatcher_owes_stop(const struct dispatcher *d, uint32_t sm)
{
    bool owes = false;
    for (guint k = 0; d->stops_owed > 0 && k < d->kernels->len; k++)
        owes |= ((const struct dispatcher_kernel *)d->kernels->pdata[k])->stop[sm];
    return owes;
}

static struct dispatcher_kernel *kernel_of(const struct dispatcher *d, uint32_t launch)
{
    for (guint k = 0; k < d->kernels->len; k++) {
        struct dispatcher_kernel *kernel = d->kernels->pdata[k];
        if (kernel->launch->id == launch)
            return kernel;
    }
    g_assert_not_reached();
}

/* The client has reached its target: cuts its kernels. */
static void cut_kernels(struct dispatcher *d, uint32_t client, uint64_t cycle)
{
    for (guint k = 0; k < d->kernels->len; k++) {
        struct dispatcher_kernel *kernel = d->kernels->pdata[k];
        if (kernel->launch->client == client)
            dispatcher_end_early(d, kernel, cycle);
    }
}

void dispatcher_take_fault(struct dispatcher *d, const struct message *message, uint64_t cycle)
{
    struct dispatcher_kernel *kernel = kernel_of(d, message->launch);
    if (kernel->fault)
        g_error_free(message_fault(message));
    else
        kernel->fault = message_fault(message);
    dispatcher_end_early(d, kernel, cycle);
}

void dispatcher_take_progress(struct dispatcher *d, const struct message *message, uint64_t cycle)
{
    struct dispatcher_kernel *kernel = kernel_of(d, message->launch);
    if (dispatcher_client_proceeds(d, kernel, message_progress_instructions(message), cycle))
        cut_kernels(d, kernel->launch->client, cycle);
}

void dispatcher_take_block_ends(struct dispatcher *d, const struct message *message)
{
    struct dispatcher_kernel *kernel = kernel_of(d, message->launch);
    kernel->ending[message->requester]++;
    dispatcher_refresh_room(d, kernel, message->requester);
}

/* The launch's watch may want fewer blocks. Not if a policy has planned for all of them, or before
 * those that are left out are behind. */
static void tell_watch(struct dispatcher *d, struct dispatcher_kernel *kernel, uint64_t cycle)
{
    const struct launch_watch *watch = kernel->launch->watch;
    const struct launch_progress progress = {.done = kernel->blocks_done,
                                             .sent = kernel->blocks_sent + (d->dealt == kernel),
                                             .n_blocks = kernel->n_blocks,
                                             .cycles = cycle - d->config.way_back -
                                                       kernel->start_cycle - d->config.way,
                                             .now_ps = clock_edge(&d->config.clock, cycle)};
    const uint64_t answer = watch->block_done(watch->data, &progress);
    const uint64_t wanted = MAX(answer, progress.sent);
    if (wanted >= kernel->n_blocks || kernel->out_of_turn || kernel->cluster_blocks > 0 ||
        d->scheduler->kernel_begin ||
        (kernel->launch->left_out > 0 && kernel->next_block <= kernel->launch->first_left_out))
        return;
    d->all_blocks -= kernel->n_blocks - wanted;
    kernel->n_blocks = wanted;
    d->quotas_stale = true;
    dispatcher_refresh_rooms(d, kernel);
}

void dispatcher_take_block_done(struct dispatcher *d, const struct message *message, uint64_t cycle)
{
    struct dispatcher_kernel *kernel = kernel_of(d, message->launch);
    const uint64_t instructions = message_done_instructions(message);
    g_assert(message->requester < d->n_sms && kernel->running[message->requester] > 0);
    dispatcher_note_pace(d, kernel, message->requester, cycle);
    kernel->ending[message->requester] -= message_done_noticed(message);
    dispatcher_note_block(d, kernel, message->requester, -1);
    dispatcher_record_instructions(d, kernel, instructions);
    kernel->blocks_done++;
    d->all_done++;
    if (G_UNLIKELY(kernel->launch->watch != NULL) && !kernel->cut)
        tell_watch(d, kernel, cycle);
    DISPATCHER_TELL(d, block_done, message->launch, message_done_block(message), message->requester,
                    cycle);
    d->quotas_stale |= d->partition->by_block;
    if (dispatcher_is_over(kernel))
        note_over(d, kernel, cycle);
    if (dispatcher_client_works(d, kernel, instructions, message_done_told(message), cycle))
        cut_kernels(d, kernel->launch->client, cycle);
}

/* Tells the kernel's end first to the SMs that had blocks of it, then to the host. False if a
 * credit is missing. */
static bool end_kernel(struct dispatcher *d, struct dispatcher_kernel *kernel, uint64_t cycle)
{
    sim_time now = clock_edge(&d->config.clock, cycle);
    bool all_told = true;
    for (uint32_t i = 0; i < d->n_sms; i++) {
        if (kernel->used[i] && dispatcher_has_credit(d, d->sms[i].wire, cycle)) {
            const struct message over = message_kernel_over(kernel->launch->id, (uint16_t)i);
            wire_send(d->sms[i].wire, now, &over);
            kernel->used[i] = false;
        }
        all_told &= !kernel->used[i];
    }
    if (!all_told || d->children->len > 0 || !dispatcher_has_credit(d, d->to_host, cycle))
        return false;
    const struct kernel_done done = {
        .launch = kernel->launch->id,
        .instructions = kernel->warp_instructions,
        .n_blocks = kernel->n_blocks,
        .halted = dispatcher_client_is_through(d, kernel->launch->client),
        .fault = g_steal_pointer(&kernel->fault),
    };
    const struct message message = message_kernel_done(&done);
    wire_send(d->to_host, now, &message);
    return true;
}

/* The kernel's blocks have ended before their SMs were told to stop them. */
static void forget_stops(struct dispatcher *d, const struct dispatcher_kernel *kernel)
{
    for (uint32_t i = 0; i < d->n_sms; i++)
        d->stops_owed -= kernel->stop[i];
}

bool dispatcher_end_kernels(struct dispatcher *d, uint64_t cycle)
{
    bool all_ended = true;
    for (guint k = 0; k < d->kernels->len;) {
        struct dispatcher_kernel *kernel = d->kernels->pdata[k];
        if (dispatcher_is_over(kernel) && end_kernel(d, kernel, cycle)) {
            g_ptr_array_remove_index(d->kernels, k);
            forget_stops(d, kernel);
            dispatcher_kernel_free(d, kernel);
            continue;
        }
        all_ended &= !dispatcher_is_over(kernel);
        k++;
    }
    return all_ended;
}
