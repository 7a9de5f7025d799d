/* SPDX-License-Identifier: BSD-3-Clause */
#include "models/dispatch/dispatcher_waits.h"
#include "base/kernel_name.h"
#include "workloads/launch.h"

static bool all_quotas_are_zero(const struct dispatcher *d, const struct dispatcher_kernel *kernel)
{
    for (uint32_t i = 0; i < d->n_sms; i++)
        if (kernel->quota[i] > 0)
            return false;
    return true;
}

static void describe_running(const struct dispatcher *d, const struct dispatcher_kernel *kernel,
                             GString *text)
{
    if (d->blocked && d->dealt == kernel)
        g_string_append_printf(text,
                               "block %" G_GUINT64_FORMAT " waits for a credit of the wire to %s; ",
                               d->chosen.block, d->sms[d->chosen.sm].wire->receiver->name);
    g_string_append_printf(text,
                           "%" G_GUINT64_FORMAT " of %" G_GUINT64_FORMAT
                           " blocks are done, %" G_GUINT64_FORMAT " have not been sent; running:",
                           kernel->blocks_done, kernel->n_blocks, dispatcher_blocks_left(kernel));
    for (uint32_t i = 0; i < d->n_sms; i++)
        if (kernel->running[i] > 0)
            g_string_append_printf(text, " %s (%u)", d->sms[i].wire->receiver->name,
                                   kernel->running[i]);
    if (kernel->held)
        g_string_append_printf(text, "; block scheduler %s holds blocks back",
                               d->scheduler->policy.head.name);
    else if (dispatcher_blocks_left(kernel) > 0 && all_quotas_are_zero(d, kernel))
        g_string_append_printf(text, "; partition %s lets none run",
                               d->partition->policy.head.name);
}

static void describe_ending(const struct dispatcher *d, const struct dispatcher_kernel *kernel,
                            GString *text)
{
    bool sm_waits = false;
    g_string_append(text, "all blocks are done; waits for credits of the wires to");
    for (uint32_t i = 0; i < d->n_sms; i++)
        if (kernel->used[i]) {
            g_string_append_printf(text, " %s", d->sms[i].wire->receiver->name);
            sm_waits = true;
        }
    if (!sm_waits)
        g_string_append_printf(text, " %s", d->to_host->receiver->name);
}

void dispatcher_describe_waits(const struct dispatcher *dispatcher, GString *text)
{
    for (guint k = 0; k < dispatcher->kernels->len; k++) {
        const struct dispatcher_kernel *kernel = dispatcher->kernels->pdata[k];
        g_autofree char *name = kernel_plain_name(kernel->launch->code->name);
        g_string_append_printf(text, "%s: kernel %s (launch %u): ", dispatcher->unit.name, name,
                               kernel->launch->id);
        if (kernel->blocks_done < kernel->n_blocks)
            describe_running(dispatcher, kernel, text);
        else
            describe_ending(dispatcher, kernel, text);
        g_string_append_c(text, '\n');
    }
}
