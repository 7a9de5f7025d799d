/* SPDX-License-Identifier: BSD-3-Clause */
#include "tests/policies/fake_sm.h"

#include <string.h>

enum { FAKE_L1_LINES = 256 };

enum { GUARD_BYTES = 64, GUARD = 0xa5 };

static void set_problem(struct fake_sm *sm, const char *problem)
{
    if (sm->problem == NULL)
        sm->problem = problem;
}

static void check_guard(struct fake_sm *sm)
{
    for (unsigned i = 0; i < GUARD_BYTES; i++)
        if (sm->state[sm->ops->head.state_bytes + i] != GUARD)
            set_problem(sm, "it writes behind its state");
}

static struct policy_values *values_of(const struct warp_scheduler_ops *ops,
                                       const char *const *parameters)
{
    struct policy_values *values = policy_values_new(&ops->head);
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
    const struct warp_scheduler_site site = {
        .schedulers = schedulers, .warp_slots = warp_slots, .l1_lines = FAKE_L1_LINES};
    fake_sm_init_at(sm, ops, &site, parameters);
}

void fake_sm_init_at(struct fake_sm *sm, const struct warp_scheduler_ops *ops,
                     const struct warp_scheduler_site *site, const char *const *parameters)
{
    g_assert(site->warp_slots >= 1 && site->warp_slots <= WARP_SLOTS);
    g_assert(site->schedulers >= 1 && site->schedulers <= WARP_SCHEDULERS);
    *sm = (struct fake_sm){.ops = ops, .site = *site};
    sm->view.age = sm->ages;
    sm->view.on_memory = &sm->on_memory;
    sm->view.to_ldst = &sm->to_ldst;
    sm->state = g_malloc0(ops->head.state_bytes + GUARD_BYTES);
    memset(sm->state + ops->head.state_bytes, GUARD, GUARD_BYTES);
    if (ops->init != NULL) {
        struct policy_values *values = values_of(ops, parameters);
        ops->init(sm->state, &sm->site, values);
        policy_values_free(values);
    }
    if (ops->orders != NULL)
        sm->orders = ops->orders(sm->state);
}

void fake_sm_advance(struct fake_sm *sm, uint64_t cycle)
{
    g_assert(cycle >= sm->view.cycle);
    sm->view.cycle = cycle;
    if (sm->orders != NULL && sm->orders->review <= cycle && sm->ops->review != NULL)
        sm->ops->review(sm->state, &sm->view);
}

/* What the orders hold back. */
static uint64_t held(const struct fake_sm *sm)
{
    const struct warp_orders *orders = sm->orders;
    if (orders == NULL)
        return 0;
    return orders->no_issue | (orders->no_loads & sm->loads) |
           (orders->no_memory & (sm->loads | sm->stores));
}

void fake_sm_finish(struct fake_sm *sm)
{
    g_free(sm->state);
}

void fake_sm_start_kernel(struct fake_sm *sm, uint32_t launch, uint32_t block_warps)
{
    const struct warp_kernel kernel = {
        .launch = launch, .name = "kernel", .block_warps = block_warps};
    if (sm->ops->kernel_started != NULL)
        sm->ops->kernel_started(sm->state, &kernel, &sm->view);
}

void fake_sm_start_warp(struct fake_sm *sm, unsigned slot)
{
    g_assert(slot < sm->site.warp_slots && (sm->view.resident & warp_bit(slot)) == 0);
    sm->view.resident |= warp_bit(slot);
    sm->ages[slot] = sm->next_age++;
    if (sm->ops->warp_started != NULL)
        sm->ops->warp_started(sm->state, slot, &sm->view);
}

void fake_sm_finish_warp(struct fake_sm *sm, unsigned slot)
{
    g_assert((sm->view.resident & ~sm->view.at_barrier & warp_bit(slot)) != 0);
    sm->view.resident &= ~warp_bit(slot);
    if (sm->ops->warp_finished != NULL)
        sm->ops->warp_finished(sm->state, slot, &sm->view);
}

void fake_sm_enter_barrier(struct fake_sm *sm, unsigned slot)
{
    g_assert((sm->view.resident & ~sm->view.at_barrier & warp_bit(slot)) != 0);
    sm->view.at_barrier |= warp_bit(slot);
    if (sm->ops->barrier_entered != NULL)
        sm->ops->barrier_entered(sm->state, slot, &sm->view);
}

void fake_sm_leave_barrier(struct fake_sm *sm, unsigned slot)
{
    g_assert((sm->view.at_barrier & warp_bit(slot)) != 0);
    sm->view.at_barrier &= ~warp_bit(slot);
    if (sm->ops->barrier_left != NULL)
        sm->ops->barrier_left(sm->state, slot, &sm->view);
}

void fake_sm_wait_on_memory(struct fake_sm *sm, unsigned slot)
{
    sm->on_memory |= warp_bit(slot);
    sm->to_ldst = sm->loads | sm->stores;
    if (sm->ops->waits_on_memory != NULL)
        sm->ops->waits_on_memory(sm->state, slot, &sm->view);
}

void fake_sm_memory_came(struct fake_sm *sm, unsigned slot)
{
    sm->on_memory &= ~warp_bit(slot);
}

void fake_sm_press(struct fake_sm *sm, const struct warp_pressure *pressure)
{
    sm->to_ldst = sm->loads | sm->stores;
    if (sm->ops->pressure != NULL)
        sm->ops->pressure(sm->state, pressure, &sm->view);
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
        if (sm->ops->issued != NULL)
            sm->ops->issued(sm->state, scheduler, slot, &sm->view);
    } else if (!sm->stalled[scheduler] && sm->ops->stalled != NULL) {
        sm->ops->stalled(sm->state, scheduler, &sm->view);
    }
    uint64_t waiting = slot == WARP_NONE ? may_go(sm, scheduler, ready) : 0;
    if (waiting != 0 && sm->ops->blocked != NULL)
        sm->ops->blocked(sm->state, scheduler, waiting, 1, &sm->view);
    sm->stalled[scheduler] = slot == WARP_NONE;
    check_guard(sm);
    return slot;
}
