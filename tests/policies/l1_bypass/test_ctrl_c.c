/* SPDX-License-Identifier: BSD-3-Clause */
/* Ctrl-C: Algorithms 11 and 12 of Lee's dissertation on scripted sequences, each counter's ends,
 * and the pattern that thrashes a cache (its section 5.1, KMN's). */
#include "policies/policy_values.h"
#include "tests/policies/l1_bypass/bypass_rig.h"
#include "tests/rigs/suite.h"

#include <string.h>

extern const struct l1_bypass_ops l1_bypass_ctrl_c, l1_bypass_none;

enum { PC = 5 };

static void evict_many(struct rig *rig, unsigned n, uint32_t uses)
{
    for (unsigned i = 0; i < n; i++)
        evict(rig, PC, uses);
}

/* How many misses bypass until one takes a line, which is 2^AGG - 1; from a state in which the one
 * before took a line, and so again after it. */
static unsigned run_of_bypasses(struct rig *rig)
{
    unsigned n = 0;
    while (miss(rig, PC))
        n++;
    return n;
}

/* From AGG 0 to so many. */
static void raise_to(struct rig *rig, unsigned agg)
{
    for (unsigned i = 0; i < agg; i++)
        evict_many(rig, 1024U >> i, 0);
    ck_assert_uint_eq(run_of_bypasses(rig), (1U << agg) - 1);
}

/* ---- algorithm 11 -----------------------------------------------------------------------------
 */

START_TEST(one_of_two_to_the_agg_takes_a_line)
{
    struct rig rig;
    rig_init(&rig, &l1_bypass_ctrl_c, 0, NULL);
    raise_to(&rig, (unsigned)_i);
    for (unsigned i = 0; i < 3; i++)
        ck_assert_uint_eq(run_of_bypasses(&rig), (1U << _i) - 1);
    ck_assert(!goes_around(&rig, PC));
    rig_finish(&rig);
}
END_TEST

/* BYP counts misses alone, and is set back by the one that takes a line, not by AGG's going down.
 */
START_TEST(bypasses_are_counted_once)
{
    struct rig rig;
    rig_init(&rig, &l1_bypass_ctrl_c, 0, NULL);
    raise_to(&rig, 2);
    ck_assert(miss(&rig, PC) && miss(&rig, PC));
    for (unsigned i = 0; i < 5; i++) {
        ck_assert(takes_no_line(&rig, PC));
        tell(&rig, PC, WARP_ACCESS_HIT);
        tell(&rig, PC, WARP_ACCESS_MERGED);
        tell(&rig, PC, WARP_ACCESS_UNCACHED);
    }
    evict_many(&rig, 256, 1); /* AGG 1: BYP, 2, is above what it allows */
    ck_assert(!miss(&rig, PC));
    ck_assert(miss(&rig, PC) && !miss(&rig, PC));
    rig_finish(&rig);
}
END_TEST

/* BYP has 7 bits: with AGG 7 it goes to its end, 127, and no further. */
START_TEST(byp_saturates)
{
    struct rig rig;
    rig_init(&rig, &l1_bypass_ctrl_c, 0, NULL);
    raise_to(&rig, 7);
    for (unsigned i = 0; i < 300; i++) /* more than an SM would tell */
        tell(&rig, PC, WARP_ACCESS_BYPASSED);
    ck_assert(!miss(&rig, PC));
    ck_assert_uint_eq(run_of_bypasses(&rig), 127);
    rig_finish(&rig);
}
END_TEST

/* ---- algorithm 12 -----------------------------------------------------------------------------
 */

/* INSERT and ZERO have 10 bits, and the longest period is 1024 lines, all of them unused. */
START_TEST(a_period_ends_with_the_carry_of_insert)
{
    struct rig rig;
    rig_init(&rig, &l1_bypass_ctrl_c, 0, NULL);
    evict_many(&rig, 1023, 0);
    ck_assert_uint_eq(run_of_bypasses(&rig), 0);
    evict_many(&rig, 1, 0);
    ck_assert_uint_eq(run_of_bypasses(&rig), 1);
    evict_many(&rig, 511, 0); /* both began anew */
    ck_assert_uint_eq(run_of_bypasses(&rig), 1);
    evict_many(&rig, 1, 0);
    ck_assert_uint_eq(run_of_bypasses(&rig), 3);
    rig_finish(&rig);
}
END_TEST

START_TEST(agg_saturates_at_both_ends)
{
    struct rig rig;
    rig_init(&rig, &l1_bypass_ctrl_c, 0, NULL);
    raise_to(&rig, 7);
    evict_many(&rig, 100 * 8, 0);
    ck_assert_uint_eq(run_of_bypasses(&rig), 127);
    for (unsigned agg = 7; agg > 0; agg--) {
        evict_many(&rig, (1024U >> agg) - 1, 1);
        ck_assert_uint_eq(run_of_bypasses(&rig), (1U << agg) - 1);
        evict_many(&rig, 1, 1);
        ck_assert_uint_eq(run_of_bypasses(&rig), (1U << (agg - 1)) - 1);
    }
    evict_many(&rig, 3 * 1024, 1);
    ck_assert_uint_eq(run_of_bypasses(&rig), 0);
    raise_to(&rig, 1); /* from 0, not from below */
    rig_finish(&rig);
}
END_TEST

/* A period from AGG with so many unused lines. */
static const struct {
    unsigned agg, zero, after;
} periods[] = {
    {0, 409, 0},             /* 39.9 % */
    {0, 410, 1},             /* 40.04 % */
    {0, 0, 0},   {1, 51, 0}, /* 9.96 % */
    {1, 52, 1},              /* 10.2 % */
    {1, 204, 1}, {1, 205, 2}, {7, 0, 6}, {7, 1, 7} /* 12.5 % */, {7, 3, 7}, {7, 8, 7},
};

START_TEST(thresholds)
{
    struct rig rig;
    const unsigned agg = periods[_i].agg, lines = 1024U >> agg;
    rig_init(&rig, &l1_bypass_ctrl_c, 0, NULL);
    raise_to(&rig, agg);
    evict_many(&rig, periods[_i].zero, 0);
    evict_many(&rig, lines - periods[_i].zero, 3);
    ck_assert_uint_eq(run_of_bypasses(&rig), (1U << periods[_i].after) - 1);
    rig_finish(&rig);
}
END_TEST

/* With exactly the threshold it stays. */
START_TEST(thresholds_are_parameters)
{
    static const char *const parameters[] = {"period=128", "threshold_low=25", "threshold_high=50",
                                             NULL};
    struct rig rig;
    rig_init(&rig, &l1_bypass_ctrl_c, 0, parameters);
    evict_many(&rig, 64, 0);
    evict_many(&rig, 64, 1);
    ck_assert_uint_eq(run_of_bypasses(&rig), 0);
    evict_many(&rig, 65, 0);
    evict_many(&rig, 63, 1);
    ck_assert_uint_eq(run_of_bypasses(&rig), 1);
    evict_many(&rig, 16, 0);
    evict_many(&rig, 48, 1);
    ck_assert_uint_eq(run_of_bypasses(&rig), 1);
    evict_many(&rig, 15, 0);
    evict_many(&rig, 49, 1);
    ck_assert_uint_eq(run_of_bypasses(&rig), 0);
    rig_finish(&rig);
}
END_TEST

START_TEST(thresholds_the_other_way_round_are_refused)
{
    struct policy_values *values = policy_values_new(&l1_bypass_ctrl_c.policy.head);
    g_autoptr(GError) error = NULL;
    ck_assert(policy_values_check(values, NULL));
    ck_assert(policy_values_set(values, "threshold_low", "41", NULL));
    ck_assert(!policy_values_check(values, &error));
    ck_assert_str_eq(error->message,
                     "ctrl_c: threshold_low: expected at most threshold_high, 40 %");
    policy_values_free(values);
}
END_TEST

START_TEST(instructions_with_the_same_low_bits_share_an_entry)
{
    struct rig rig;
    rig_init(&rig, &l1_bypass_ctrl_c, 0, NULL);
    for (unsigned i = 0; i < 512; i++) {
        evict(&rig, PC, 0);
        evict(&rig, PC + 3 * 128, 0);
        evict(&rig, PC + 1, 1);
    }
    ck_assert(!miss(&rig, PC + 1) && !miss(&rig, PC + 64));
    ck_assert(miss(&rig, PC + 128));
    ck_assert(!miss(&rig, PC));
    rig_finish(&rig);
}
END_TEST

START_TEST(the_table_outlives_launches_unless_told)
{
    struct rig rig;
    for (unsigned clears = 0; clears < 2; clears++) {
        rig_init(&rig, &l1_bypass_ctrl_c, 0,
                 clears ? PARAMETERS("at_launch=clear") : PARAMETERS("at_launch=keep"));
        begin(&rig, 0, "first");
        raise_to(&rig, 3);
        begin(&rig, 1, "second");
        ck_assert_uint_eq(run_of_bypasses(&rig), clears ? 0 : 7);
        rig_finish(&rig);
    }
}
END_TEST

static void expect_report(const struct rig *rig, const uint64_t *expected)
{
    uint64_t values[4] = {0};
    l1_bypass_ctrl_c.policy.report(rig->state, values);
    for (unsigned i = 0; i < G_N_ELEMENTS(values); i++)
        ck_assert_uint_eq(values[i], expected[i]);
}

START_TEST(it_tells_of_the_launch)
{
    struct rig rig;
    rig_init(&rig, &l1_bypass_ctrl_c, 0, NULL);
    begin(&rig, 0, "first");
    raise_to(&rig, 3);
    evict_many(&rig, 128, 1);
    expect_report(&rig, (const uint64_t[]){3, 1, 1, 2});
    begin(&rig, 1, "second");
    expect_report(&rig, (const uint64_t[]){0, 0, 1, 2});
    rig_finish(&rig);
}
END_TEST

/* ---- thrashing --------------------------------------------------------------------------------
 */

enum { SETS = 32, WAYS = 4, ROUNDS = 4000 };

/* A cache with LRU, one line a fetch. */
struct cache {
    struct {
        uint64_t line, used; /* used 0: nothing is there */
        uint32_t uses;
    } ways[SETS][WAYS];
    uint64_t now;
};

/* Whether it hits. */
static bool load(struct cache *cache, struct rig *rig, uint64_t line)
{
    unsigned set = line % SETS, victim = 0;
    cache->now++;
    for (unsigned way = 0; way < WAYS; way++) {
        if (cache->ways[set][way].used && cache->ways[set][way].line == line) {
            cache->ways[set][way].used = cache->now;
            cache->ways[set][way].uses++;
            tell(rig, PC, WARP_ACCESS_HIT);
            return true;
        }
        if (cache->ways[set][way].used < cache->ways[set][victim].used)
            victim = way;
    }
    if (takes_no_line(rig, PC)) {
        tell(rig, PC, WARP_ACCESS_BYPASSED);
        return false;
    }
    if (cache->ways[set][victim].used)
        evict(rig, PC, cache->ways[set][victim].uses);
    cache->ways[set][victim].line = line;
    cache->ways[set][victim].used = cache->now;
    cache->ways[set][victim].uses = 0;
    tell(rig, PC, WARP_ACCESS_MISS);
    return false;
}

/* The share of hits in (a0 ... ak)^N on each set, in the last quarter of the rounds: what the loop
 * has settled on. */
static double hit_rate(const struct l1_bypass_ops *ops, unsigned lines)
{
    static struct cache cache;
    struct rig rig;
    uint64_t hits = 0;
    memset(&cache, 0, sizeof cache);
    rig_init(&rig, ops, 0, NULL);
    for (unsigned round = 0; round < ROUNDS; round++)
        for (uint64_t line = 0; line < (uint64_t)lines * SETS; line++)
            hits += load(&cache, &rig, line) && round >= ROUNDS * 3 / 4;
    rig_finish(&rig);
    return (double)hits / (lines * SETS * (ROUNDS / 4));
}

/* Belady's: of a set's lines and the one that is loaded that one goes (or doesn't come) whose next
 * load is the farthest; one set, as all have the same pattern. */
static double belady(unsigned lines)
{
    unsigned held[WAYS], n = 0, hits = 0;
    enum { TURNS = 400 };
    for (unsigned i = 0; i < TURNS * lines; i++) {
        const unsigned line = i % lines;
        unsigned farthest = 0;
        bool hit = false;
        for (unsigned way = 0; way < n; way++) {
            hit |= held[way] == line;
            if ((held[way] + lines - line) % lines > (held[farthest] + lines - line) % lines)
                farthest = way;
        }
        hits += hit && i >= TURNS / 2 * lines;
        if (!hit && n < WAYS)
            held[n++] = line;
        /* the line's own next load is `lines` away: farther than any of theirs, it does not come */
    }
    return (double)hits / (TURNS / 2 * lines);
}

static const unsigned working_sets[] = {5, 6, 8, 12, 16, 32, 64};

/* LRU keeps nothing of a set's lines once they are more than its ways; Ctrl-C keeps a part, two
 * thirds or more of what can be kept. */
START_TEST(thrashing)
{
    const unsigned lines = working_sets[_i];
    const double best = belady(lines), ours = hit_rate(&l1_bypass_ctrl_c, lines);
    ck_assert_double_eq_tol(best, (double)WAYS / lines, 1e-9);
    ck_assert_double_eq(hit_rate(&l1_bypass_none, lines), 0);
    ck_assert_double_le(ours, best);
    ck_assert_double_ge(ours, 0.6 * best);
    if (lines > WAYS + 1) /* of five lines four could stay: few evictions tell of it */
        ck_assert_double_ge(ours, 2.0 / 3 * best);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("Ctrl-C");
    TCase *tests = tcase_create("algorithms");
    tcase_add_loop_test(tests, one_of_two_to_the_agg_takes_a_line, 0, 8);
    tcase_add_test(tests, bypasses_are_counted_once);
    tcase_add_test(tests, byp_saturates);
    tcase_add_test(tests, a_period_ends_with_the_carry_of_insert);
    tcase_add_test(tests, agg_saturates_at_both_ends);
    tcase_add_loop_test(tests, thresholds, 0, (int)G_N_ELEMENTS(periods));
    tcase_add_test(tests, thresholds_are_parameters);
    tcase_add_test(tests, thresholds_the_other_way_round_are_refused);
    tcase_add_test(tests, instructions_with_the_same_low_bits_share_an_entry);
    tcase_add_test(tests, the_table_outlives_launches_unless_told);
    tcase_add_test(tests, it_tells_of_the_launch);
    tcase_add_loop_test(tests, thrashing, 0, (int)G_N_ELEMENTS(working_sets));
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
