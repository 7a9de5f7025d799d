/* SPDX-License-Identifier: BSD-3-Clause */
#include "models/dispatch/dispatcher_deal.h"
#include "base/input_error.h"
#include "models/core/message_dispatch.h"
#include "models/dispatch/dispatcher_cluster.h"
#include "models/dispatch/dispatcher_ends.h"
#include "models/dispatch/dispatcher_room.h"
#include "workloads/instruction_source.h"

/* ---- which blocks have been sent -------------------------------------------------------------
 */

static bool was_sent(const struct dispatcher_kernel *kernel, uint64_t block)
{
    return block < kernel->next_block ||
           (kernel->sent && kernel->sent[block / 64] >> block % 64 & 1);
}

/* The bits exist once a block has been sent before its turn. */
static void note_sent(struct dispatcher_kernel *kernel, uint64_t block)
{
    kernel->blocks_sent++;
    if (!kernel->sent && block == kernel->next_block) {
        kernel->next_block++;
        return;
    }
    kernel->out_of_turn |= block != kernel->next_block;
    if (!kernel->sent)
        kernel->sent = g_new0(uint64_t, kernel->n_blocks / 64 + 1);
    kernel->sent[block / 64] |= UINT64_C(1) << block % 64;
    while (kernel->next_block < kernel->n_blocks && was_sent(kernel, kernel->next_block))
        kernel->next_block++;
}

/* ---- choosing ---------------------------------------------------------------------------------
 */

static bool may_ask(const struct dispatcher_kernel *kernel)
{
    return kernel->total_room > 0 && !kernel->held;
}

/* The error in a policy's choice, which names the policy; NULL: there is none. */
static GError *choice_problem(const struct dispatcher *d, const struct dispatcher_kernel *kernel,
                              const struct block_choice *choice)
{
    g_autofree char *who = g_strdup_printf("block scheduler %s", d->scheduler->policy.head.name);
    uint32_t launch = kernel->launch->id;
    GError *error = NULL;
    if (choice->sm >= d->n_sms)
        input_error_at(&error, who, 0,
                       "it chose SM %u for block %" G_GUINT64_FORMAT
                       " of launch %u, but there are %u",
                       choice->sm, choice->block, launch, d->n_sms);
    else if (choice->block >= kernel->n_blocks)
        input_error_at(&error, who, 0,
                       "it chose block %" G_GUINT64_FORMAT
                       " of launch %u, which has %" G_GUINT64_FORMAT,
                       choice->block, launch, kernel->n_blocks);
    else if (was_sent(kernel, choice->block))
        input_error_at(&error, who, 0,
                       "it chose block %" G_GUINT64_FORMAT " of launch %u, which was sent before",
                       choice->block, launch);
    else if (kernel->room[choice->sm] == 0)
        input_error_at(&error, who, 0,
                       "it chose SM %u for block %" G_GUINT64_FORMAT
                       " of launch %u, which has no room for it",
                       choice->sm, choice->block, launch);
    return error;
}

/* False if the scheduler holds the kernel's blocks back, or has failed. */
static bool choose_block(struct dispatcher *d, struct dispatcher_kernel *kernel, uint64_t cycle)
{
    const struct block_scheduler_view view = {
        .launch = kernel->launch->id,
        .n_sms = d->n_sms,
        .room = kernel->room,
        .running = kernel->running,
        .n_blocks = kernel->n_blocks,
        .blocks_left = dispatcher_blocks_left(kernel),
        .next_block = kernel->next_block,
        .sent = kernel->sent,
        .cycle = cycle,
    };
    struct block_choice choice = {.sm = UINT32_MAX};
    kernel->held = !d->scheduler->choose(d->scheduler_state, kernel->own, &view, &choice);
    if (kernel->held)
        return false;
    GError *error = choice_problem(d, kernel, &choice);
    if (error) {
        dispatcher_fail(d, cycle, error);
        return false;
    }
    d->dealt = kernel;
    d->chosen = choice;
    return true;
}

static bool choose_of(struct dispatcher *d, struct dispatcher_kernel *kernel, uint64_t cycle)
{
    return kernel->cluster_blocks > 0 ? dispatcher_cluster_place(d, kernel)
                                      : choose_block(d, kernel, cycle);
}

/* Chooses a block of the cluster that is being placed, or of the first kernel that may send one. */
static bool choose(struct dispatcher *d, uint64_t cycle)
{
    if (d->placing) {
        dispatcher_cluster_next(d);
        return true;
    }
    for (guint k = 0; k < d->kernels->len && !d->failed; k++) {
        struct dispatcher_kernel *kernel = d->kernels->pdata[k];
        if (may_ask(kernel) && cycle >= kernel->ready_cycle && choose_of(d, kernel, cycle))
            return true;
    }
    return false;
}

void dispatcher_ask_again(struct dispatcher *d)
{
    for (guint k = 0; k < d->kernels->len; k++)
        ((struct dispatcher_kernel *)d->kernels->pdata[k])->held = false;
}

/* ---- sending ----------------------------------------------------------------------------------
 */

/* The chosen block has left. */
static void note_dealt(struct dispatcher *d, uint64_t cycle)
{
    struct dispatcher_kernel *kernel = d->dealt;
    const struct block_choice chosen = d->chosen;
    d->dealt = NULL;
    d->counters.blocks++;
    kernel->used[chosen.sm] = true;
    note_sent(kernel, chosen.block);
    if (d->placing)
        dispatcher_cluster_sent(d);
    dispatcher_note_block(d, kernel, chosen.sm, 1);
    dispatcher_owe_stop(d, kernel, chosen.sm);
    uint64_t left = dispatcher_blocks_left(kernel);
    if (dispatcher_ahead(d, left) != dispatcher_ahead(d, left + 1) || left == d->n_sms)
        dispatcher_refresh_rooms(d, kernel); /* from now on fewer are sent ahead */
    d->quotas_stale |= left == 0 || d->partition->by_block;
    DISPATCHER_TELL(d, block_sent, kernel->launch->id, chosen.block, chosen.sm, cycle);
    dispatcher_ask_again(d);
    dispatcher_settle_quotas(d, cycle);
}

/* Sends the chosen block; false if a credit is missing. */
static bool send_block(struct dispatcher *d, uint64_t cycle)
{
    const struct dispatcher_kernel *kernel = d->dealt;
    uint32_t index = d->chosen.sm;
    struct wire *wire = d->sms[index].wire;
    if (!dispatcher_has_credit(d, wire, cycle))
        return false;
    if (kernel->launch->code->ops->block_sent)
        kernel->launch->code->ops->block_sent(kernel->launch, d->chosen.block);
    const struct block_start start = {.launch = kernel->launch,
                                      .id = kernel->launch->id,
                                      .block = d->chosen.block,
                                      .first = !kernel->used[index],
                                      .notice = d->config.notices,
                                      .capacity = kernel->capacity,
                                      .sm = (uint16_t)index,
                                      .place = d->place};
    const struct message message = message_block_start(&start);
    wire_send(wire, clock_edge(&d->config.clock, cycle), &message);
    note_dealt(d, cycle);
    return true;
}

bool dispatcher_deal(struct dispatcher *d, uint64_t cycle)
{
    bool sent = true;
    uint32_t n = 0;
    while (sent && n < d->config.dispatch_width && cycle >= d->next_dispatch &&
           (d->dealt || choose(d, cycle))) {
        sent = send_block(d, cycle);
        n += sent;
    }
    if (n > 0)
        d->next_dispatch = cycle + d->config.dispatch_interval;
    return sent;
}

uint64_t dispatcher_next_deal(const struct dispatcher *d)
{
    uint64_t next = CYCLE_NEVER;
    if (d->dealt || d->placing)
        return d->next_dispatch;
    for (guint k = 0; k < d->kernels->len; k++) {
        const struct dispatcher_kernel *kernel = d->kernels->pdata[k];
        if (may_ask(kernel))
            next = MIN(next, MAX(d->next_dispatch, kernel->ready_cycle));
    }
    return next;
}
