/* SPDX-License-Identifier: BSD-3-Clause */
/* MASCAR: while the way to memory is full, one warp has it to itself.
 *
 * When all warps send requests that the memory cannot take, none gets its data early, and nobody
 * has arithmetic to hide the waiting. So while memory is saturated (L1's MSHRs or the queue to the
 * crossbar nearly full, or an access that L1 cannot take) one warp of the SM, the owner, alone may
 * issue memory instructions, until its next instruction needs a result of its own that is on its
 * way. Ownership then passes to the oldest warp with memory work, and if there is none, to the
 * first that issues some. Meanwhile warps with arithmetic go before warps with memory work. An
 * owner that waits at a barrier or ends passes on as well: those it waits for may need memory.
 *
 * While memory is not saturated nobody is held back: greedy then oldest, or (order=lrr) loose round
 * robin. The owner stays the owner, for saturation comes and goes within a few cycles.
 *
 * Cache access re-execution: loads that L1 cannot take wait aside (warp_orders.retries), so that
 * hits behind them pass. It is worth something by itself: ownership=false.
 *
 * Source: Sethia, Jamshidi, Mahlke, "Mascar: Speeding up GPU Warps by Reducing Memory Pitstops",
 * HPCA 2015, which was not at hand: from what is generally known of it, and iPAWS (HPCA 2016),
 * sections 4.2 and 6. ASSUMED: one owner an SM, not one a scheduler; that saturation is judged
 * cycle by cycle; its margins; barriers; that the oldest warp is next, which keeps few working sets
 * in L1 (kmeans takes 17 % longer if warps take turns), except that some hand-overs go around in
 * the order of age: else warps that spin on what a younger one is to write could keep it from
 * memory for ever.
 *
 * Differs: a warp has memory work when its next instruction goes to the load/store unit, shared
 * memory included; such a warp is an owner for the few cycles until it needs the result.
 *
 * Units: entries.
 */
#include "policies/warp_scheduler/throttle.h"

struct state {
    struct throttle throttle;
    uint32_t mshr_margin, port_margin;
    bool owned; /* else re-execution alone */
    bool saturated;
    unsigned owner; /* slot, or WARP_NONE */
    uint32_t fair_every, hand_overs;
    uint64_t turn; /* age of the last owner by turns */
};

enum parameter { ORDER, MSHR_MARGIN, PORT_MARGIN, FAIR_EVERY, RETRIES, OWNERSHIP };

static const struct policy_parameter parameters[] = {
    [ORDER] = THROTTLE_ORDER_ROW(
        "ASSUMED: iPAWS (section 4.2) puts MASCAR in the place of its greedy scheduler"),
    [MSHR_MARGIN] = POLICY_INTEGER_ROW(
        "mshr_margin", "entries", 1, 0, 65536,
        "memory is saturated when at most this many MSHRs of L1 are free; ASSUMED"),
    [PORT_MARGIN] = POLICY_INTEGER_ROW(
        "port_margin", "packets", 1, 0, 65536,
        "... or when at most this many places in the SM's queue to the crossbar are free; ASSUMED"),
    [FAIR_EVERY] = POLICY_INTEGER_ROW("fair_every", "hand-overs", 128, 1, 65536,
                                      "one hand-over in so many passes memory to the next warp in "
                                      "turn, the others to the oldest; 1: always in turn; ASSUMED"),
    [RETRIES] = POLICY_INTEGER_ROW("retries", "transactions", 32, 0, WARP_MAX_RETRIES,
                                   "loads that may wait aside if L1 cannot take them; 32 is "
                                   "MASCAR's queue; 0: they stall the load/store unit"),
    [OWNERSHIP] = POLICY_BOOLEAN_ROW("ownership", true,
                                     "true: one warp has saturated memory to itself; false: other "
                                     "loads pass blocked ones, and no warp is held back"),
    {0}};

static void init(void *state, const struct sm_policy_site *site, const struct policy_values *values)
{
    struct state *own = state;
    own->mshr_margin = (uint32_t)values->values[MSHR_MARGIN].integer;
    own->port_margin = (uint32_t)values->values[PORT_MARGIN].integer;
    own->fair_every = (uint32_t)values->values[FAIR_EVERY].integer;
    own->owned = values->values[OWNERSHIP].boolean;
    own->owner = WARP_NONE;
    throttle_init(&own->throttle, site, &values->values[ORDER]);
    own->throttle.orders.retries = (uint32_t)values->values[RETRIES].integer;
}

static void give_orders(struct state *own)
{
    bool held = own->saturated && own->owner != WARP_NONE;
    own->throttle.orders.no_memory = held ? ~warp_bit(own->owner) : 0;
}

/* The next younger one than the last that this chose, around. */
static unsigned next_in_turn(struct state *own, uint64_t work, const struct warp_view *view)
{
    uint64_t younger = 0;
    for (uint64_t left = work; left; left &= left - 1) {
        unsigned slot = warp_first(left);
        younger |= (uint64_t)(view->age[slot] > own->turn) << slot;
    }
    unsigned next = warp_oldest(younger ? younger : work, view);
    own->turn = view->age[next];
    return next;
}

/* While memory is not saturated, to nobody. */
static void pass_on(struct state *own, const struct warp_view *view)
{
    uint64_t work = *view->to_ldst & view->resident & ~view->at_barrier & ~*view->on_memory;
    own->owner = WARP_NONE;
    if (own->saturated && work) {
        bool fair = ++own->hand_overs % own->fair_every == 0;
        own->owner = fair ? next_in_turn(own, work, view) : warp_oldest(work, view);
    }
    give_orders(own);
}

static unsigned pick(void *state, unsigned scheduler, uint64_t candidates,
                     const struct warp_view *view)
{
    struct state *own = state;
    uint64_t arithmetic = candidates & ~*view->to_ldst;
    if (own->saturated && arithmetic)
        candidates = arithmetic;
    return throttle_pick(own, scheduler, candidates, view);
}

static void issued(void *state, unsigned scheduler, unsigned slot, const struct warp_view *view)
{
    (void)scheduler;
    struct state *own = state;
    if (own->saturated && own->owner == WARP_NONE && (*view->to_ldst & warp_bit(slot))) {
        own->owner = slot;
        give_orders(own);
    }
}

static void stopped(void *state, unsigned slot, const struct warp_view *view)
{
    struct state *own = state;
    if (slot == own->owner)
        pass_on(own, view);
}

static void pressure(void *state, const struct warp_pressure *now, const struct warp_view *view)
{
    struct state *own = state;
    if (!own->owned)
        return;
    bool saturated = now->ldst_stalls || now->free_mshrs <= own->mshr_margin ||
                     now->free_port <= own->port_margin;
    if (saturated == own->saturated)
        return;
    own->saturated = saturated;
    if (own->owner == WARP_NONE)
        pass_on(own, view);
    else
        give_orders(own);
}

const struct warp_scheduler_ops warp_scheduler_mascar = {
    .policy =
        {.head = {.name = "mascar",
                  .summary = "While memory is saturated, one warp has it to itself; other loads "
                             "pass blocked ones",
                  .source =
                      "Sethia and others, Mascar, HPCA 2015 (not at hand; as in iPAWS, HPCA 2016)",
                  .parameters = parameters,
                  .state_bytes = sizeof(struct state)},
         .needs = NEED_RETRIES,
         .on = {.issued = issued,
                .warp_finished = stopped,
                .barrier_entered = stopped,
                .waits_on_memory = stopped,
                .pressure = pressure},
         .init = init},
    .pick = pick,
    .orders = throttle_orders,
};
