/* SPDX-License-Identifier: BSD-3-Clause */
/* Schedulers: each cycle, each picks one of its ready warps whose unit is free.
 *
 * Candidates are masks: the ready warps without those whose next instruction needs a full pipe.
 */
#include "models/sm/issue/sm_issue.h"
#include "models/sm/blocks/sm_blocks.h"
#include "models/sm/core/sm_fault.h"
#include "models/sm/core/sm_meter.h"
#include "models/sm/front/sm_scoreboard.h"
#include "models/sm/front/unit_pool.h"
#include "models/sm/issue/sm_account.h"
#include "models/sm/issue/sm_issue_warp.h"
#include "models/sm/issue/sm_ldst_turns.h"
#include "models/sm/policy/sm_orders.h"
#include "models/sm/whole/sm_observe.h"

void sm_issue_init(struct sm *sm, struct arena *arena)
{
    const struct sm_config *config = sm->core.config;
    sm->issue.stalled = sm->issue.all = (uint8_t)((1u << config->schedulers) - 1);
    sm->issue.told = sm->core.site.observers || config->issue_width > 1 ||
                     config->access.places_in_turn || SM_WANTS(&sm->core, stalled);
    sm->issue.n = config->schedulers;
    sm->issue.turns = config->issue_rotates ? config->schedulers : 1;
    for (unsigned i = 0; i < 2 * config->schedulers; i++) {
        const unsigned s = i % config->schedulers;
        struct unit_pool *pool = &sm->issue.pools[config->private_units ? s : 0];
        if (i == s && (s == 0 || config->private_units))
            unit_pool_init(pool, config, arena);
        sm->issue.schedulers[i] =
            (struct scheduler){.warps = sm->warps.by_scheduler[s], .pool = pool, .index = s};
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
    if ((warps & by_pipe[PIPE_LDST]) && sm_ldst_takes_from(sm, pool) > cycle)
        warps &= ~by_pipe[PIPE_LDST];
    return warps;
}

/* When a scheduler's ready warps find a free unit. None of them can issue in the next cycle. This
 * does not wait for a load/store queue that must make progress first: it has a time of its own. */
static uint64_t first_unit(const struct sm *sm, const struct unit_pool *pool, uint64_t warps)
{
    uint64_t at = CYCLE_NEVER;
    for (uint32_t full = pool->busy; full; full &= full - 1) {
        unsigned pipe = (unsigned)__builtin_ctz(full);
        if (sm->warps.by_pipe[pipe] & warps)
            at = MIN(at, pool->pipes[pipe].room_at);
    }
    if (sm->warps.by_pipe[PIPE_LDST] & warps)
        at = MIN(at, sm_ldst_takes_from(sm, pool));
    return at;
}

static inline uint64_t next_issue(struct sm *sm, const bool ordered)
{
    uint64_t at =
        ordered ? MAX((*sm->core.policies.orders)->review, sm->core.cycle + 1) : CYCLE_NEVER;
    for (unsigned s = 0; sm->warps.ready && s < sm->core.config->schedulers; s++) {
        const struct scheduler *own = &sm->issue.schedulers[s];
        uint64_t mine = not_held(sm, sm->warps.ready & own->warps, ordered);
        if (!mine)
            continue;
        if (with_room(sm, own->pool, mine, sm->core.cycle + 1))
            return sm->core.cycle + 1;
        at = MIN(at, first_unit(sm, own->pool, mine));
    }
    return at;
}

/* Asks all schedulers: at least one unit would be free. */
G_NO_INLINE static uint64_t find_next_issue(struct sm *sm)
{
    return next_issue(sm, false);
}

/* Whether, at a glance, a ready warp that needs a unit finds one free in that cycle. */
static inline bool finds_unit(const struct sm *sm, uint64_t cycle)
{
    const uint64_t ready = sm->warps.ready & ~sm->warps.by_pipe[PIPE_LDST];
    const struct scheduler *own = sm->issue.schedulers;
    for (unsigned left = ready ? sm->issue.n : 0; left > 0; left--, own++)
        if ((ready & own->warps) && unit_pool_is_free(own->pool, cycle))
            return true;
    return false;
}

uint64_t sm_next_issue(struct sm *sm)
{
    const uint64_t soonest = sm->core.cycle + 1;
    const uint64_t others = sm->warps.ready & ~sm->warps.by_pipe[PIPE_LDST];
    if (!others && !sm->ldst.own) /* mostly, where memory is waited for */
        return MAX(soonest, sm_ldst_takes_at(sm));
    return finds_unit(sm, soonest) ? soonest : find_next_issue(sm);
}

uint64_t sm_next_issue_ordered(struct sm *sm)
{
    return next_issue(sm, true);
}

/* The scheduler issues nothing. Tells this to policies that want it, once. */
static void tell_stalled(struct sm *sm, unsigned scheduler)
{
    if (sm->issue.stalled >> scheduler & 1)
        return;
    sm->issue.stalled |= (uint8_t)(1u << scheduler);
    SM_TELL(&sm->core, stalled, scheduler, sm_fresh_view(&sm->core));
}

/* A further instruction of the warp that has just issued, to another kind of unit. */
G_NO_INLINE static void issue_second(struct sm *sm, struct unit_pool *pool, unsigned slot,
                                     unsigned first_pipe)
{
    unsigned pipe = sm->warps.list[slot].next->pipe;
    if (pipe == first_pipe || !with_room(sm, pool, bit_of(slot), sm->core.cycle) ||
        (sm->core.policies.orders && sm_held(sm, bit_of(slot))) || !sm_take_back(&sm->warps, slot))
        return;
    if (sm->core.policies.orders)
        sm->issue.next_access->known &= ~bit_of(slot);
    sm->core.counters.second_issues++;
    sm_issue_warp(sm, pool, slot);
}

/* Issues the warp's instruction, and the next one if it can issue in the same cycle. */
G_NO_INLINE static void issue_pair(struct sm *sm, struct unit_pool *pool, unsigned slot)
{
    const struct issue_facts *first = sm->warps.list[slot].next;
    if (sm_issue_warp(sm, pool, slot) &&
        !(first->flags & FACT_CONTROL)) /* where a branch goes is not known in its cycle */
        issue_second(sm, pool, slot, first->pipe);
}

/* Extras beside a scheduler that picks one warp. `ordered`: orders hold warps back. `told`:
 * observers, policies that hear of stalls, warps that issue two instructions in a cycle. `turns`:
 * schedulers take turns at the load/store queue. They are constants, so a loop without them has no
 * trace of them. */
struct extras {
    bool ordered, told, turns;
};

/* For policies. Issues change nothing that they see, except those that do more than write
 * registers. */
static inline void renew_view(struct sm *sm)
{
    sm_view_with(&sm->core, sm->warps.resident, sm->warps.at_barrier);
}

/* Whether the warp's next instruction only writes registers, the front end knows what follows it,
 * and nobody wants to hear of it. */
static inline bool is_known(const struct sm *sm, const struct sm_warp *warp)
{
    return warp->context.n_steps > 1 && warp->next->flags == FACT_MADE && !sm->core.meter.watched;
}

/* For an instruction with a short way: whether the warp may take it. Its fetch must go on. */
static inline bool is_short(const struct sm *sm, const struct sm_warp *warp)
{
    const struct known_step *step = warp->context.step;
    return warp->context.n_steps > 1 && !sm->core.meter.watched &&
           (sm->fetch.follows || step[1].pc == step[0].pc + 1);
}

/* Issues the warp's next instruction by no short way. False: other parts may have something to do
 * now. */
static inline bool issue_long(struct sm *sm, struct unit_pool *pool, unsigned slot,
                              const bool pairs)
{
    struct sm_warp *warp = &sm->warps.list[slot];
    if (!pairs && is_known(sm, warp))
        return sm_issue_known(sm, pool, warp, slot);
    const unsigned flags = warp->next->flags;
    if (pairs)
        issue_pair(sm, pool, slot);
    else if (sm_issue_warp(sm, pool, slot) && !(flags & FACT_HOLDS))
        return !(flags & FACT_MEMORY) && warp->buffer.at != CYCLE_NEVER;
    renew_view(sm);
    return false;
}

/* Issues the warp's next instruction. False: other parts may have something to do now. */
G_ALWAYS_INLINE static inline bool issue_next(struct sm *sm, struct unit_pool *pool, unsigned slot,
                                              uint64_t cycle, const struct extras extras)
{
    struct sm_warp *warp = &sm->warps.list[slot];
    const bool pairs = extras.told && sm->core.config->issue_width > 1;
    const unsigned way = warp->next->way;
    if (way == ISSUE_LONG || pairs || !is_short(sm, warp))
        return issue_long(sm, pool, slot, pairs);
    if (way == ISSUE_SHORT)
        return sm_issue_short(sm, pool, warp, slot, cycle);
    return way == ISSUE_COLLECTED ? sm_issue_collected(sm, pool, warp, slot, cycle)
                                  : sm_issue_several(sm, pool, warp, slot, cycle);
}

/* Tells policies that the warp issues. */
G_ALWAYS_INLINE static inline void tell_issued(struct sm_policies *policies, unsigned s,
                                               unsigned slot)
{
    typedef void heard(void *state, unsigned scheduler, unsigned slot,
                       const struct warp_view *view);
    if (G_LIKELY(policies->issued.call != NULL))
        ((heard *)policies->issued.call)(policies->issued.state, s, slot, &policies->view);
    else
        SM_MEMBERS_TELL(&policies->members, issued, s, slot, &policies->view);
}

/* The candidate that the scheduler takes; WARP_NONE: it takes none. */
G_ALWAYS_INLINE static inline unsigned pick(struct sm *sm, unsigned s, uint64_t candidates,
                                            const struct extras extras)
{
    struct sm_policies *policies = &sm->core.policies;
    unsigned slot = policies->pick(policies->scheduler_state, s, candidates, &policies->view);
    if (extras.told && sm->core.site.observers)
        sm_observe_picked(sm, s, candidates, slot);
    if (G_LIKELY(slot < WARP_NONE && (candidates >> slot & 1)))
        return slot;
    if (slot != WARP_NONE)
        sm_fault_of_scheduler(&sm->core, s, candidates, slot);
    return WARP_NONE;
}

/* The scheduler issues nothing in this cycle. */
G_ALWAYS_INLINE static inline void stall(struct sm *sm, unsigned s, enum slot_reason reason,
                                         const struct extras extras)
{
    sm->core.counters.slots[reason]++;
    if (extras.told)
        tell_stalled(sm, s);
    if (extras.ordered)
        sm_orders_blocked(sm, s, 1);
}

/* sm_stall_reason for a scheduler without candidates, mostly this one. */
static inline enum slot_reason stall_reason(const struct sm *sm, const struct scheduler *own)
{
    const bool memory = sm->warps.wait_memory & own->warps;
    return memory && !(sm->warps.ready & own->warps) ? SLOT_MEMORY
                                                     : sm_stall_reason(sm, own->index);
}

/* The scheduler's ready warps, but those that wait for others' turn. */
G_ALWAYS_INLINE static inline uint64_t ready_of(struct sm *sm, const struct scheduler *own,
                                                uint64_t cycle, const struct extras extras)
{
    const uint64_t ready = sm->warps.ready & own->warps;
    return extras.turns ? sm_ldst_in_turn(sm, own->index, ready, cycle) : ready;
}

/* The scheduler's work in this cycle. It is inlined into the loops, as most of a cycle's cost is
 * here.
 * False: other parts may have something to do now, or the scheduler is to be asked again. */
G_ALWAYS_INLINE static inline bool schedule(struct sm *sm, const struct scheduler *own,
                                            uint64_t cycle, const struct extras extras)
{
    const unsigned s = own->index;
    const uint64_t mine = not_held(sm, ready_of(sm, own, cycle, extras), extras.ordered);
    const uint64_t candidates = mine ? with_room(sm, own->pool, mine, cycle) : 0;
    if (!candidates) {
        stall(sm, s, mine && !extras.ordered ? SLOT_STRUCTURAL : stall_reason(sm, own), extras);
        return true;
    }
    const unsigned slot = pick(sm, s, candidates, extras);
    if (G_UNLIKELY(slot == WARP_NONE)) {
        stall(sm, s, SLOT_POLICY, extras);
        return false;
    }
    if (extras.told)
        sm->issue.stalled &= (uint8_t) ~(1u << s);
    if (extras.ordered)
        sm->issue.next_access->known &= ~bit_of(slot);
    tell_issued(&sm->core.policies, s, slot);
    sm->core.counters.slots[SLOT_ISSUED]++;
    return issue_next(sm, own->pool, slot, cycle, extras);
}

/* The scheduler that is the first of that cycle. `turns` is mostly a power of two. */
static inline const struct scheduler *first_of(const struct sm *sm, uint64_t cycle)
{
    const unsigned turns = sm->issue.turns;
    return &sm->issue.schedulers[turns & (turns - 1) ? cycle % turns : cycle & (turns - 1)];
}

/* All schedulers' work in this cycle. False: see schedule(). */
G_ALWAYS_INLINE static inline bool issue_cycle(struct sm *sm, uint64_t cycle,
                                               const struct extras extras)
{
    const struct scheduler *own = first_of(sm, cycle), *end = own + sm->issue.n;
    bool alone = true;
    sm->core.counters.active_cycles += sm->warps.resident != 0;
    do {
        alone &= schedule(sm, own, cycle, extras);
    } while (++own < end);
    sm->core.counters.ldst_stall_cycles += sm_ldst_waits(&sm->ldst);
    return alone;
}

/* Up to (not including) this cycle only the issue loop has anything to do, unless an issue gives
 * work to others. */
static inline uint64_t undisturbed(const struct sm *sm, uint64_t end)
{
    if (sm->mail.n > 0 || sm->fetch.refused)
        return 0;
    const uint64_t memory = out_port_next(&sm->port.out), others = MIN(end, sm->arrival_cycle);
    return MIN(MIN(MIN(memory, sm->ldst.next), sm->tma.next), others);
}

/* A warp may issue in that cycle, the next one. */
static inline bool may_issue(struct sm *sm, uint64_t cycle)
{
    return sm->warps.wheel[cycle % WHEEL_SLOTS] || finds_unit(sm, cycle) ||
           (sm->warps.ready && sm_next_issue(sm) <= cycle);
}

/* Issues in one cycle after the other while no other part has anything to do. */
G_ALWAYS_INLINE static inline void issue(struct sm *sm, uint64_t end, const struct extras extras)
{
    if (G_UNLIKELY(sm->core.meter.stale))
        sm_meter_refresh(&sm->blocks);
    uint64_t cycle = sm->core.cycle, until = 0, issued;
    renew_view(sm);
    for (;; cycle++) {
        issued = sm->core.counters.slots[SLOT_ISSUED];
        if (!issue_cycle(sm, cycle, extras) || extras.ordered || !may_issue(sm, cycle + 1))
            break;
        if (until == 0)
            until = undisturbed(sm, end);
        if (cycle + 1 >= until)
            break;
        sm_core_enter(&sm->core, cycle + 1);
        sm_wake_operands(&sm->warps, cycle + 1);
    }
    if (!extras.told) /* all stall, or not all: nobody asks for more (sm_is_stuck) */
        sm->issue.stalled = sm->core.counters.slots[SLOT_ISSUED] == issued ? sm->issue.all : 0;
    sm->issue.accounted = cycle + 1;
    sm->issue.reasons.known = false;
}

void sm_issue(struct sm *sm, uint64_t end)
{
    issue(sm, end, (struct extras){0});
}

void sm_issue_told(struct sm *sm, uint64_t end)
{
    if (G_UNLIKELY(sm->core.config->access.places_in_turn))
        issue(sm, end, (struct extras){.told = true, .turns = true});
    else
        issue(sm, end, (struct extras){.told = true});
}

void sm_issue_ordered(struct sm *sm)
{
    issue(sm, 0, (struct extras){.ordered = true, .told = true});
}
