/* SPDX-License-Identifier: BSD-3-Clause */
/* Schedulers: each cycle, each picks one of its ready warps whose unit is free.
 *
 * Candidates are masks: the ready warps without those whose next instruction needs a full pipe.
 */
#include "models/sm/sm_events.h"
#include "models/sm/sm_meter.h"
#include "models/sm/sm_scoreboard.h"
#include "models/sm/unit_pool.h"

void sm_issue_init(struct sm *sm, struct arena *arena)
{
    const struct sm_config *config = sm->core.config;
    sm->issue.stalled = sm->issue.all = (uint8_t)((1u << config->schedulers) - 1);
    sm->issue.told =
        sm->core.site.observers || config->issue_width > 1 || SM_WANTS(&sm->core, stalled);
    for (unsigned s = 0; s < config->schedulers; s++) {
        sm->issue.pool[s] = &sm->issue.pools[config->private_units ? s : 0];
        if (s == 0 || config->private_units)
            unit_pool_init(&sm->issue.pools[s], config, arena);
    }
}

/* Ready warps that the scheduler's orders, if it has any, do not hold back. */
static inline uint64_t not_held(const struct sm *sm, uint64_t ready, const bool ordered)
{
    return ordered ? ready & ~sm_held(sm, ready) : ready;
}

/* Of a scheduler's warps, those whose pipe takes an instruction in this cycle. */
static inline uint64_t with_room(const struct sm *sm, struct unit_pool *pool, uint64_t warps,
                                 uint64_t cycle)
{
    const uint64_t *by_pipe = sm->warps.by_pipe;
    for (uint32_t full = unit_pool_busy(pool, cycle); full; full &= full - 1)
        warps &= ~by_pipe[__builtin_ctz(full)];
    if ((warps & by_pipe[PIPE_LDST]) && sm_ldst_takes_at(sm) > cycle)
        warps &= ~by_pipe[PIPE_LDST];
    return warps;
}

/* When a scheduler's ready warps, none of which can issue in the next cycle, find a free unit. A
 * load/store queue that must make progress first is not waited for: it has a time of its own. */
static uint64_t first_unit(struct sm *sm, unsigned scheduler, uint64_t warps)
{
    const struct unit_pool *pool = sm->issue.pool[scheduler];
    uint64_t at = CYCLE_NEVER;
    for (uint32_t full = pool->busy; full; full &= full - 1) {
        unsigned pipe = (unsigned)__builtin_ctz(full);
        if (sm->warps.by_pipe[pipe] & warps)
            at = MIN(at, pool->pipes[pipe].room_at);
    }
    if (sm->warps.by_pipe[PIPE_LDST] & warps)
        at = MIN(at, sm_ldst_takes_at(sm));
    return at;
}

static inline uint64_t next_issue(struct sm *sm, const bool ordered)
{
    uint64_t at =
        ordered ? MAX((*sm->core.policies.orders)->review, sm->core.cycle + 1) : CYCLE_NEVER;
    for (unsigned s = 0; sm->warps.ready && s < sm->core.config->schedulers; s++) {
        uint64_t mine = not_held(sm, sm->warps.ready & sm->warps.by_scheduler[s], ordered);
        if (!mine)
            continue;
        if (with_room(sm, sm->issue.pool[s], mine, sm->core.cycle + 1))
            return sm->core.cycle + 1;
        at = MIN(at, first_unit(sm, s, mine));
    }
    return at;
}

/* Some unit or other would be free. */
G_NO_INLINE static uint64_t find_next_issue(struct sm *sm)
{
    return next_issue(sm, false);
}

uint64_t sm_next_issue(struct sm *sm)
{
    const uint64_t soonest = sm->core.cycle + 1;
    const uint64_t ready = sm->warps.ready & ~sm->warps.by_pipe[PIPE_LDST];
    if (!ready) /* mostly, where memory is what is waited for */
        return MAX(soonest, sm_ldst_takes_at(sm));
    for (unsigned s = 0; s < sm->core.config->schedulers; s++)
        if ((ready & sm->warps.by_scheduler[s]) && unit_pool_is_free(sm->issue.pool[s], soonest))
            return soonest;
    return find_next_issue(sm);
}

uint64_t sm_next_issue_ordered(struct sm *sm)
{
    return next_issue(sm, true);
}

/* The warp's next instruction writes registers and nothing more, the front end knows what follows
 * it, and nobody wants to hear of it. */
static inline bool is_plain(const struct sm *sm, const struct sm_warp *warp)
{
    return warp->context.n_steps > 1 && warp->next->flags == FACT_MADE && !sm->core.meter.watched;
}

/* The scheduler issues nothing. With policies that want to hear of it, who hear it once. */
static void tell_stalled(struct sm *sm, unsigned scheduler)
{
    if (sm->issue.stalled >> scheduler & 1)
        return;
    sm->issue.stalled |= (uint8_t)(1u << scheduler);
    SM_TELL(&sm->core, stalled, scheduler, sm_fresh_view(&sm->core));
}

/* A further instruction of the warp that has just issued, to another kind of unit. */
G_NO_INLINE static void issue_second(struct sm *sm, unsigned scheduler, unsigned slot,
                                     unsigned first_pipe)
{
    unsigned pipe = sm->warps.list[slot].next->pipe;
    struct unit_pool *pool = sm->issue.pool[scheduler];
    if (pipe == first_pipe || !with_room(sm, pool, bit_of(slot), sm->core.cycle) ||
        (sm->core.policies.orders && sm_held(sm, bit_of(slot))) || !sm_take_back(&sm->warps, slot))
        return;
    if (sm->core.policies.orders)
        sm->issue.next_access->known &= ~bit_of(slot);
    sm->core.counters.second_issues++;
    sm_issue_warp(sm, pool, slot);
}

/* The warp's instruction, and the one behind it if that can issue in the same cycle. */
G_NO_INLINE static void issue_pair(struct sm *sm, unsigned scheduler, unsigned slot)
{
    const struct issue_facts *first = sm->warps.list[slot].next;
    if (sm_issue_warp(sm, sm->issue.pool[scheduler], slot) &&
        !(first->flags & FACT_CONTROL)) /* where a branch goes is not known in its cycle */
        issue_second(sm, scheduler, slot, first->pipe);
}

/* What there may be beside a scheduler that picks one warp: orders that hold warps back; or,
 * `told`, observers, policies that hear of stalls, warps that issue two instructions in a cycle.
 * Constants, so that a loop without has no trace of them. */
struct extras {
    bool ordered, told;
};

/* For policies: nothing that they see changes by an issue, but for those that do more than write
 * registers. */
static inline void renew_view(struct sm *sm)
{
    sm_view_with(&sm->core, sm->warps.resident, sm->warps.at_barrier);
}

/* Issues the warp's next instruction. */
G_ALWAYS_INLINE static inline void issue_next(struct sm *sm, unsigned s, unsigned slot,
                                              const struct extras extras)
{
    struct sm_warp *warp = &sm->warps.list[slot];
    struct unit_pool *pool = sm->issue.pool[s];
    if (is_plain(sm, warp) && !(extras.told && sm->core.config->issue_width > 1)) {
        sm_issue_plain(sm, pool, warp, slot);
        return;
    }
    if (extras.told && sm->core.config->issue_width > 1)
        issue_pair(sm, s, slot);
    else
        sm_issue_warp(sm, pool, slot);
    renew_view(sm);
}

/* The scheduler takes one of its candidates. Inlined into the loops, as schedule() is: this is most
 * of what a cycle costs. */
G_ALWAYS_INLINE static inline enum slot_reason pick(struct sm *sm, unsigned s, uint64_t candidates,
                                                    const struct extras extras)
{
    struct sm_policies *policies = &sm->core.policies;
    const struct warp_view *view = &policies->view;
    unsigned slot = policies->pick(policies->scheduler_state, s, candidates, view);
    if (extras.told && sm->core.site.observers)
        sm_tell_picked(sm, s, candidates, slot);
    if (G_UNLIKELY(slot >= WARP_NONE || !(candidates >> slot & 1))) {
        if (slot != WARP_NONE)
            sm_fault_of_scheduler(&sm->core, s, candidates, slot);
        return SLOT_POLICY;
    }
    if (extras.told)
        sm->issue.stalled &= (uint8_t) ~(1u << s);
    SM_MEMBERS_TELL(&policies->members, issued, s, slot, view);
    if (extras.ordered)
        sm->issue.next_access->known &= ~bit_of(slot);
    issue_next(sm, s, slot, extras);
    return SLOT_ISSUED;
}

/* What the scheduler does in this cycle. */
G_ALWAYS_INLINE static inline enum slot_reason schedule(struct sm *sm, unsigned s,
                                                        const struct extras extras)
{
    uint64_t mine = not_held(sm, sm->warps.ready & sm->warps.by_scheduler[s], extras.ordered);
    uint64_t candidates = mine ? with_room(sm, sm->issue.pool[s], mine, sm->core.cycle) : 0;
    if (candidates)
        return pick(sm, s, candidates, extras);
    return mine && !extras.ordered ? SLOT_STRUCTURAL : sm_stall_reason(sm, s);
}

G_ALWAYS_INLINE static inline void issue(struct sm *sm, const struct extras extras)
{
    if (G_UNLIKELY(sm->core.meter.stale))
        sm_meter_refresh(&sm->blocks);
    bool active = sm->warps.resident != 0;
    unsigned n = sm->core.config->schedulers;
    unsigned s = sm->core.config->issue_rotates ? (unsigned)(sm->core.cycle % n) : 0;
    const uint64_t issued = sm->core.counters.slots[SLOT_ISSUED];
    renew_view(sm);
    for (unsigned left = n; left > 0; left--) {
        enum slot_reason reason = schedule(sm, s, extras);
        sm->core.counters.slots[reason]++;
        if (extras.told && reason != SLOT_ISSUED)
            tell_stalled(sm, s);
        if (extras.ordered && reason != SLOT_ISSUED)
            sm_policy_blocked(sm, s, 1);
        if (++s == n)
            s = 0;
    }
    if (!extras.told) /* all stall, or not all: nobody asks for more (sm_is_stuck) */
        sm->issue.stalled = sm->core.counters.slots[SLOT_ISSUED] == issued ? sm->issue.all : 0;
    sm->core.counters.active_cycles += active;
    sm->core.counters.ldst_stall_cycles += sm_ldst_waits(&sm->ldst);
    sm->issue.accounted = sm->core.cycle + 1;
    sm->issue.reasons.known = false;
}

void sm_issue(struct sm *sm)
{
    issue(sm, (struct extras){0});
}

void sm_issue_told(struct sm *sm)
{
    issue(sm, (struct extras){.told = true});
}

void sm_issue_ordered(struct sm *sm)
{
    issue(sm, (struct extras){.ordered = true, .told = true});
}
