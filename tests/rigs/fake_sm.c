/* SPDX-License-Identifier: BSD-3-Clause */
#include "tests/rigs/fake_sm.h"
#include "policies/policy_values.h"
#include "policies/tables.h"

#include <string.h>

enum { FAKE_L1_LINES = 256 };

enum { GUARD_BYTES = 64, GUARD = 0xa5 };

const struct warp_scheduler_ops *scheduler_called(const char *name)
{
    for (size_t i = 0; warp_scheduler_table[i] != NULL; i++)
        if (strcmp(warp_scheduler_table[i]->name, name) == 0)
            return (const struct warp_scheduler_ops *)warp_scheduler_table[i];
    return NULL;
}

static void set_problem(struct fake_sm *sm, const char *problem)
{
    if (sm->problem == NULL)
        sm->problem = problem;
}

static uint8_t *guard_of(const struct fake_sm *sm)
{
    return (uint8_t *)sm->state + sm->ops->policy.head.state_bytes - GUARD_BYTES;
}

static void check_guard(struct fake_sm *sm, uint8_t expected)
{
    for (unsigned i = 0; i < GUARD_BYTES; i++)
        if (guard_of(sm)[i] != expected)
            set_problem(sm, "it writes behind its state");
}

static struct policy_values *values_of(const struct warp_scheduler_ops *ops,
                                       const char *const *parameters)
{
    struct policy_values *values = policy_values_new(&ops->policy.head);
    for (; parameters != NULL && *parameters != NULL; parameters++) {
        g_auto(GStrv) words = g_strsplit(*parameters, "=", 2);
        bool set = policy_values_set(values, words[0], words[1], NULL);
        g_assert(set);
    }
    return values;
}

void fake_sm_init(struct fake_sm *sm, const struct warp_scheduler_ops *ops, unsigned warp_slots,
                  unsigned schedulers)
{
    fake_sm_init_with(sm, ops, warp_slots, schedulers, NULL);
}

void fake_sm_init_with(struct fake_sm *sm, const struct warp_scheduler_ops *ops,
                       unsigned warp_slots, unsigned schedulers, const char *const *parameters)
{
    const struct sm_policy_site site = {
        .schedulers = schedulers, .warp_slots = warp_slots, .l1_lines = FAKE_L1_LINES};
    fake_sm_init_at(sm, ops, &site, parameters);
}

void fake_sm_init_at(struct fake_sm *sm, const struct warp_scheduler_ops *ops,
                     const struct sm_policy_site *site, const char *const *parameters)
{
    static const struct criticality nobody = {0};
    g_assert(site->warp_slots >= 1 && site->warp_slots <= WARP_SLOTS);
    g_assert(site->schedulers >= 1 && site->schedulers <= WARP_SCHEDULERS);
    *sm = (struct fake_sm){.copy = *ops, .site = *site, .view.criticality = &nobody};
    sm->copy.policy.head.state_bytes += GUARD_BYTES;
    sm->ops = &sm->copy;
    sm->view.age = sm->ages;
    sm->view.on_memory = &sm->on_memory;
    sm->view.to_ldst = &sm->to_ldst;
    sm->values = values_of(&sm->copy, parameters);
    sm_members_init(&sm->members, site);
    sm->state = sm_members_add(&sm->members, &sm->copy.policy.head, sm->values);
    sm_members_ready(&sm->members);
    check_guard(sm, 0);
    memset(guard_of(sm), GUARD, GUARD_BYTES);
    if (ops->orders != NULL)
        sm->in_force = ops->orders(sm->state);
}

void fake_sm_advance(struct fake_sm *sm, uint64_t cycle)
{
    g_assert(cycle >= sm->view.cycle);
    sm->view.cycle = cycle;
    if (sm->in_force != NULL && (*sm->in_force)->review <= cycle && sm->ops->review != NULL)
        sm->ops->review(sm->state, &sm->view);
}

/* What the orders hold back. */
static uint64_t held(const struct fake_sm *sm)
{
    if (sm->in_force == NULL)
        return 0;
    const struct warp_orders *orders = *sm->in_force;
    return orders->no_issue | (orders->no_loads & sm->loads) |
           (orders->no_memory & (sm->loads | sm->stores));
}

void fake_sm_finish(struct fake_sm *sm)
{
    sm_members_finish(&sm->members);
    policy_values_free(sm->values);
}

void fake_sm_start_kernel(struct fake_sm *sm, uint32_t launch, uint32_t block_warps)
{
    const struct warp_kernel kernel = {
        .launch = launch, .name = "kernel", .block_warps = block_warps};
    FAKE_SM_TELL(sm, kernel_started, &kernel, &sm->view);
}

void fake_sm_start_warp(struct fake_sm *sm, unsigned slot)
{
    g_assert(slot < sm->site.warp_slots && (sm->view.resident & warp_bit(slot)) == 0);
    sm->view.resident |= warp_bit(slot);
    sm->ages[slot] = sm->next_age++;
    FAKE_SM_TELL(sm, warp_started, slot, &sm->view);
}

void fake_sm_finish_warp(struct fake_sm *sm, unsigned slot)
{
    g_assert((sm->view.resident & ~sm->view.at_barrier & warp_bit(slot)) != 0);
    sm->view.resident &= ~warp_bit(slot);
    FAKE_SM_TELL(sm, warp_finished, slot, &sm->view);
}

void fake_sm_enter_barrier(struct fake_sm *sm, unsigned slot)
{
    g_assert((sm->view.resident & ~sm->view.at_barrier & warp_bit(slot)) != 0);
    sm->view.at_barrier |= warp_bit(slot);
    FAKE_SM_TELL(sm, barrier_entered, slot, &sm->view);
}

void fake_sm_leave_barrier(struct fake_sm *sm, unsigned slot)
{
    g_assert((sm->view.at_barrier & warp_bit(slot)) != 0);
    sm->view.at_barrier &= ~warp_bit(slot);
    FAKE_SM_TELL(sm, barrier_left, slot, &sm->view);
}

void fake_sm_wait_on_memory(struct fake_sm *sm, unsigned slot)
{
    sm->on_memory |= warp_bit(slot);
    sm->to_ldst = sm->loads | sm->stores;
    FAKE_SM_TELL(sm, waits_on_memory, slot, &sm->view);
}

void fake_sm_memory_came(struct fake_sm *sm, unsigned slot)
{
    sm->on_memory &= ~warp_bit(slot);
}

void fake_sm_press(struct fake_sm *sm, const struct warp_pressure *pressure)
{
    sm->to_ldst = sm->loads | sm->stores;
    FAKE_SM_TELL(sm, pressure, pressure, &sm->view);
}

/* Those that have their operands and may go. */
static uint64_t may_go(const struct fake_sm *sm, unsigned scheduler, uint64_t ready)
{
    uint64_t owned = 0;
    for (unsigned slot = scheduler; slot < sm->site.warp_slots; slot += sm->site.schedulers)
        owned |= warp_bit(slot);
    return ready & owned & sm->view.resident & ~sm->view.at_barrier & ~held(sm);
}

uint64_t fake_sm_candidates(const struct fake_sm *sm, unsigned scheduler, uint64_t ready)
{
    return may_go(sm, scheduler, ready) & ~sm->blocked;
}

/* The slot, others of its scheduler that run, and no other candidate: that would have been taken.
 */
static void check_visited(struct fake_sm *sm, unsigned scheduler, uint64_t candidates,
                          unsigned slot)
{
    uint64_t owned = 0;
    for (unsigned i = scheduler; i < sm->site.warp_slots; i += sm->site.schedulers)
        owned |= warp_bit(i);
    uint64_t warps = sm->view.resident & owned;
    sm->visited = sm->ops->visited(sm->state, scheduler, slot, warps, &sm->view);
    if ((sm->visited & ~warps) != 0 || (sm->visited & candidates) != warp_bit(slot))
        set_problem(sm, "it says that it looked at warps that it cannot have looked at");
}

/* Asks twice: a pick that nothing follows must not change the next. */
static unsigned pick(struct fake_sm *sm, unsigned scheduler, uint64_t candidates)
{
    unsigned slot = sm->ops->pick(sm->state, scheduler, candidates, &sm->view);
    if (sm->ops->pick(sm->state, scheduler, candidates, &sm->view) != slot)
        set_problem(sm, "it picks another warp when asked twice");
    if (slot == WARP_NONE)
        return WARP_NONE;
    if (slot < WARP_SLOTS && (candidates & warp_bit(slot)) != 0) {
        if (sm->ops->visited != NULL)
            check_visited(sm, scheduler, candidates, slot);
        return slot;
    }
    set_problem(sm, "it picks a slot that is no candidate");
    return WARP_NONE;
}

unsigned fake_sm_issue(struct fake_sm *sm, unsigned scheduler, uint64_t ready)
{
    sm->to_ldst = sm->loads | sm->stores;
    uint64_t candidates = fake_sm_candidates(sm, scheduler, ready);
    unsigned slot = candidates != 0 ? pick(sm, scheduler, candidates) : WARP_NONE;
    if (slot != WARP_NONE) {
        FAKE_SM_TELL(sm, issued, scheduler, slot, &sm->view);
    } else if (!sm->stalled[scheduler]) {
        FAKE_SM_TELL(sm, stalled, scheduler, &sm->view);
    }
    uint64_t waiting = slot == WARP_NONE ? may_go(sm, scheduler, ready) : 0;
    if (waiting != 0)
        FAKE_SM_TELL(sm, blocked, scheduler, waiting, 1, &sm->view);
    sm->stalled[scheduler] = slot == WARP_NONE;
    check_guard(sm, GUARD);
    return slot;
}
