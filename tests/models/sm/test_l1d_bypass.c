/* SPDX-License-Identifier: BSD-3-Clause */
/* Loads that go around L1D, exactly: what they ask for, what they join and leave behind. Values are
 * those of a plain memory in test_l1d_random.c. */
#include "tests/models/sm/scripted_bypass.h"
#include <check.h>

#define LOAD(at, ...)                                                                              \
    {                                                                                              \
        .op = OP_LOAD, .base = (at), .stride = 4, ##__VA_ARGS__                                    \
    }
#define STORE(at, ...)                                                                             \
    {                                                                                              \
        .op = OP_STORE, .base = (at), .stride = 4, ##__VA_ARGS__                                   \
    }
/* Lanes of one sector of 32 bytes. */
#define SECTOR(i) .lanes = UINT32_C(0xff) << 8 * (i)

/* Runs the steps; the caller looks at what came of them. */
static struct rig *run(const struct rig_step *steps, unsigned n, const char *const *sets,
                       struct scripted_bypass bypass)
{
    struct rig *rig = rig_new(steps, n, false, sets, SIM_TIME_NEVER);
    rig_bypass(rig, &bypass);
    rig_run(rig, 1);
    for (unsigned i = 0; i < n; i++)
        for (unsigned lane = 0; steps[i].op == OP_LOAD && lane < WARP_LANES; lane++)
            if (!steps[i].lanes || steps[i].lanes >> lane & 1)
                ck_assert_uint_eq(rig->loaded[i][lane], steps[i].base / 4 + lane);
    return rig;
}

static void expect_loads(const struct rig *rig, uint64_t hits, uint64_t merges, uint64_t misses,
                         uint64_t bypassed)
{
    const struct sm_counters *c = sm_counters(rig->sm);
    ck_assert_uint_eq(c->l1.hits, hits);
    ck_assert_uint_eq(c->l1.merges, merges);
    ck_assert_uint_eq(c->l1.misses, misses);
    ck_assert_uint_eq(c->l1.bypassed, bypassed);
    ck_assert_uint_eq(c->l1.loads, hits + merges + misses + bypassed);
}

/* Twice the same line: both ask for it, before or after a lookup. */
START_TEST(nothing_is_left_behind)
{
    static const struct rig_step steps[] = {LOAD(0x1000), LOAD(0x1000, .waits = true),
                                            LOAD(0x1000, .waits = true)};
    struct rig *rig =
        run(steps, 3, NULL,
            _i ? (struct scripted_bypass){.around = 3} : (struct scripted_bypass){.on_miss = 3});
    ck_assert_uint_eq(rig->bank.requests->len, 3);
    expect_loads(rig, 0, 0, 1, 2);
    rig_free(rig);
}
END_TEST

/* Nor can others join it on its way. */
START_TEST(nobody_joins_it)
{
    static const struct rig_step steps[] = {LOAD(0x1000), LOAD(0x1000), LOAD(0x1000)};
    struct rig *rig = run(steps, 3, NULL, (struct scripted_bypass){.on_miss = 1});
    ck_assert_uint_eq(rig->bank.requests->len, 2);
    expect_loads(rig, 0, 1, 1, 1);
    rig_free(rig);
}
END_TEST

/* ... but it joins what will be kept. */
START_TEST(it_joins_a_fetch)
{
    static const struct rig_step steps[] = {LOAD(0x1000), LOAD(0x1000),
                                            LOAD(0x1000, .waits = true)};
    struct rig *rig =
        run(steps, 3, NULL,
            _i ? (struct scripted_bypass){.around = 2} : (struct scripted_bypass){.on_miss = 2});
    ck_assert_uint_eq(rig->bank.requests->len, 1);
    expect_loads(rig, 1, 1, 1, 0);
    rig_free(rig);
}
END_TEST

/* Around the cache it asks although the line is there; after a lookup it hits. */
START_TEST(a_line_that_is_there)
{
    static const struct rig_step steps[] = {LOAD(0x1000), LOAD(0x1000, .waits = true),
                                            LOAD(0x1000, .waits = true)};
    struct rig *rig =
        run(steps, 3, NULL,
            _i ? (struct scripted_bypass){.around = 2} : (struct scripted_bypass){.on_miss = 2});
    expect_loads(rig, _i ? 1 : 2, 0, 1, _i);
    rig_free(rig);
}
END_TEST

/* Sectors 0 there, 1 on its way, 2 and 3 missing: it asks for these alone, and keeps none. */
START_TEST(sectors_are_had_each_in_its_way)
{
    static const char *const sets[] = {"sm.l1d.sector=32B", NULL};
    static const struct rig_step steps[] = {
        LOAD(0x1000, SECTOR(0)), LOAD(0x1000, SECTOR(1), .waits = true), LOAD(0x1000),
        LOAD(0x1000, SECTOR(1), .waits = true), LOAD(0x1000, SECTOR(3))};
    struct rig *rig =
        run(steps, 5, sets,
            _i ? (struct scripted_bypass){.around = 4} : (struct scripted_bypass){.on_miss = 4});
    const struct sm_counters *c = sm_counters(rig->sm);
    ck_assert_uint_eq(rig->bank.requests->len, 4);
    rig_expect(rig, 0, MESSAGE_READ, 0x1000, 1);
    rig_expect(rig, 1, MESSAGE_READ, 0x1000, 2);
    rig_expect(rig, 2, MESSAGE_READ, 0x1000, _i ? 13 : 12);
    rig_expect(rig, 3, MESSAGE_READ, 0x1000, 8);
    expect_loads(rig, 1, 0, 3, 1);
    ck_assert_uint_eq(c->l1.sector_hits, _i ? 1 : 2);
    ck_assert_uint_eq(c->l1.sector_merges, 1);
    ck_assert_uint_eq(c->l1.sector_bypassed, _i ? 3 : 2);
    ck_assert_uint_eq(c->l1.sector_misses, 3);
    rig_free(rig);
}
END_TEST

/* Four lines of one set, then one that bypasses, then a fifth: the first one goes, as it would
 * without the bypass; neither that nor a bypassing access to the first counts as a use. */
START_TEST(the_order_of_replacement_stays)
{
    static const char *const sets[] = {"sm.l1d.size=512B", NULL};
    static const struct rig_step steps[] = {LOAD(0x0),
                                            LOAD(0x80, .waits = true),
                                            LOAD(0x100, .waits = true),
                                            LOAD(0x180, .waits = true),
                                            LOAD(0x200, .waits = true), /* bypasses */
                                            LOAD(0x0, .waits = true),   /* bypasses */
                                            LOAD(0x280, .waits = true), /* takes 0x0's line */
                                            LOAD(0x80, .waits = true),
                                            LOAD(0x100, .waits = true),
                                            LOAD(0x180, .waits = true),
                                            LOAD(0x0, .waits = true)};
    struct rig *rig =
        run(steps, G_N_ELEMENTS(steps), sets, (struct scripted_bypass){.around = 1 << 4 | 1 << 5});
    expect_loads(rig, 3, 0, 6, 2);
    rig_free(rig);
}
END_TEST

/* One MSHR: a bypassing load waits for it as others do, and so does a second one; with all lines
 * reserved it needs none. */
START_TEST(it_waits_for_an_mshr_and_for_no_line)
{
    static const char *const one_mshr[] = {"sm.l1d.mshrs=1", NULL};
    static const char *const one_line[] = {"sm.l1d.size=128B", "sm.l1d.ways=1", NULL};
    static const struct rig_step steps[] = {LOAD(0x0), LOAD(0x80), LOAD(0x100)};
    struct rig *rig = run(steps, 3, one_mshr, (struct scripted_bypass){.on_miss = 6});
    ck_assert_uint_ge(rig_request(rig, 1)->cycle, rig_request(rig, 0)->cycle + 2 * RIG_HOP_CYCLES);
    ck_assert_uint_ge(rig_request(rig, 2)->cycle, rig_request(rig, 1)->cycle + 2 * RIG_HOP_CYCLES);
    rig_free(rig);
    rig = run(steps, 3, one_line, (struct scripted_bypass){.on_miss = 6});
    ck_assert_uint_lt(rig_request(rig, 2)->cycle, rig_request(rig, 0)->cycle + RIG_HOP_CYCLES);
    rig_free(rig);
}
END_TEST

/* A store cuts off what is on its way: a bypassing load behind it asks anew. */
START_TEST(it_comes_behind_stores)
{
    static const struct rig_step steps[] = {LOAD(0x1000), STORE(0x1000, .value = 77), LOAD(0x1000)};
    struct scripted_bypass bypass = {.around = _i ? 4 : 0, .on_miss = _i ? 0 : 4};
    struct rig *rig = rig_new(steps, 3, false, NULL, SIM_TIME_NEVER);
    rig_bypass(rig, &bypass);
    rig_run(rig, 1);
    ck_assert_uint_eq(rig->bank.requests->len, 3);
    rig_expect(rig, 1, MESSAGE_WRITE, 0x1000, 15);
    rig_expect(rig, 2, MESSAGE_READ, 0x1000, 15);
    ck_assert_uint_eq(rig->loaded[0][3], 0x1000 / 4 + 3);
    ck_assert_uint_eq(rig->loaded[2][3], 77 + 3);
    expect_loads(rig, 0, 0, 1, 1);
    rig_free(rig);
}
END_TEST

/* Strong loads are not asked for. */
START_TEST(strong_loads_are_uncached)
{
    static const struct rig_step steps[] = {LOAD(0x1000, .flags = INSTRUCTION_STRONG)};
    struct rig *rig = run(steps, 1, NULL, (struct scripted_bypass){1, 1});
    ck_assert_uint_eq(sm_counters(rig->sm)->l1.uncached, 1);
    ck_assert_uint_eq(sm_counters(rig->sm)->l1.bypassed, 0);
    rig_free(rig);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("l1d bypass");
    TCase *tcase = tcase_create("l1d bypass");
    tcase_add_loop_test(tcase, nothing_is_left_behind, 0, 2);
    tcase_add_test(tcase, nobody_joins_it);
    tcase_add_loop_test(tcase, it_joins_a_fetch, 0, 2);
    tcase_add_loop_test(tcase, a_line_that_is_there, 0, 2);
    tcase_add_loop_test(tcase, sectors_are_had_each_in_its_way, 0, 2);
    tcase_add_test(tcase, the_order_of_replacement_stays);
    tcase_add_test(tcase, it_waits_for_an_mshr_and_for_no_line);
    tcase_add_loop_test(tcase, it_comes_behind_stores, 0, 2);
    tcase_add_test(tcase, strong_loads_are_uncached);
    suite_add_tcase(suite, tcase);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed != 0;
}
