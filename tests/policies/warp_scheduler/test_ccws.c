/* SPDX-License-Identifier: BSD-3-Clause */
/* Cache-conscious wavefront scheduling: scores and cutoff on a sequence worked out by hand, with
 * the constants of Rogers and others, "Divergence-Aware Warp Scheduling", MICRO 2013, table 3; and
 * the victim tags. */
#include "policies/warp_scheduler/victim_tags.h"
#include "tests/rigs/fake_sm.h"
#include "tests/rigs/suite.h"

extern const struct warp_scheduler_ops warp_scheduler_ccws;

enum { LINE = VICTIM_LINE_BYTES };

static void evict(struct fake_sm *sm, unsigned slot, uint64_t line)
{
    const struct warp_line what = {.line = line * LINE, .owner = {sm->ages[slot], (uint8_t)slot}};
    FAKE_SM_TELL(sm, evicted, &what, &sm->view);
}

static void miss(struct fake_sm *sm, unsigned slot, uint64_t line)
{
    const struct warp_access access = {
        .line = line * LINE, .slot = (uint8_t)slot, .outcome = WARP_ACCESS_MISS};
    FAKE_SM_TELL(sm, accessed, &access, &sm->view);
}

/* The warp loses a line and misses it. */
static void lose(struct fake_sm *sm, unsigned slot)
{
    evict(sm, slot, 1);
    miss(sm, slot, 1);
}

static void issue(struct fake_sm *sm, unsigned count)
{
    for (unsigned i = 0; i < count; i++)
        ck_assert_uint_ne(fake_sm_issue(sm, 0, UINT64_MAX), WARP_NONE);
}

/* Four warps, oldest in slot 0: a cutoff of 400. */
static void setup(struct fake_sm *sm)
{
    fake_sm_init(sm, &warp_scheduler_ccws, 8, 1);
    for (unsigned slot = 0; slot < 4; slot++)
        fake_sm_start_warp(sm, slot);
}

static void teardown(struct fake_sm *sm)
{
    ck_assert_ptr_null(sm->problem);
    fake_sm_finish(sm);
}

static void expect(const struct fake_sm *sm, uint64_t held, uint64_t review)
{
    ck_assert_uint_eq(fake_sm_orders(sm)->no_loads, held);
    ck_assert_uint_eq(fake_sm_orders(sm)->no_issue | fake_sm_orders(sm)->no_memory, 0);
    ck_assert_uint_eq(fake_sm_orders(sm)->review, review);
}

/* 1 line x 8 x 400 / 16 instructions = 200, so 200, 100, 100, 100: the last one is behind 400, for
 * a cycle. */
START_TEST(a_lost_line_raises_the_score_and_holds_back_the_last)
{
    struct fake_sm sm;
    setup(&sm);
    issue(&sm, 16);
    expect(&sm, 0, UINT64_MAX);
    lose(&sm, 2);
    expect(&sm, 1 << 3, 1);
    fake_sm_advance(&sm, 1);
    expect(&sm, 0, UINT64_MAX);
    teardown(&sm);
}
END_TEST

/* Two lost lines of 16 instructions: 400. Behind such a score nobody has room; the next ones come
 * back when the scores in front of them have fallen below 400. */
START_TEST(scores_fall_by_one_a_cycle)
{
    struct fake_sm sm;
    setup(&sm);
    issue(&sm, 16);
    lose(&sm, 2);
    lose(&sm, 2);
    expect(&sm, 1 << 0 | 1 << 1 | 1 << 3, 1);
    fake_sm_advance(&sm, 1); /* 399 + 100 */
    expect(&sm, 1 << 1 | 1 << 3, 101);
    fake_sm_advance(&sm, 100);
    expect(&sm, 1 << 1 | 1 << 3, 101);
    fake_sm_advance(&sm, 101); /* 299 + 100 + 100 */
    expect(&sm, 1 << 3, 201);
    fake_sm_advance(&sm, 201);
    expect(&sm, 0, UINT64_MAX);
    teardown(&sm);
}
END_TEST

/* 1 x 8 x 400 / 2 = 1,600 is four times the cutoff: only that warp may load until it has fallen
 * below 400. */
START_TEST(the_first_may_load_however_high_its_score)
{
    struct fake_sm sm;
    setup(&sm);
    issue(&sm, 2);
    lose(&sm, 3);
    expect(&sm, 1 << 0 | 1 << 1 | 1 << 2, 1201);
    fake_sm_advance(&sm, 1201);
    expect(&sm, 1 << 1 | 1 << 2, 1301);
    teardown(&sm);
}
END_TEST

/* After 16 instructions two lost lines give 400: the 1,600 of before are no more than that, either.
 * Both fall: 399 and 399, and at cycle 201 199 and 199. */
START_TEST(no_score_is_above_what_the_formula_gives_now)
{
    struct fake_sm sm;
    setup(&sm);
    issue(&sm, 2);
    lose(&sm, 3);
    issue(&sm, 14);
    lose(&sm, 1);
    expect(&sm, 1 << 0 | 1 << 2 | 1 << 3, 1);
    fake_sm_advance(&sm, 1);
    expect(&sm, 1 << 0 | 1 << 2, 201);
    fake_sm_advance(&sm, 201); /* 199 + 199 + 100 */
    expect(&sm, 1 << 2, 251);
    fake_sm_advance(&sm, 251);
    expect(&sm, 0, UINT64_MAX);
    teardown(&sm);
}
END_TEST

/* Two warps above the base: 200 and 2 x 8 x 400 / 32 = 200 at cycle 50, 150 and 200 then. With one
 * at the base they sum to 450; both fall, so it is less than 400 after 26 cycles. */
START_TEST(two_scores_fall_together)
{
    struct fake_sm sm;
    setup(&sm);
    issue(&sm, 16);
    lose(&sm, 2);
    fake_sm_advance(&sm, 50);
    issue(&sm, 16);
    lose(&sm, 3);
    expect(&sm, 1 << 1, 76);
    fake_sm_advance(&sm, 75);
    expect(&sm, 1 << 1, 76);
    fake_sm_advance(&sm, 76);
    expect(&sm, 0, UINT64_MAX);
    teardown(&sm);
}
END_TEST

/* A warp that ends takes its score, its lost lines and its share of the cutoff along; a new one
 * begins at the base, and has lost nothing of what the slot's last warp did. */
START_TEST(the_score_of_a_warp_ends_with_it)
{
    struct fake_sm sm;
    setup(&sm);
    issue(&sm, 16); /* all of slot 0 */
    lose(&sm, 2);
    evict(&sm, 2, 9);
    fake_sm_finish_warp(&sm, 2);
    expect(&sm, 0, UINT64_MAX);
    fake_sm_start_warp(&sm, 2);
    miss(&sm, 2, 9);
    expect(&sm, 0, UINT64_MAX);
    lose(&sm, 0); /* 1 x 8 x 400 / 16 */
    expect(&sm, 1 << 2, 1);
    teardown(&sm);
}
END_TEST

/* Else the others, which are held back, would not get there for 1,200 cycles. */
START_TEST(a_warp_at_a_barrier_keeps_nobody_back)
{
    struct fake_sm sm;
    setup(&sm);
    issue(&sm, 2);
    lose(&sm, 3);
    expect(&sm, 1 << 0 | 1 << 1 | 1 << 2, 1201);
    FAKE_SM_TELL(&sm, barrier_entered, 3, &sm.view);
    expect(&sm, 0, UINT64_MAX);
    teardown(&sm);
}
END_TEST

/* The warp that issued 16 instructions has ended: 1 x 8 x 300 by one at least. */
START_TEST(only_instructions_of_resident_warps_count)
{
    struct fake_sm sm;
    setup(&sm);
    issue(&sm, 16);
    fake_sm_finish_warp(&sm, 0);
    lose(&sm, 2);
    expect(&sm, 1 << 1 | 1 << 3, 2101);
    teardown(&sm);
}
END_TEST

START_TEST(only_misses_of_own_lines_count)
{
    struct fake_sm sm;
    setup(&sm);
    issue(&sm, 1);
    evict(&sm, 1, 5);
    miss(&sm, 2, 5);
    miss(&sm, 1, 6);
    expect(&sm, 0, UINT64_MAX);
    struct warp_access hit = {.line = 5 * LINE, .slot = 1, .outcome = WARP_ACCESS_HIT};
    FAKE_SM_TELL(&sm, accessed, &hit, &sm.view);
    expect(&sm, 0, UINT64_MAX);
    miss(&sm, 1, 5);
    expect(&sm, 1 << 0 | 1 << 2 | 1 << 3, 2801);
    teardown(&sm);
}
END_TEST

/* --- Victim tags: 16 entries a warp, 8-way, so two sets; even lines share one --- */

static struct victim_tags *tags_new(void)
{
    struct victim_tags *tags = g_new0(struct victim_tags, 1);
    victim_tags_init(tags, 16, 8);
    victim_tags_start(tags, 3, 70);
    return tags;
}

static void tags_evict(struct victim_tags *tags, uint64_t line)
{
    victim_tags_evicted(tags, line * LINE, &(struct warp_owner){70, 3});
}

START_TEST(a_set_keeps_the_last_eight_lines)
{
    struct victim_tags *tags = tags_new();
    for (uint64_t line = 0; line <= 16; line += 2)
        tags_evict(tags, line);
    tags_evict(tags, 1);
    ck_assert(!victim_tags_take(tags, 3, 0 * LINE));
    for (uint64_t line = 2; line <= 16; line += 2)
        ck_assert(victim_tags_take(tags, 3, line * LINE));
    ck_assert(victim_tags_take(tags, 3, 1 * LINE));
    ck_assert(!victim_tags_take(tags, 3, 1 * LINE)); /* it has left */
    g_free(tags);
}
END_TEST

START_TEST(a_line_that_leaves_again_is_the_last_one)
{
    struct victim_tags *tags = tags_new();
    for (uint64_t line = 0; line <= 14; line += 2)
        tags_evict(tags, line);
    tags_evict(tags, 0);
    tags_evict(tags, 16);
    ck_assert(victim_tags_take(tags, 3, 0 * LINE));
    ck_assert(!victim_tags_take(tags, 3, 2 * LINE));
    g_free(tags);
}
END_TEST

START_TEST(tags_are_of_a_warp_not_of_a_slot)
{
    struct victim_tags *tags = tags_new();
    tags_evict(tags, 4);
    ck_assert(!victim_tags_take(tags, 2, 4 * LINE));
    victim_tags_start(tags, 3, 71);
    ck_assert(!victim_tags_take(tags, 3, 4 * LINE));
    tags_evict(tags, 4); /* a line of the warp that has ended */
    ck_assert(!victim_tags_take(tags, 3, 4 * LINE));
    victim_tags_evicted(tags, 4 * LINE, &(struct warp_owner){0, WARP_NONE});
    g_free(tags);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("ccws");
    TCase *tests = tcase_create("scripts");
    tcase_add_test(tests, a_lost_line_raises_the_score_and_holds_back_the_last);
    tcase_add_test(tests, scores_fall_by_one_a_cycle);
    tcase_add_test(tests, the_first_may_load_however_high_its_score);
    tcase_add_test(tests, no_score_is_above_what_the_formula_gives_now);
    tcase_add_test(tests, two_scores_fall_together);
    tcase_add_test(tests, the_score_of_a_warp_ends_with_it);
    tcase_add_test(tests, a_warp_at_a_barrier_keeps_nobody_back);
    tcase_add_test(tests, only_instructions_of_resident_warps_count);
    tcase_add_test(tests, only_misses_of_own_lines_count);
    tcase_add_test(tests, a_set_keeps_the_last_eight_lines);
    tcase_add_test(tests, a_line_that_leaves_again_is_the_last_one);
    tcase_add_test(tests, tags_are_of_a_warp_not_of_a_slot);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
