/* SPDX-License-Identifier: BSD-3-Clause */
/* The events that latency attribution needs: cycles and picks count, the rest says what a warp's
 * wait is about. */
#include "observers/latency_internal.h"
#include "results/format.h"
#include <string.h>

static const struct {
    const char *name, *meaning;
} parts[LATENCY_PARTS] = {
    [LATENCY_SCHEDULING] = {"scheduling", "the scheduler, because it served other warps"},
    [LATENCY_SYNC] = {"sync", "a barrier or a fence"},
    [LATENCY_FETCH] = {"fetch", "its next instruction"},
    [LATENCY_CONTROL] = {"control_hazard", "where a branch goes"},
    [LATENCY_DATA] = {"data_hazard", "an operand from arithmetic, shared memory or a cache hit"},
    [LATENCY_DATA_CACHE] = {"data_cache_miss", "a load that missed the L1 cache, or an atomic"},
    [LATENCY_STRUCTURAL] = {"structural_hazard", "a busy unit"},
    [LATENCY_MSHR] = {"mshr", "a load/store unit without a free MSHR"},
    [LATENCY_EXECUTION] = {"execution", "nothing: it issued"},
    [LATENCY_DRAIN] = {"drain", "its last replies and acknowledgements"},
};

const char *latency_part_name(enum latency_part part)
{
    return parts[part].name;
}

const char *latency_part_meaning(enum latency_part part)
{
    return parts[part].meaning;
}

static inline struct latency_sm *sm_of(struct latency *latency, const struct sm *sm)
{
    struct latency_sm *own = &latency->sms[sm_view_index(sm)];
    own->sm = sm;
    return own;
}

/* Counts the open cycle, if there is one. */
static void close_cycle(struct latency_sm *own)
{
    if (!own->open)
        return;
    own->open = false;
    own->cycle++;
    if (!own->masks.resident)
        return;
    /* What has ended is in no scheduler's order. What is ready and has a unit was held back. */
    uint64_t unvisited = own->unvisited & own->masks.resident & ~own->masks.draining;
    uint64_t held = own->masks.ready & own->candidates & ~own->picked;
    uint64_t scheduling = unvisited | held;
    latency_count(own, own->masks.resident & ~scheduling & ~own->picked, 1);
    if (scheduling) {
        own->touched[LATENCY_SCHEDULING] |= scheduling;
        vertical_add(&own->counters[LATENCY_SCHEDULING], scheduling, 1);
    }
    if (own->picked)
        vertical_add(&own->counters[LATENCY_EXECUTION], own->picked, 1);
}

static void cycle(void *data, const struct sm *sm)
{
    struct latency_sm *own = sm_of(data, sm);
    close_cycle(own);
    own->cycle = sm_view_cycle(sm);
    latency_look(own, own->cycle);
    own->mshr = own->masks.ready ? sm_view_mshr_waiters(sm, own->cycle) : 0;
    own->unvisited = own->picked = own->candidates = 0;
    own->open = true;
}

static void gap(void *data, const struct sm *sm, uint64_t first, uint64_t span)
{
    struct latency_sm *own = sm_of(data, sm);
    close_cycle(own);
    uint64_t end = first + span;
    while (first < end) {
        latency_look(own, first);
        if (!own->masks.resident)
            break;
        own->mshr = own->masks.ready ? sm_view_mshr_waiters(sm, first) : 0;
        uint64_t next = MIN(end, latency_next_look(own, first));
        latency_count(own, own->masks.resident, next - first);
        first = next;
    }
    own->cycle = end;
}

static void picked(void *data, const struct sm *sm, unsigned scheduler, uint64_t candidates,
                   unsigned slot)
{
    struct latency_sm *own = sm_of(data, sm);
    own->candidates |= candidates;
    if (slot == WARP_NONE)
        return;
    own->picked |= UINT64_C(1) << slot;
    own->unvisited |=
        sm_view_scheduler_warps(sm, scheduler) & ~sm_view_visited(sm, scheduler, slot);
}

static void issued(void *data, unsigned sm, uint64_t at, unsigned slot, uint32_t pc,
                   const struct issued *what)
{
    (void)at;
    struct latency *latency = data;
    struct latency_sm *own = &latency->sms[sm];
    latency_charge(latency, own, slot, pc, what);
    const struct instruction *instruction = &sm_view_code(own->sm, slot)->instructions[pc];
    uint64_t bit = UINT64_C(1) << slot;
    unsigned op = instruction->op_class;
    own->after_sync &= ~bit;
    if (op < OP_BARRIER)
        return;
    if (op == OP_BARRIER || op == OP_FENCE)
        own->after_sync |= bit;
    for (unsigned i = 0; i < instruction->n_destinations; i++) {
        unsigned reg = instruction->registers[i];
        own->warps[slot].missed[reg / 64] &= ~(UINT64_C(1) << (reg % 64));
    }
}

static void l1_access(void *data, const struct l1_access *access)
{
    struct latency_sm *own = &((struct latency *)data)->sms[access->sm];
    latency_charge_access(own, access);
    if (access->op_class == OP_STORE || !(access->merged | access->missed | access->bypasses))
        return;
    unsigned slot = access->warp;
    struct latency_running *warp = &own->warps[slot];
    const struct instruction *load = &sm_view_code(own->sm, slot)->instructions[access->pc];
    for (unsigned i = 0; i < load->n_destinations; i++)
        warp->missed[load->registers[i] / 64] |= UINT64_C(1) << (load->registers[i] % 64);
    if (!(own->in[LATENCY_UNKNOWN] >> slot & 1))
        return;
    uint16_t registers[INSTRUCTION_MAX_REGISTERS];
    unsigned n = sm_view_awaited(own->sm, slot, registers);
    for (unsigned i = 0; i < n; i++)
        if (latency_is_missed(warp, registers[i])) {
            close_cycle(own);
            latency_found_miss(own, slot);
            return;
        }
}

static void warp_started(void *data, const struct sm *sm, unsigned slot)
{
    struct latency_sm *own = sm_of(data, sm);
    const struct warp_identity who = sm_view_warp(sm, slot);
    struct latency_running *warp = &own->warps[slot];
    uint32_t words = (sm_view_code(sm, slot)->n_register_slots + 63) / 64;
    if (warp->n_missed < words) {
        warp->missed = g_renew(uint64_t, warp->missed, words);
        warp->n_missed = words;
    }
    memset(warp->missed, 0, words * sizeof *warp->missed);
    memset(warp->counted, 0, sizeof warp->counted);
    memset(warp->settled, 0, sizeof warp->settled);
    warp->code = latency_code_of(data, sm_view_code(sm, slot));
    own->after_sync &= ~(UINT64_C(1) << slot);
    /* In a cycle that has been told it can issue in the next one at the earliest. */
    bool told = own->open && own->cycle == sm_view_cycle(sm);
    warp->start = sm_view_cycle(sm) + told;
    warp->launch = who.launch;
    warp->in_block = who.in_block;
    warp->block_slot = who.block_slot;
    struct latency_running_block *block = &own->blocks[who.block_slot];
    if (block->running++ == 0) {
        block->index = who.block;
        block->launch = who.launch;
        block->start = warp->start;
        block->end = block->n_warps = 0;
    }
}

static void warp_ended(void *data, const struct sm *sm, unsigned slot)
{
    struct latency *latency = data;
    struct latency_sm *own = sm_of(data, sm);
    struct latency_running *warp = &own->warps[slot];
    uint64_t end = sm_view_cycle(sm), bit = UINT64_C(1) << slot;
    bool told = own->open && own->cycle == end;
    if (!told)
        close_cycle(own);
    latency_collect(own, slot);
    if (told) { /* with its exit: this cycle is counted here, and not when it is closed */
        g_assert(own->picked & bit);
        own->picked &= ~bit;
        own->masks.resident &= ~bit;
        own->masks.ready &= ~bit;
        warp->counted[LATENCY_EXECUTION]++;
        end++;
    }
    g_assert(warp->counted[LATENCY_UNKNOWN] == 0);
    latency_keep(latency, sm_view_index(sm), warp, end, sm_view_warp(sm, slot).instructions);
}

static void *create(const struct observer_site *site)
{
    struct latency *latency = g_new0(struct latency, 1);
    latency->n_sms = site->config->n_sms;
    latency->sms = g_new0(struct latency_sm, latency->n_sms);
    latency->kernels = g_ptr_array_new_with_free_func(latency_kernel_free);
    latency->codes = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, latency_code_free);
    latency->shared_banks = site->config->sm.shared.banks;
    latency->shared_widest = site->config->sm.shared.widest;
    return latency;
}

static void listen(struct observer *observer)
{
    observer->cycle = cycle;
    observer->gap = gap;
    observer->picked = picked;
    observer->issued = issued;
    observer->l1_access = l1_access;
    observer->warp_started = warp_started;
    observer->warp_ended = warp_ended;
}

static void destroy(void *state)
{
    struct latency *latency = state;
    for (uint32_t i = 0; i < latency->n_sms; i++) {
        for (unsigned slot = 0; slot < WARP_SLOTS; slot++)
            g_free(latency->sms[i].warps[slot].missed);
        for (unsigned slot = 0; slot < SM_MAX_BLOCKS; slot++)
            g_free(latency->sms[i].blocks[slot].warps);
    }
    g_free(latency->sms);
    g_ptr_array_unref(latency->kernels);
    g_hash_table_unref(latency->codes);
    g_free(latency);
}

const struct observer_kind latency_kind = {
    .name = RESULT_LATENCY,
    .meaning = "where warps spend their time, by kernel, and by warp in its slowest block",
    .create = create,
    .listen = listen,
    .write = latency_write,
    .destroy = destroy,
};
