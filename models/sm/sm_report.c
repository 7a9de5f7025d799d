/* SPDX-License-Identifier: BSD-3-Clause */
/* An SM's counters, and what its warps wait for. */
#include "models/sm/sm_report.h"
#include "base/kernel_name.h"
#include "models/sm/blocks/sm_blocks.h"
#include "models/sm/core/sm_policies.h"
#include "models/sm/issue/sm_account.h"
#include "models/sm/tma/sm_mbarrier.h"

static const char *state_of(const struct sm *sm, unsigned slot)
{
    const struct {
        uint64_t warps;
        const char *name;
    } states[] = {
        {sm->warps.ready,
         "is ready, but its pipe or the load/store queue is not, or the warp scheduler holds it "
         "back"},
        {sm->warps.wait_memory, "waits for a load or atomic"},
        {sm->warps.wait_data,
         "waits for an arithmetic result, or after a branch, barrier or fence"},
        {sm->warps.wait_fetch, "waits for an instruction"},
        {sm->warps.at_barrier, "waits at a barrier"},
        {sm->warps.at_fence,
         "waits at a memory fence, an acquire, a release or for asynchronous copies"},
        {sm->warps.draining, "has ended and waits for replies"}};
    if ((sm->warps.at_fence >> slot & 1) && sm_mbarrier_holds(&sm->tma, slot))
        return "waits at an mbarrier";
    for (size_t i = 0; i < G_N_ELEMENTS(states); i++)
        if (states[i].warps >> slot & 1)
            return states[i].name;
    return "is in no state";
}

bool sm_standing(const struct sm *sm, unsigned slot, struct sm_standing *out)
{
    if (slot >= WARP_SLOTS || !(sm->warps.resident >> slot & 1))
        return false;
    *out =
        (struct sm_standing){.context = &sm->warps.list[slot].context, .state = state_of(sm, slot)};
    return true;
}

static void describe_warp(const struct sm *sm, unsigned slot, GString *text)
{
    const struct sm_warp *warp = &sm->warps.list[slot];
    const struct warp_context *context = &warp->context;
    const uint32_t *block = context->block->index;
    g_autofree char *name = kernel_plain_name(context->code->name);
    g_string_append_printf(text, "%s: warp slot %u (kernel %s, block (%u,%u,%u), warp %u) %s",
                           sm->core.unit.name, slot, name, block[0], block[1], block[2],
                           context->in_block, state_of(sm, slot));
    if (context->active && context->pc < context->code->n_instructions)
        g_string_append_printf(text, " before %s:%u (pc %u)", context->code->file,
                               context->code->instructions[context->pc].line, context->pc);
    g_string_append_printf(text, ", %u requests out\n", warp->outstanding);
}

void sm_describe_waits(struct unit *unit, GString *text)
{
    const struct sm *sm = (const struct sm *)unit;
    for (uint64_t warps = sm->warps.resident; warps; warps &= warps - 1)
        describe_warp(sm, (unsigned)__builtin_ctzll(warps), text);
    for (uint64_t used = sm->blocks.used; used && sm->warps.at_barrier; used &= used - 1) {
        const struct sm_block *block = &sm->blocks.list[__builtin_ctzll(used)];
        if (block->of_cluster && block->of_cluster->waiting) {
            g_string_append_printf(text, "%s: block %" G_GUINT64_FORMAT ": ", unit->name,
                                   block->index);
            cluster_barrier_describe(block->of_cluster, text);
            g_string_append_c(text, '\n');
        }
        if (!block_barriers_waiting(&block->barriers))
            continue;
        g_string_append_printf(text, "%s: block %" G_GUINT64_FORMAT ": ", unit->name, block->index);
        block_barriers_describe(&block->barriers, text);
        g_string_append_c(text, '\n');
    }
    if (sm->ldst.count > 0)
        g_string_append_printf(text, "%s: %u instructions in the load/store queue%s\n", unit->name,
                               sm->ldst.count,
                               sm_ldst_waits(&sm->ldst) ? ", its head cannot proceed" : "");
    if (sm->ldst.retries.n > 0)
        g_string_append_printf(text, "%s: %u loads wait aside for L1D\n", unit->name,
                               sm->ldst.retries.n);
    if (sm->remote.out > 0)
        g_string_append_printf(text, "%s: %u requests to other SMs are out\n", unit->name,
                               sm->remote.out);
    if (sm->port.out.count > 0)
        g_string_append_printf(text, "%s: %u packets in the port's queue", unit->name,
                               sm->port.out.count);
    if (sm->port.out.count > 0 && out_port_waits_for(&sm->port.out))
        g_string_append_printf(text, ", the head waits for a credit of %s",
                               out_port_waits_for(&sm->port.out));
    if (sm->port.out.count > 0)
        g_string_append_c(text, '\n');
    if (sm->mail.n > 0)
        g_string_append_printf(text, "%s: %u finished blocks wait for a credit of %s\n", unit->name,
                               sm->mail.n, sm->mail.wire->receiver->name);
}

void sm_snapshot(const struct unit *unit, sim_time time, void *counters)
{
    const struct sm *sm = (const struct sm *)unit;
    struct sm_counters *out = counters;
    uint64_t cycle = clock_cycle_at_or_after(&sm->core.config->clock, time);
    uint64_t span = cycle - MIN(sm->issue.accounted, cycle);
    sm_core_counters(&sm->core, out);
    for (unsigned s = 0; span > 0 && s < sm->core.config->schedulers; s++)
        out->slots[sm_stall_reason(sm, s)] += span;
    out->active_cycles += sm->warps.resident ? span : 0;
    out->ldst_stall_cycles += sm_ldst_stalls(&sm->ldst, cycle - span, cycle);
    out->ldst_busy_cycles += sm_ldst_busy_ahead(&sm->ldst, cycle);
    for (uint64_t warps = sm->warps.resident; warps; warps &= warps - 1) {
        const struct sm_warp *warp = &sm->warps.list[__builtin_ctzll(warps)];
        out->warp_cycles += cycle - sm->blocks.list[warp->block].start_cycle;
    }
    for (uint64_t used = sm->blocks.used; used; used &= used - 1)
        sm_block_account(&sm->blocks.list[__builtin_ctzll(used)], cycle, out);
    struct out_port_cycles port = out_port_cycles_before(&sm->port.out, cycle);
    out->inject.busy_cycles = port.busy;
    out->inject.credit_stall_cycles = port.credit_stall;
}

bool sm_profile_read(struct sm *sm, const char *file, const char *text, GError **error)
{
    return sm_policies_profile_read(&sm->core, file, text, error);
}

void sm_profile_merge(struct sm *sm, const struct sm *other)
{
    sm_policies_profile_merge(&sm->core, &other->core);
}

void sm_profile_write(const struct sm *sm, GString *text)
{
    sm_policies_profile_write(&sm->core, text);
}
