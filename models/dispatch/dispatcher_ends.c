/* SPDX-License-Identifier: BSD-3-Clause */
#include "models/dispatch/dispatcher_ends.h"
#include "models/dispatch/dispatcher_clients.h"
#include "models/dispatch/dispatcher_room.h"

/* Its last block is done. */
static void note_over(struct dispatcher *d, struct dispatcher_kernel *kernel, uint64_t cycle)
{
    dispatcher_record_end(d, kernel, cycle);
    dispatcher_client_ends(d, kernel, cycle);
    d->counters.kernels++;
    if (--d->n_running == 0)
        d->counters.kernel_cycles += cycle - d->config.way - d->busy_since;
    d->quotas_stale = true;
    dispatcher_kernel_report(d, kernel);
    dispatcher_kernel_end(d, kernel);
    DISPATCHER_TELL(d, kernel_ended, kernel->launch->id, cycle);
}

void dispatcher_end_early(struct dispatcher *d, struct dispatcher_kernel *kernel, uint64_t cycle)
{
    bool was_over = dispatcher_is_over(kernel);
    dispatcher_cut(d, kernel);
    if (!was_over && dispatcher_is_over(kernel))
        note_over(d, kernel, cycle);
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

/* The client's target is reached. */
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
        g_error_free(message->fault);
    else
        kernel->fault = message->fault;
    if (!kernel->cut)
        dispatcher_end_early(d, kernel, cycle);
}

void dispatcher_take_block_done(struct dispatcher *d, const struct message *message, uint64_t cycle)
{
    struct dispatcher_kernel *kernel = kernel_of(d, message->launch);
    g_assert(message->requester < d->n_sms && kernel->running[message->requester] > 0);
    dispatcher_note_pace(d, message->requester, cycle);
    dispatcher_note_block(d, kernel, message->requester, -1);
    dispatcher_record_instructions(d, kernel, message->address);
    kernel->blocks_done++;
    d->all_done++;
    DISPATCHER_TELL(d, block_done, message->launch, message->value, message->requester, cycle);
    d->quotas_stale |= d->partition->by_block;
    if (dispatcher_is_over(kernel))
        note_over(d, kernel, cycle);
    if (dispatcher_client_works(d, kernel, message->address))
        cut_kernels(d, kernel->launch->client, cycle);
}

/* Tells all who wait for it that the kernel is over: first the SMs, then the host. False if a
 * credit is missing. */
static bool end_kernel(struct dispatcher *d, struct dispatcher_kernel *kernel, uint64_t cycle)
{
    sim_time now = clock_edge(&d->config.clock, cycle);
    struct message message = {.kind = MESSAGE_KERNEL_END, .launch = kernel->launch->id};
    bool all_told = true;
    for (uint32_t i = 0; i < d->n_sms; i++) {
        if (kernel->used[i] && dispatcher_has_credit(d, d->sms[i].wire, cycle)) {
            message.requester = (uint16_t)i;
            wire_send(d->sms[i].wire, now, &message);
            kernel->used[i] = false;
        }
        all_told &= !kernel->used[i];
    }
    if (!all_told || !dispatcher_has_credit(d, d->to_host, cycle))
        return false;
    message.kind = MESSAGE_KERNEL_DONE;
    message.requester = 0;
    message.address = kernel->warp_instructions;
    message.value = kernel->n_blocks;
    if (kernel->fault) {
        message.tag = MESSAGE_FAULT;
        message.fault = g_steal_pointer(&kernel->fault);
    }
    wire_send(d->to_host, now, &message);
    return true;
}

bool dispatcher_end_kernels(struct dispatcher *d, uint64_t cycle)
{
    bool all_ended = true;
    for (guint k = 0; k < d->kernels->len;) {
        struct dispatcher_kernel *kernel = d->kernels->pdata[k];
        if (dispatcher_is_over(kernel) && end_kernel(d, kernel, cycle)) {
            g_ptr_array_remove_index(d->kernels, k);
            dispatcher_kernel_free(d, kernel);
            continue;
        }
        all_ended &= !dispatcher_is_over(kernel);
        k++;
    }
    return all_ended;
}
