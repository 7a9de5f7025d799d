/* SPDX-License-Identifier: BSD-3-Clause */
/* Adapt_local against M. Lee and others, iPAWS, HPCA 2016, 5.3: what counts as locality within and
 * between warps, and what is decided of it, on sequences made by hand; and the victim list. */
#include "base/victim_list.h"
#include "tests/rigs/fake_sm.h"
#include "tests/rigs/suite.h"

extern const struct warp_scheduler_ops warp_scheduler_adapt_local;

enum { LINE = 128, PERIOD = 100 };

/* What it reports, in its order. */
struct told {
    uint64_t greedy_periods, fair_periods, turns, first_fair_cycle;
    uint64_t l1_intra_hits, l1_inter_hits, l1_intra_lost, l1_inter_lost;
    uint64_t l2_hits[3], l2_lost[3]; /* own, the SM's, another SM's */
};

/* Periods of 100 cycles, and three warps, the oldest in slot 2, of which all are always ready. */
static void setup(struct fake_sm *sm, const char *const *parameters)
{
    const char *all[8] = {"period=100"};
    for (unsigned i = 0; parameters && parameters[i]; i++)
        all[1 + i] = parameters[i];
    fake_sm_init_with(sm, &warp_scheduler_adapt_local, 4, 1, all);
    fake_sm_start_kernel(sm, 7, 1);
    for (unsigned slot = 3; slot > 0; slot--)
        fake_sm_start_warp(sm, slot - 1);
}

static void teardown(struct fake_sm *sm)
{
    ck_assert_ptr_null(sm->problem);
    fake_sm_finish(sm);
}

static struct told told(const struct fake_sm *sm)
{
    struct told values = {0};
    sm->ops->policy.report(sm->state, (uint64_t *)&values);
    return values;
}

static struct warp_owner warp_in(const struct fake_sm *sm, unsigned slot)
{
    return (struct warp_owner){sm->ages[slot], (uint8_t)slot};
}

static void access_line(struct fake_sm *sm, unsigned slot, enum warp_access_outcome outcome,
                        uint64_t line, struct warp_owner owner)
{
    const struct warp_access access = {.line = line * LINE,
                                       .launch = 7,
                                       .slot = (uint8_t)slot,
                                       .outcome = (uint8_t)outcome,
                                       .owner = owner};
    FAKE_SM_TELL(sm, accessed, &access, &sm->view);
}

/* `slot` finds a line of `of`. */
static void hit(struct fake_sm *sm, unsigned slot, unsigned of)
{
    access_line(sm, slot, WARP_ACCESS_HIT, 1, warp_in(sm, of));
}

static void miss(struct fake_sm *sm, unsigned slot, uint64_t line)
{
    access_line(sm, slot, WARP_ACCESS_MISS, line, (struct warp_owner){.slot = WARP_NONE});
}

/* L1 loses a line of `of`. */
static void evict(struct fake_sm *sm, unsigned of, uint64_t line)
{
    const struct warp_owner owner = warp_in(sm, of);
    const struct warp_line what = {.line = line * LINE, .owner = owner};
    FAKE_SM_TELL(sm, evicted, &what, &sm->view);
}

static void find_in_l2(struct fake_sm *sm, enum warp_l2_found found)
{
    const struct warp_l2_access access = {.launch = 7, .found = (uint8_t)found};
    FAKE_SM_TELL(sm, l2_found, &access, &sm->view);
}

/* The period ends, with the issue of its next one's first cycle. Who issues then and in the next
 * five cycles, as digits: 2 goes on as long as it can under greedy then oldest. */
static unsigned next_period(struct fake_sm *sm)
{
    unsigned order = 0;
    fake_sm_advance(sm, (sm->view.cycle / PERIOD + 1) * PERIOD);
    for (unsigned i = 0; i < 6; i++) {
        order = order * 10 + fake_sm_issue(sm, 0, UINT64_MAX);
        fake_sm_advance(sm, sm->view.cycle + 1);
    }
    return order;
}

/* The scheduler of the period that has ended picks once more, for that issue notices the end. By
 * turns, 0 comes after 2. */
enum { GREEDY = 222222, FAIR = 201201 };

START_TEST(locality_within_warps_stays_greedy)
{
    struct fake_sm sm;
    setup(&sm, NULL);
    ck_assert_uint_eq(next_period(&sm), GREEDY); /* nothing at all */
    hit(&sm, 0, 0);
    hit(&sm, 1, 1);
    hit(&sm, 1, 2);
    ck_assert_uint_eq(next_period(&sm), GREEDY);
    hit(&sm, 1, 1);
    hit(&sm, 1, 2);
    ck_assert_uint_eq(next_period(&sm), GREEDY); /* as much of both */
    struct told now = told(&sm);
    ck_assert_uint_eq(now.greedy_periods, 3);
    ck_assert_uint_eq(now.fair_periods, 0);
    ck_assert_uint_eq(now.turns, 0);
    ck_assert_uint_eq(now.first_fair_cycle, 0);
    ck_assert_uint_eq(now.l1_intra_hits, 3);
    ck_assert_uint_eq(now.l1_inter_hits, 2);
    teardown(&sm);
}
END_TEST

START_TEST(locality_between_warps_turns_fair_and_back)
{
    struct fake_sm sm;
    setup(&sm, NULL);
    hit(&sm, 0, 1);
    ck_assert_uint_eq(next_period(&sm), FAIR);
    ck_assert_uint_eq(told(&sm).first_fair_cycle, 100);
    hit(&sm, 0, 1);
    hit(&sm, 0, 0);
    hit(&sm, 2, 1);
    ck_assert_uint_eq(next_period(&sm), FAIR); /* still */
    hit(&sm, 0, 1);                            /* counts begin anew */
    hit(&sm, 0, 0);
    hit(&sm, 2, 2);
    ck_assert_uint_eq(next_period(&sm), GREEDY);
    struct told now = told(&sm);
    ck_assert_uint_eq(now.fair_periods, 2);
    ck_assert_uint_eq(now.greedy_periods, 1);
    ck_assert_uint_eq(now.turns, 2);
    ck_assert_uint_eq(now.first_fair_cycle, 100);
    teardown(&sm);
}
END_TEST

/* What L1 has lost counts for whoever misses it, once. */
START_TEST(lost_lines_count)
{
    struct fake_sm sm;
    setup(&sm, NULL);
    miss(&sm, 0, 5); /* cold */
    evict(&sm, 0, 5);
    miss(&sm, 0, 5);
    miss(&sm, 0, 5);
    ck_assert_uint_eq(told(&sm).l1_intra_lost, 1);
    evict(&sm, 0, 5);
    evict(&sm, 1, 6);
    miss(&sm, 2, 5);
    miss(&sm, 2, 6);
    ck_assert_uint_eq(told(&sm).l1_inter_lost, 2);
    evict(&sm, 0, 5); /* a warp that has ended */
    fake_sm_finish_warp(&sm, 0);
    fake_sm_start_warp(&sm, 0);
    miss(&sm, 0, 5);
    ck_assert_uint_eq(told(&sm).l1_inter_lost, 3);
    ck_assert_uint_eq(told(&sm).l1_intra_lost, 1);
    ck_assert_uint_eq(next_period(&sm), FAIR); /* 3 to 1 */
    teardown(&sm);
}
END_TEST

START_TEST(merges_are_hits_and_the_rest_counts_nothing)
{
    struct fake_sm sm;
    setup(&sm, NULL);
    access_line(&sm, 0, WARP_ACCESS_MERGED, 1, warp_in(&sm, 1));
    access_line(&sm, 0, WARP_ACCESS_MERGED, 1, (struct warp_owner){.slot = WARP_NONE});
    access_line(&sm, 0, WARP_ACCESS_UNCACHED, 1, (struct warp_owner){.slot = WARP_NONE});
    evict(&sm, 1, 9);
    access_line(&sm, 0, WARP_ACCESS_HIT, 9, (struct warp_owner){.slot = WARP_NONE});
    const struct warp_owner nobody = {.slot = WARP_NONE};
    const struct warp_line unknown = {.line = 10 * LINE, .owner = nobody};
    FAKE_SM_TELL(&sm, evicted, &unknown, &sm.view);
    miss(&sm, 0, 10);
    struct told now = told(&sm);
    ck_assert_uint_eq(now.l1_inter_hits, 1);
    ck_assert_uint_eq(now.l1_intra_hits + now.l1_intra_lost + now.l1_inter_lost, 0);
    teardown(&sm);
}
END_TEST

/* Of L2, other warps' lines count, wherever they run; with its weight, also the warp's own. */
START_TEST(what_replies_tell_of_l2_counts)
{
    struct fake_sm sm;
    setup(&sm, NULL);
    for (unsigned found = WARP_L2_HIT_OWN; found <= WARP_L2_LOST_OTHER_SM; found++)
        for (unsigned i = 0; i < found; i++)
            find_in_l2(&sm, found);
    struct told now = told(&sm);
    for (unsigned i = 0; i < 3; i++) {
        ck_assert_uint_eq(now.l2_hits[i], 1 + i);
        ck_assert_uint_eq(now.l2_lost[i], 4 + i);
    }
    for (unsigned i = 0; i < 15; i++)
        hit(&sm, 0, 0);
    ck_assert_uint_eq(next_period(&sm), FAIR); /* 2 + 3 + 5 + 6 to 15 */
    for (unsigned i = 0; i < 15; i++)
        hit(&sm, 0, 0);
    ck_assert_uint_eq(next_period(&sm), GREEDY);
    teardown(&sm);

    setup(&sm, (const char *const[]){"l2_intra_weight=2", NULL});
    find_in_l2(&sm, WARP_L2_HIT_OTHER_SM);
    find_in_l2(&sm, WARP_L2_LOST_SM);
    find_in_l2(&sm, WARP_L2_LOST_OWN);
    ck_assert_uint_eq(next_period(&sm), GREEDY); /* 2 to 2 */
    find_in_l2(&sm, WARP_L2_HIT_SM);
    ck_assert_uint_eq(next_period(&sm), FAIR);
    teardown(&sm);
}
END_TEST

START_TEST(parameters_weigh)
{
    struct fake_sm sm;
    setup(&sm, (const char *const[]){"count_hits=false", "l1_intra_weight=2", "l1_inter_weight=3",
                                     "l2_inter_weight=4", NULL});
    hit(&sm, 0, 0);
    find_in_l2(&sm, WARP_L2_HIT_SM); /* neither counts */
    evict(&sm, 0, 5);
    miss(&sm, 0, 5);
    evict(&sm, 0, 5);
    miss(&sm, 0, 5);
    evict(&sm, 0, 5);
    miss(&sm, 1, 5);
    ck_assert_uint_eq(next_period(&sm), GREEDY); /* 3 to 4 */
    evict(&sm, 0, 5);
    miss(&sm, 0, 5);
    find_in_l2(&sm, WARP_L2_LOST_SM);
    ck_assert_uint_eq(next_period(&sm), FAIR); /* 4 to 2 */
    teardown(&sm);
}
END_TEST

/* One set of two: the least recently lost one goes. */
START_TEST(the_victim_list_is_small)
{
    struct fake_sm sm;
    setup(&sm, (const char *const[]){"victim_entries=2", "victim_ways=2", NULL});
    evict(&sm, 0, 1);
    evict(&sm, 0, 2);
    evict(&sm, 0, 1); /* lost again */
    evict(&sm, 0, 3);
    miss(&sm, 0, 2);
    ck_assert_uint_eq(told(&sm).l1_intra_lost, 0);
    miss(&sm, 0, 1);
    miss(&sm, 1, 3);
    ck_assert_uint_eq(told(&sm).l1_intra_lost, 1);
    ck_assert_uint_eq(told(&sm).l1_inter_lost, 1);
    teardown(&sm);
}
END_TEST

START_TEST(a_kernel_begins_greedy)
{
    struct fake_sm sm;
    setup(&sm, NULL);
    hit(&sm, 0, 1);
    ck_assert_uint_eq(next_period(&sm), FAIR); /* now at 106 */
    evict(&sm, 0, 5);
    hit(&sm, 0, 1);
    fake_sm_start_kernel(&sm, 8, 1);
    ck_assert_uint_eq(told(&sm).fair_periods, 0);
    miss(&sm, 1, 5); /* what the last kernel has lost */
    ck_assert_uint_eq(told(&sm).l1_inter_lost, 0);
    ck_assert_uint_eq(next_period(&sm), 111111);    /* who was the last one to issue */
    ck_assert_uint_eq(told(&sm).greedy_periods, 0); /* its period ends at 206 */
    ck_assert_uint_eq(fake_sm_issue(&sm, 0, UINT64_MAX), 1);
    ck_assert_uint_eq(told(&sm).greedy_periods, 1);
    teardown(&sm);
}
END_TEST

/* Nothing happens for three periods and a half: one decision, and the next in time. */
START_TEST(periods_in_which_nothing_happens_are_none)
{
    struct fake_sm sm;
    setup(&sm, NULL);
    hit(&sm, 0, 1);
    fake_sm_advance(&sm, 350);
    hit(&sm, 0, 0); /* of the fourth period */
    ck_assert_uint_eq(told(&sm).fair_periods, 1);
    ck_assert_uint_eq(told(&sm).first_fair_cycle, 350);
    fake_sm_advance(&sm, 399);
    find_in_l2(&sm, WARP_L2_HIT_SM);
    ck_assert_uint_eq(told(&sm).greedy_periods, 0);
    fake_sm_advance(&sm, 400);
    find_in_l2(&sm, WARP_L2_HIT_SM); /* ... is of the fifth */
    ck_assert_uint_eq(told(&sm).greedy_periods, 1);
    ck_assert_uint_eq(told(&sm).turns, 2);
    teardown(&sm);
}
END_TEST

/* ---- the victim list itself ------------------------------------------------------------------ */

START_TEST(a_victim_list_knows_owners)
{
    uint64_t tags[4] = {0}, owners[4] = {0}, owner = 0;
    struct victim_list list = {.sets = 2, .ways = 2, .tags = tags, .owners = owners};
    ck_assert(!victim_list_take(&list, 0, 0, &owner)); /* line 0 is a line */
    victim_list_put(&list, 0, 0, 11);
    victim_list_put(&list, 1, 0, 12);
    victim_list_put(&list, 0, 4, 13);
    victim_list_put(&list, 0, 0, 14);
    victim_list_put(&list, 0, 8, 15); /* 4 goes */
    ck_assert(!victim_list_take(&list, 0, 4, &owner));
    ck_assert(victim_list_take(&list, 0, 0, &owner));
    ck_assert_uint_eq(owner, 14);
    ck_assert(!victim_list_take(&list, 0, 0, &owner));
    ck_assert(victim_list_take(&list, 0, 8, &owner));
    ck_assert_uint_eq(owner, 15);
    ck_assert(victim_list_take(&list, 1, 0, &owner));
    ck_assert_uint_eq(owner, 12);
    victim_list_put(&list, 1, 0, 12);
    victim_list_clear(&list);
    ck_assert(!victim_list_take(&list, 1, 0, &owner));
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("Adapt_local");
    TCase *tests = tcase_create("locality");
    tcase_add_test(tests, locality_within_warps_stays_greedy);
    tcase_add_test(tests, locality_between_warps_turns_fair_and_back);
    tcase_add_test(tests, lost_lines_count);
    tcase_add_test(tests, merges_are_hits_and_the_rest_counts_nothing);
    tcase_add_test(tests, what_replies_tell_of_l2_counts);
    tcase_add_test(tests, parameters_weigh);
    tcase_add_test(tests, the_victim_list_is_small);
    tcase_add_test(tests, a_kernel_begins_greedy);
    tcase_add_test(tests, periods_in_which_nothing_happens_are_none);
    tcase_add_test(tests, a_victim_list_knows_owners);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
