/* SPDX-License-Identifier: BSD-3-Clause */
/* DRAM's timing rules, of GDDR5 and HBM: when a command may follow others, and that a queue's
 * choices keep to them. */
#include "tests/models/dram/dram_rig.h"

START_TEST(activates_of_a_group_and_in_a_window)
{
    struct dram_timing timing = gtx480;
    timing.rrd = 3;
    timing.rrdl = 5;
    timing.faw = 20;
    struct dram_banks banks = {0};
    dram_banks_init(&banks, &timing);
    issue_allowed(&banks, DRAM_ACTIVATE, 0, 0, 0);
    ck_assert_uint_eq(earliest_cycle(&banks, DRAM_ACTIVATE, 1), 3); /* tRRD */
    ck_assert_uint_eq(earliest_cycle(&banks, DRAM_ACTIVATE, 4), 5); /* tRRDL, group 0 */
    issue_allowed(&banks, DRAM_ACTIVATE, 1, 0, 3);
    issue_allowed(&banks, DRAM_ACTIVATE, 2, 0, 6);
    ck_assert_uint_eq(earliest_cycle(&banks, DRAM_ACTIVATE, 3), 9);
    issue_allowed(&banks, DRAM_ACTIVATE, 3, 0, 9);
    ck_assert_uint_eq(earliest_cycle(&banks, DRAM_ACTIVATE, 4), 20); /* tFAW after the first */
    issue_allowed(&banks, DRAM_ACTIVATE, 4, 0, 21);
    ck_assert_uint_eq(earliest_cycle(&banks, DRAM_ACTIVATE, 5), 24); /* tRRD; tFAW from 3: 23 */
    ck_assert_uint_eq(earliest_cycle(&banks, DRAM_ACTIVATE, 8), 26); /* tRRDL */
}
END_TEST

START_TEST(writes_may_follow_an_activate_earlier)
{
    struct dram_banks banks = {0};
    dram_banks_init(&banks, &qv100);
    issue_allowed(&banks, DRAM_ACTIVATE, 5, 0, 100);
    ck_assert_uint_eq(earliest_cycle(&banks, DRAM_WRITE, 5), 109);
    ck_assert_uint_eq(earliest_cycle(&banks, DRAM_READ, 5), 112);
}
END_TEST

START_TEST(turnaround_and_precharge_depend_on_the_group)
{
    struct dram_timing timing = qv100;
    timing.wtrl = 7;
    timing.rtp = 2;
    timing.rtpl = 4;
    struct dram_banks banks = {0};
    dram_banks_init(&banks, &timing);
    banks.bank[0].row = 0; /* open */
    issue_allowed(&banks, DRAM_WRITE, 0, 0, 0);
    ck_assert_uint_eq(earliest_cycle(&banks, DRAM_READ, 1), 6);       /* WL 2 + burst 1 + tWTR 3 */
    ck_assert_uint_eq(earliest_cycle(&banks, DRAM_READ, 4), 10);      /* tWTRL */
    ck_assert_uint_eq(earliest_cycle(&banks, DRAM_WRITE, 1), 1);      /* tCCD */
    ck_assert_uint_eq(earliest_cycle(&banks, DRAM_WRITE, 4), 2);      /* tCCDL */
    ck_assert_uint_eq(earliest_cycle(&banks, DRAM_PRECHARGE, 0), 13); /* 2 + 1 + tWR 10 */
    ck_assert_uint_eq(earliest_cycle(&banks, DRAM_PRECHARGE, 4), 1);  /* the bus */
    banks.bank[1].row = 0;
    issue_allowed(&banks, DRAM_READ, 1, 0, 50);
    ck_assert_uint_eq(earliest_cycle(&banks, DRAM_PRECHARGE, 1), 54); /* tRTPL is longer */
    ck_assert_uint_eq(earliest_cycle(&banks, DRAM_PRECHARGE, 5), 54);
    ck_assert_uint_eq(earliest_cycle(&banks, DRAM_PRECHARGE, 2), 51); /* the bus */
    ck_assert_uint_eq(earliest_cycle(&banks, DRAM_WRITE, 2), 63);     /* tRTW */
}
END_TEST

START_TEST(distances_are_rebased)
{
    struct dram_banks banks = {0};
    dram_banks_init(&banks, &gtx480);
    uint64_t start = UINT64_C(5) << 32;
    issue_allowed(&banks, DRAM_ACTIVATE, 0, 1, start);
    ck_assert_uint_eq(earliest_cycle(&banks, DRAM_READ, 0), start + 12);
    ck_assert_uint_eq(earliest_cycle(&banks, DRAM_ACTIVATE, 1), start + 6);
    for (uint64_t at = start + 6; at < start + 60; at += 6)
        dram_banks_rebase(&banks, at);
    ck_assert_uint_eq(earliest_cycle(&banks, DRAM_PRECHARGE, 0), start + 28);
    ck_assert_uint_eq(earliest_cycle(&banks, DRAM_ACTIVATE, 0), start + 40);
}
END_TEST

/* The queue issues without looking at the rules again. So here each of its commands is issued to
 * other banks, too, which do look. */
static void check_choices(const struct dram_timing *timing, bool drained, uint64_t seed)
{
    enum { SIZE = 24, ROWS = 3, REQUESTS = 2000 };
    struct dram_banks banks = {0}, checked = {0};
    struct dram_queue queue;
    struct message message = {.kind = MESSAGE_DRAM_READ};
    uint64_t cycle = 0;
    dram_banks_init(&banks, timing);
    dram_banks_init(&checked, timing);
    dram_queue_init(&queue, SIZE, 4, drained);
    for (unsigned added = 0; added < REQUESTS || queue.bursts > 0;) {
        while (added < REQUESTS && dram_queue_has_room(&queue, 4) &&
               (seed = seed * 6364136223846793005u + 1442695040888963407u) >> 62 != 0) {
            const uint64_t random = seed >> 33;
            const struct dram_request request = {.row = random % ROWS,
                                                 .bank = random >> 4 & 15,
                                                 .direction = (random >> 8 & 3) == 0,
                                                 .bursts = 1 + (random >> 10 & 3)};
            dram_banks_reach(&banks, cycle);
            dram_queue_add(&queue, &banks, &request, &message);
            added++;
        }
        const uint64_t next = dram_queue_next(&queue, &banks);
        if (next == CYCLE_NEVER)
            continue;
        const struct dram_choice choice = queue.choice;
        const struct dram_request request = queue.requests[choice.request];
        dram_queue_run(&queue, &banks, next + 1, 0, SIZE);
        const enum dram_command command = (enum dram_command)choice.command;
        ck_assert_uint_ge(next, earliest_cycle(&checked, command, choice.bank));
        issue_allowed(&checked, command, choice.bank, request.row, next);
        ck_assert_uint_eq(banks.bank[choice.bank].row, checked.bank[choice.bank].row);
        cycle = next + 1;
    }
    ck_assert_uint_gt(queue.issued[DRAM_PRECHARGE], 0);
    ck_assert_uint_gt(queue.issued[DRAM_WRITE], 0);
    dram_queue_finish(&queue);
}

START_TEST(a_queue_keeps_the_rules)
{
    for (uint64_t seed = 1; seed <= 3; seed++) {
        check_choices(&gtx480, seed & 1, seed);
        check_choices(&qv100, !(seed & 1), seed);
    }
}
END_TEST

int main(void)
{
    const TTest *const tests[] = {activates_of_a_group_and_in_a_window,
                                  writes_may_follow_an_activate_earlier,
                                  turnaround_and_precharge_depend_on_the_group,
                                  distances_are_rebased, a_queue_keeps_the_rules};
    return run_suite("dram_rules", tests, G_N_ELEMENTS(tests));
}
