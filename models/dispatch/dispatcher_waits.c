/* SPDX-License-Identifier: BSD-3-Clause */
#include "models/dispatch/dispatcher_waits.h"

static void describe_running(const struct dispatcher *d, GString *text)
{
    if (d->blocked)
        g_string_append_printf(text,
                               "block %" G_GUINT64_FORMAT " waits for a credit of the wire to %s; ",
                               d->next_block, d->sms[d->chosen].wire->receiver->name);
    g_string_append_printf(text,
                           "%" G_GUINT64_FORMAT " of %" G_GUINT64_FORMAT
                           " blocks are done, %" G_GUINT64_FORMAT " have not been sent; running:",
                           d->blocks_done, d->n_blocks, d->n_blocks - d->next_block);
    for (uint32_t i = 0; i < d->n_sms; i++)
        if (d->sms[i].running > 0)
            g_string_append_printf(text, " %s (%u)", d->sms[i].wire->receiver->name,
                                   d->sms[i].running);
}

static void describe_ending(const struct dispatcher *d, GString *text)
{
    bool sm_waits = false;
    g_string_append(text, "all blocks are done; waits for credits of the wires to");
    for (uint32_t i = 0; i < d->n_sms; i++)
        if (d->sms[i].used) {
            g_string_append_printf(text, " %s", d->sms[i].wire->receiver->name);
            sm_waits = true;
        }
    if (!sm_waits)
        g_string_append_printf(text, " %s", d->to_host->receiver->name);
}

void dispatcher_describe_waits(const struct dispatcher *dispatcher, GString *text)
{
    if (!dispatcher->launch)
        return;
    g_string_append_printf(text, "%s: kernel %s (launch %u): ", dispatcher->unit.name,
                           dispatcher->launch->code->name, dispatcher->launch->id);
    if (dispatcher->state == DISPATCHER_RUNNING)
        describe_running(dispatcher, text);
    else
        describe_ending(dispatcher, text);
    g_string_append_c(text, '\n');
}
