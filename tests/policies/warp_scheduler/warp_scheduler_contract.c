/* SPDX-License-Identifier: BSD-3-Clause */
#include "tests/policies/warp_scheduler/warp_scheduler_contract.h"

#include "tests/rigs/fake_sm.h"

static const unsigned SCHEDULER_COUNTS[] = {1, 2, 4};

/* Source: Steele, Lea, Flood, "Fast Splittable Pseudorandom Number Generators", OOPSLA 2014
 * (SplitMix64). */
static uint64_t next_random(uint64_t *seed)
{
    uint64_t z = *seed += 0x9e3779b97f4a7c15;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9;
    z = (z ^ z >> 27) * 0x94d049bb133111eb;
    return z ^ z >> 31;
}

static unsigned random_below(uint64_t *seed, unsigned bound)
{
    return (unsigned)(next_random(seed) % bound);
}

/* A mask with a bit set in a quarter, a half, three quarters or all of the slots, on average, so
 * that crowded and almost empty cycles both occur. */
static uint64_t random_ready(uint64_t *seed)
{
    uint64_t a = next_random(seed), b = next_random(seed);
    const uint64_t masks[] = {a & b, a, a | b, UINT64_MAX};
    return masks[random_below(seed, G_N_ELEMENTS(masks))];
}

/* --- Random events --- */

/* An SM with its own stream of random numbers: two with the same seed make the same calls as long
 * as their schedulers decide the same. */
struct player {
    struct fake_sm sm;
    uint64_t seed;
    uint64_t picks; /* hash of all so far */
};

static void player_init(struct player *player, const struct warp_scheduler_ops *ops,
                        unsigned warp_slots, unsigned schedulers)
{
    fake_sm_init(&player->sm, ops, warp_slots, schedulers);
    player->seed = warp_slots * 8 + schedulers;
    player->picks = 0;
}

/* One event that is legal for a random slot. */
static void play_event(struct player *player)
{
    struct fake_sm *sm = &player->sm;
    unsigned slot = random_below(&player->seed, sm->site.warp_slots);
    uint64_t bit = warp_bit(slot);
    if ((sm->view.resident & bit) == 0)
        fake_sm_start_warp(sm, slot);
    else if ((sm->view.at_barrier & bit) != 0)
        fake_sm_leave_barrier(sm, slot);
    else if (random_below(&player->seed, 2) == 0)
        fake_sm_enter_barrier(sm, slot);
    else
        fake_sm_finish_warp(sm, slot);
}

/* For schedulers that ask how full the way to memory is: any pressure, any memory work, and a warp
 * that waits for memory, or no longer. */
static void play_memory(struct player *player)
{
    struct fake_sm *sm = &player->sm;
    const struct warp_pressure pressure = {.free_mshrs = random_below(&player->seed, 4),
                                           .free_port = random_below(&player->seed, 4),
                                           .ldst_stalls = random_below(&player->seed, 4) == 0};
    unsigned slot = random_below(&player->seed, sm->site.warp_slots);
    sm->loads = random_ready(&player->seed);
    sm->stores = random_ready(&player->seed);
    fake_sm_press(sm, &pressure);
    if ((sm->on_memory & warp_bit(slot)) != 0)
        fake_sm_memory_came(sm, slot);
    else if ((sm->view.resident & ~sm->view.at_barrier & warp_bit(slot)) != 0)
        fake_sm_wait_on_memory(sm, slot);
}

static void play_cycle(struct player *player)
{
    struct fake_sm *sm = &player->sm;
    for (unsigned events = random_below(&player->seed, 4); events > 0; events--)
        play_event(player);
    if (sm_members_want(&sm->members, SM_EVENT(pressure)))
        play_memory(player);
    uint64_t ready = random_ready(&player->seed) & ~sm->on_memory;
    for (unsigned s = 0; s < sm->site.schedulers; s++)
        player->picks = player->picks * 131 + fake_sm_issue(sm, s, ready);
    sm->view.cycle += 1 + random_below(&player->seed, 20);
}

/* Plays two SMs in turns and then a third alone, so that what they share or where they lie in
 * memory would show. */
static const char *play(const struct warp_scheduler_ops *ops, unsigned warp_slots,
                        unsigned schedulers)
{
    enum { CYCLES = 300, PLAYERS = 3 };
    struct player players[PLAYERS];
    for (unsigned i = 0; i < PLAYERS; i++)
        player_init(&players[i], ops, warp_slots, schedulers);
    for (unsigned cycle = 0; cycle < CYCLES; cycle++) {
        play_cycle(&players[0]);
        play_cycle(&players[1]);
    }
    for (unsigned cycle = 0; cycle < CYCLES; cycle++)
        play_cycle(&players[2]);

    const char *problem = NULL;
    for (unsigned i = 0; i < PLAYERS; i++) {
        if (players[i].picks != players[0].picks)
            problem = "the same calls on fresh states give different picks";
        if (players[i].sm.problem != NULL)
            problem = players[i].sm.problem;
        fake_sm_finish(&players[i].sm);
    }
    return problem;
}

char *contract_random_events(const struct warp_scheduler_ops *ops)
{
    for (unsigned i = 0; i < G_N_ELEMENTS(SCHEDULER_COUNTS); i++)
        for (unsigned slots = 1; slots <= WARP_SLOTS; slots++) {
            const char *problem = play(ops, slots, SCHEDULER_COUNTS[i]);
            if (problem != NULL)
                return g_strdup_printf("%s: %s (%u slots, %u schedulers)", ops->policy.head.name,
                                       problem, slots, SCHEDULER_COUNTS[i]);
        }
    return NULL;
}

/* --- Starvation --- */

/* One victim is always ready. Every other warp issues 8 times on average, then waits for 1,024
 * cycles on average; each fourth wait ends its warp, and a new one takes the slot. 63 others thus
 * need their scheduler for about half of the time, so that a greedy one, too, has time left. */
enum { RUN = 8, LONGEST_WAIT = 2047, WAITS = 4, PATIENCE = 100000, PICKS = 8 };

struct crowd {
    struct fake_sm sm;
    uint64_t seed;
    unsigned victim;
    uint64_t waiting;
    uint64_t ready_at[WARP_SLOTS]; /* of the waiting ones */
};

static void crowd_wake(struct crowd *crowd)
{
    for (uint64_t rest = crowd->waiting; rest != 0; rest &= rest - 1) {
        unsigned slot = warp_first(rest);
        if (crowd->ready_at[slot] > crowd->sm.view.cycle)
            continue;
        crowd->waiting &= ~warp_bit(slot);
        fake_sm_memory_came(&crowd->sm, slot);
        if (random_below(&crowd->seed, WAITS) == 0) {
            fake_sm_finish_warp(&crowd->sm, slot);
            fake_sm_start_warp(&crowd->sm, slot);
        }
    }
}

static void crowd_issued(struct crowd *crowd, unsigned slot)
{
    if (slot == WARP_NONE || slot == crowd->victim || random_below(&crowd->seed, RUN) != 0)
        return;
    crowd->waiting |= warp_bit(slot);
    if (crowd->sm.loads != 0)
        fake_sm_wait_on_memory(&crowd->sm, slot);
    crowd->ready_at[slot] = crowd->sm.view.cycle + 1 + random_below(&crowd->seed, LONGEST_WAIT);
}

/* Starts all warps, beginning at a random slot, so that the victim has any age. */
static void crowd_init(struct crowd *crowd, const struct warp_scheduler_ops *ops,
                       unsigned warp_slots, unsigned schedulers, unsigned victim)
{
    *crowd =
        (struct crowd){.seed = warp_slots * 1000 + schedulers * 100 + victim, .victim = victim};
    fake_sm_init(&crowd->sm, ops, warp_slots, schedulers);
    unsigned first = random_below(&crowd->seed, warp_slots);
    for (unsigned i = 0; i < warp_slots; i++)
        fake_sm_start_warp(&crowd->sm, (first + i) % warp_slots);
}

/* saturated: all instructions are loads, and the way to memory is full. */
static const char *starve(const struct warp_scheduler_ops *ops, unsigned warp_slots,
                          unsigned schedulers, unsigned victim, bool saturated)
{
    struct crowd crowd;
    crowd_init(&crowd, ops, warp_slots, schedulers, victim);
    struct fake_sm *sm = &crowd.sm;
    if (saturated) {
        sm->loads = UINT64_MAX;
        fake_sm_press(sm, &(struct warp_pressure){.ldst_stalls = true});
    }
    unsigned picks = 0;
    uint64_t last_pick = 0;
    while (picks < PICKS && sm->problem == NULL && sm->view.cycle - last_pick < PATIENCE) {
        crowd_wake(&crowd);
        for (unsigned s = 0; s < schedulers; s++) {
            unsigned slot = fake_sm_issue(sm, s, ~crowd.waiting);
            crowd_issued(&crowd, slot);
            if (slot == victim) {
                picks++;
                last_pick = sm->view.cycle;
            }
        }
        sm->view.cycle++;
    }
    const char *problem = sm->problem;
    if (problem == NULL && picks < PICKS)
        problem = "a ready warp starves";
    fake_sm_finish(sm);
    return problem;
}

char *contract_no_starvation(const struct warp_scheduler_ops *ops)
{
    static const unsigned slot_counts[] = {1, 2, 3, 8, 24, 48, 64};
    for (unsigned i = 0; i < G_N_ELEMENTS(SCHEDULER_COUNTS); i++)
        for (unsigned j = 0; j < G_N_ELEMENTS(slot_counts); j++)
            for (unsigned victim = 0; victim < slot_counts[j]; victim++) {
                const char *problem =
                    starve(ops, slot_counts[j], SCHEDULER_COUNTS[i], victim, false);
                if (problem == NULL && ops->policy.on.pressure != NULL)
                    problem = starve(ops, slot_counts[j], SCHEDULER_COUNTS[i], victim, true);
                if (problem != NULL)
                    return g_strdup_printf("%s: %s (slot %u of %u, %u schedulers)",
                                           ops->policy.head.name, problem, victim, slot_counts[j],
                                           SCHEDULER_COUNTS[i]);
            }
    return NULL;
}

char *contract_problem(const struct warp_scheduler_ops *ops)
{
    char *problem = contract_random_events(ops);
    if (problem == NULL)
        problem = contract_no_starvation(ops);
    return problem != NULL ? problem : contract_loops(ops);
}
