/* SPDX-License-Identifier: BSD-3-Clause */
/* CAWS, replayed against section 3.4.2 of S.-Y. Lee's dissertation (Arizona State University 2017):
 * counters of turns, set to 48, 40 or 60 in a pool of 48; its three forms; inversions. */
#include "tests/rigs/fake_sm.h"
#include "tests/rigs/suite.h"

#include <string.h>

enum { POOL = 48 };

struct rig {
    struct fake_sm sm;
    struct criticality criticality; /* score: the oracle's times */
};

static void setup(struct rig *rig, const char *form, unsigned slots)
{
    g_autofree char *setting = g_strdup_printf("form=%s", form);
    fake_sm_init_with(&rig->sm, scheduler_called("caws"), slots, 1,
                      (const char *const[]){setting, NULL});
    rig->criticality = (struct criticality){0};
    rig->sm.view.criticality = &rig->criticality;
    fake_sm_start_kernel(&rig->sm, 0, slots);
}

static void teardown(struct rig *rig)
{
    ck_assert_ptr_null(rig->sm.problem);
    fake_sm_finish(&rig->sm);
}

/* A block in these slots. */
static void start_block(struct rig *rig, uint8_t place, uint64_t warps)
{
    const struct warp_block block = {.slot = place, .warps = warps};
    FAKE_SM_TELL(&rig->sm, block_started, &block, &rig->sm.view);
    for (; warps; warps &= warps - 1)
        fake_sm_start_warp(&rig->sm, warp_first(warps));
}

static void finish_block(struct rig *rig, uint8_t place)
{
    const struct warp_block block = {.slot = place};
    FAKE_SM_TELL(&rig->sm, block_finished, &block, &rig->sm.view);
}

/* How often each warp issues in so many turns, all ready. */
static void count_turns(struct rig *rig, unsigned turns, unsigned *counts)
{
    for (; turns > 0; turns--)
        counts[fake_sm_issue(&rig->sm, 0, UINT64_MAX)]++;
}

/* All alike: round robin, counters from 0 to 47. */
START_TEST(equal_warps_take_turns)
{
    struct rig rig;
    setup(&rig, "avg", POOL);
    start_block(&rig, 0, (UINT64_C(1) << POOL) - 1);
    for (unsigned turn = 0; turn < 5 * POOL; turn++)
        ck_assert_uint_eq(fake_sm_issue(&rig.sm, 0, UINT64_MAX), turn % POOL);
    teardown(&rig);
}
END_TEST

/* One critical warp is set to 40, so that it is back 8 turns before those that are set to 48. */
START_TEST(a_critical_warp_is_back_after_40_turns)
{
    struct rig rig;
    setup(&rig, "blk", POOL);
    rig.criticality.score[3] = 100;
    start_block(&rig, 0, (UINT64_C(1) << POOL) - 1);
    unsigned last = 3;
    ck_assert_uint_eq(fake_sm_issue(&rig.sm, 0, UINT64_MAX), 0);
    for (unsigned turn = 1; turn < 200; turn++)
        if (fake_sm_issue(&rig.sm, 0, UINT64_MAX) == 3 && turn > 3) {
            ck_assert_uint_eq(turn - last, 40);
            last = turn;
        }
    ck_assert_uint_eq(last, 163);
    teardown(&rig);
}
END_TEST

/* 40 of 48 is 20 % more often, 60 of 48 is 20 % less. */
START_TEST(levels_of_avg)
{
    struct rig rig;
    unsigned counts[WARP_SLOTS] = {0};
    setup(&rig, "avg", POOL);
    for (unsigned slot = 0; slot < POOL; slot++)
        rig.criticality.score[slot] = 1000;
    rig.criticality.score[7] = 1210; /* more than 20 % above the average of 1000 */
    rig.criticality.score[9] = 790;
    rig.criticality.score[11] = 1190; /* within the band */
    rig.criticality.score[13] = 810;
    start_block(&rig, 0, (UINT64_C(1) << POOL) - 1);
    count_turns(&rig, 48 * 240, counts);
    ck_assert_uint_eq(counts[11], counts[0]);
    ck_assert_uint_eq(counts[13], counts[0]);
    ck_assert_msg(counts[7] * 100 >= counts[0] * 119 && counts[7] * 100 <= counts[0] * 121,
                  "%u of %u", counts[7], counts[0]);
    ck_assert_msg(counts[9] * 100 >= counts[0] * 79 && counts[9] * 100 <= counts[0] * 81,
                  "%u of %u", counts[9], counts[0]);
    teardown(&rig);
}
END_TEST

/* Two blocks, the two slowest warps in the first: blk has one of each block, sm these two. */
START_TEST(forms_choose)
{
    enum { SLOTS = 24, TURNS = 100 * SLOTS };
    static const struct {
        const char *form;
        unsigned more[2];
    } forms[] = {{"blk", {0, 12}}, {"sm", {0, 1}}};
    for (unsigned i = 0; i < G_N_ELEMENTS(forms); i++) {
        struct rig rig;
        unsigned counts[WARP_SLOTS] = {0};
        setup(&rig, forms[i].form, SLOTS);
        rig.criticality.score[0] = 90;
        rig.criticality.score[1] = 80;
        rig.criticality.score[12] = 30;
        start_block(&rig, 0, 0xfff);
        start_block(&rig, 1, 0xfff << 12);
        count_turns(&rig, TURNS, counts);
        for (unsigned slot = 0; slot < SLOTS; slot++)
            ck_assert_msg((counts[slot] > 110) ==
                              (slot == forms[i].more[0] || slot == forms[i].more[1]),
                          "%s: %u of slot %u", forms[i].form, counts[slot], slot);
        teardown(&rig);
    }
}
END_TEST

/* A warp that was not ready goes as soon as it is: it is due for longest. */
START_TEST(who_waits_is_first_afterwards)
{
    struct rig rig;
    setup(&rig, "avg", 8);
    start_block(&rig, 0, 0xff);
    for (unsigned turn = 0; turn < 20; turn++)
        ck_assert_uint_ne(fake_sm_issue(&rig.sm, 0, 0xfb), 2);
    ck_assert_uint_eq(fake_sm_issue(&rig.sm, 0, 0xff), 2);
    ck_assert_uint_ne(fake_sm_issue(&rig.sm, 0, 0xff), 2);
    teardown(&rig);
}
END_TEST

static void expect_inversions(struct rig *rig, uint64_t blocks, uint64_t inversions)
{
    uint64_t values[2] = {0};
    rig->sm.ops->policy.report(rig->sm.state, values);
    ck_assert_uint_eq(values[0], blocks);
    ck_assert_uint_eq(values[1], inversions);
}

/* The oracle's slowest warp is accelerated, and ends before one that was not; then last. */
START_TEST(inversions_are_counted)
{
    struct rig rig;
    setup(&rig, "blk", 4);
    for (uint64_t round = 1; round <= 2; round++) {
        rig.criticality.score[1] = 100;
        start_block(&rig, 0, 0xf);
        for (unsigned turn = 0; turn < 8; turn++)
            fake_sm_issue(&rig.sm, 0, UINT64_MAX);
        for (unsigned i = 0; i < 4; i++) {
            rig.sm.view.cycle++;
            fake_sm_finish_warp(&rig.sm, round == 1 ? i : (i + 2) % 4); /* 3 last, then 1 */
        }
        finish_block(&rig, 0);
        expect_inversions(&rig, round, 1);
    }
    fake_sm_start_kernel(&rig.sm, 1, 4);
    expect_inversions(&rig, 0, 0);
    teardown(&rig);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("CAWS");
    TCase *tests = tcase_create("scripts");
    tcase_add_test(tests, equal_warps_take_turns);
    tcase_add_test(tests, a_critical_warp_is_back_after_40_turns);
    tcase_add_test(tests, levels_of_avg);
    tcase_add_test(tests, forms_choose);
    tcase_add_test(tests, who_waits_is_first_afterwards);
    tcase_add_test(tests, inversions_are_counted);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
