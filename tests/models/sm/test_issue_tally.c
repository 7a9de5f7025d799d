/* SPDX-License-Identifier: BSD-3-Clause */
/* Issues counted by kind come to the same as issues counted one by one. */
#include "models/sm/core/issue_tally.h"
#include "tests/rigs/unit_rig.h"

static struct issue_kind kind_of(unsigned number)
{
    return (struct issue_kind){.lane_class = (uint8_t)(number % 3),
                               .operands = (uint8_t)(1 + number % 5),
                               .bank_cycles = (uint8_t)(number / 3 % 2),
                               .unit_class = (uint8_t)(number % UNIT_CLASSES),
                               .busy = (uint16_t)(1 + number / 7)};
}

static void count(struct sm_counters *counters, const struct issue_kind *kind, lane_mask lanes)
{
    unsigned n = 0;
    for (unsigned lane = 0; lane < WARP_LANES; lane++)
        n += lanes >> lane & 1;
    counters->thread_instructions += n;
    counters->lanes[kind->lane_class] += n;
    counters->operands += (uint64_t)n * kind->operands;
    counters->bank_conflict_cycles += kind->bank_cycles;
    counters->units[kind->unit_class] += kind->busy;
}

START_TEST(kinds_come_to_what_their_issues_do)
{
    static struct issue_tally tally;
    struct sm_counters expected = {0}, snapshot = {0}, settled = {0};
    tally = (struct issue_tally){0};
    for (unsigned i = 0; i < 200; i++) {
        struct issue_kind kind = kind_of(i % 40);
        const int number = issue_tally_note(&tally, &kind);
        ck_assert_int_ge(number, 0);
        const lane_mask lanes = i % 3 ? UINT32_MAX : i * 2654435761u;
        issue_tally_count(&tally, (unsigned)number, lanes);
        count(&expected, &kind, lanes);
        if (i == 77)
            issue_tally_settle(&tally, &settled);
    }
    snapshot = settled;
    issue_tally_add(&tally, &snapshot);
    ck_assert_mem_eq(&snapshot, &expected, sizeof expected);
    issue_tally_settle(&tally, &settled);
    ck_assert_mem_eq(&settled, &expected, sizeof expected);
    issue_tally_settle(&tally, &settled);
    ck_assert_mem_eq(&settled, &expected, sizeof expected);
}
END_TEST

START_TEST(kinds_may_be_too_many)
{
    static struct issue_tally tally;
    struct issue_kind kind = {0};
    tally = (struct issue_tally){0};
    for (unsigned i = 0; i < ISSUE_KINDS; i++) {
        kind.busy = (uint16_t)i;
        ck_assert_int_eq(issue_tally_note(&tally, &kind), (int)i);
    }
    kind.busy = ISSUE_KINDS;
    ck_assert_int_eq(issue_tally_note(&tally, &kind), -1);
    kind.busy = 5;
    ck_assert_int_eq(issue_tally_note(&tally, &kind), 5);
}
END_TEST

int main(void)
{
    const TTest *const tests[] = {kinds_come_to_what_their_issues_do, kinds_may_be_too_many};
    return run_suite("issue_tally", tests, G_N_ELEMENTS(tests));
}
