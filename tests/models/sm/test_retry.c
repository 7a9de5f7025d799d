/* SPDX-License-Identifier: BSD-3-Clause */
/* Loads that L1D cannot take wait aside when the scheduler asks for it (mascar does, 32 of them),
 * and what is behind them passes, unless it is about their line. One MSHR, so that a second miss is
 * stuck until the first one's line is there. */
#include "tests/models/sm/sm_rig.h"

#define STUCK "sm.l1d.mshrs=1"
#define LOAD(at, of, ...)                                                                          \
    {                                                                                              \
        .op = OP_LOAD, .base = (at), .stride = LINE_BYTES, .lanes = (of), ##__VA_ARGS__            \
    }

enum { MANY = 32 };

static struct rig *new_rig(const struct rig_step *steps, unsigned n, const char *scheduler)
{
    static const char *const sets[] = {STUCK, "sm.ldst.queue=8", NULL};
    return rig_new_observed(steps, n, false, sets, SIM_TIME_NEVER, scheduler, NULL);
}

/* The last step waits for the one before it, and for no other. */
static void wait_for_last(struct rig *rig, unsigned n)
{
    struct instruction *last = &rig->instructions[n - 1];
    last->n_sources = 1;
    last->registers[1] = rig->instructions[n - 2].registers[0];
}

/* Cycles from the issue of the last but one step to that of the last, which needs its value. */
static uint64_t last_latency(const struct rig_step *steps, unsigned n, const char *scheduler,
                             uint64_t retried, uint64_t *second_miss)
{
    struct rig *rig = new_rig(steps, n, scheduler);
    wait_for_last(rig, n);
    rig_run(rig, 1);
    ck_assert_uint_eq(sm_counters(rig->sm)->l1.retried, retried);
    uint64_t cycles = rig->issued_at[n - 1] - rig->issued_at[n - 2];
    *second_miss = rig_request(rig, 2)->cycle - rig_request(rig, 1)->cycle;
    rig_free(rig);
    return cycles;
}

START_TEST(a_hit_passes_a_blocked_miss)
{
    static const struct rig_step steps[] = {LOAD(0x1000, 1), LOAD(0x2000, 1, .waits = true),
                                            LOAD(0x3000, 1), LOAD(0x1000, 1), LOAD(0x1000, 1)};
    uint64_t aside, in_order, hit = 5 + 35; /* ldst.issue_latency, l1d.hit_latency */
    ck_assert_uint_eq(last_latency(steps, 5, "mascar", 1, &aside), hit);
    /* The second miss leaves in the cycle in which the first one's line comes: a way to the bank
     * and one back, and a cycle in the port for each of them. */
    uint64_t late = last_latency(steps, 5, "lrr", 0, &in_order);
    ck_assert_uint_ge(late, 2 * RIG_HOP_CYCLES);
    ck_assert_uint_eq(aside, in_order);
    ck_assert_uint_eq(aside, 2 * RIG_HOP_CYCLES + 1);
}
END_TEST

/* 31 of the first load's transactions wait aside and one of the second's; the others hold up the
 * hit, until they have room there. */
START_TEST(so_many_wait_aside)
{
    static const struct rig_step steps[] = {LOAD(0x1000, 1),
                                            LOAD(0x10000, UINT32_MAX, .waits = true),
                                            LOAD(0x20000, 1), LOAD(0x1000, 1), LOAD(0x1000, 1)};
    struct rig_step more[G_N_ELEMENTS(steps)];
    uint64_t second_miss;
    memcpy(more, steps, sizeof more);
    more[2].lanes = 3;
    /* The last of 31 misses is tried 30 cycles after the first one. */
    uint64_t hit = last_latency(steps, 5, "mascar", MANY, &second_miss);
    ck_assert_uint_lt(hit, 5 + MANY + 1 + 35 + 1);
    uint64_t late = last_latency(more, 5, "mascar", MANY + 1, &second_miss);
    ck_assert_uint_gt(late, 2 * RIG_HOP_CYCLES);
}
END_TEST

/* A store and an access past L1 stay behind a load of their line, a load joins it, and all in
 * order; those of other lines pass. */
START_TEST(what_is_about_their_line_stays_behind)
{
    static const struct rig_step steps[] = {LOAD(0x2000, 1),
                                            LOAD(0x3000, 3),
                                            LOAD(0x3000, 1),
                                            {.op = OP_STORE, .base = 0x4000, .lanes = 1},
                                            {.op = OP_STORE, .base = 0x3000, .lanes = 1},
                                            LOAD(0x3000, 1, .flags = INSTRUCTION_STRONG)};
    struct rig *rig = new_rig(steps, G_N_ELEMENTS(steps), "mascar");
    rig_run(rig, 1);
    rig_expect(rig, 0, MESSAGE_READ, 0x2000, 15);
    rig_expect(rig, 1, MESSAGE_WRITE, 0x4000, 1);
    rig_expect(rig, 2, MESSAGE_READ, 0x3000, 15);
    rig_expect(rig, 3, MESSAGE_WRITE, 0x3000, 1);
    rig_expect(rig, 4, MESSAGE_READ, 0x3080, 15);
    rig_expect(rig, 5, MESSAGE_READ, 0x3000, 1);
    ck_assert_uint_eq(rig->bank.requests->len, 6);
    ck_assert_uint_eq(rig->loaded[1][0], 0x3000 / 4);
    ck_assert_uint_eq(rig->loaded[1][1], 0x3080 / 4);
    ck_assert_uint_eq(rig->loaded[2][0], 0x3000 / 4);
    ck_assert_uint_eq(rig->loaded[5][0], 0);
    ck_assert_uint_eq(sm_counters(rig->sm)->l1.retried, 3);
    ck_assert_uint_eq(sm_counters(rig->sm)->l1.merges, 1);
    rig_free(rig);
}
END_TEST

int main(void)
{
    const TTest *const tests[] = {a_hit_passes_a_blocked_miss, so_many_wait_aside,
                                  what_is_about_their_line_stays_behind};
    return run_suite("retry", tests, G_N_ELEMENTS(tests));
}
