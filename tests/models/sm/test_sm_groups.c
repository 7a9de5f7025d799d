/* SPDX-License-Identifier: BSD-3-Clause */
/* Products of warp groups, by hand: when they are done, who waits, how many wait for the unit. */
#include "models/sm/front/sm_groups.h"
#include "tests/rigs/unit_rig.h"

enum { NOW = 1000, BUSY = 128, TAIL = 64, ISSUE = 17, PLACES = 4, LONGEST = 700 };

static struct sm_config config;
static struct unit_pool pool;
static struct warp_groups groups;
static uint64_t unit_cycles;

static void begin(void)
{
    config = (struct sm_config){.unit_queue = {0, 0, PLACES, LONGEST, ISSUE},
                                .pipes = {[PIPE_TENSOR] = 1, [PIPE_GROUP] = 1},
                                .ops = {[OP_TENSOR] = {.pipe = PIPE_TENSOR}}};
    pool = (struct unit_pool){0};
    groups = (struct warp_groups){0};
    unit_cycles = 0;
    unit_pool_init(&pool, &config, NULL);
}

static void product(uint64_t cycle, bool ends)
{
    const struct instruction in = {.op_class = OP_TENSOR,
                                   .flags = INSTRUCTION_GROUP,
                                   .tensor_columns = 32 | (ends ? TENSOR_ENDS_GROUP : 0)};
    const struct issue_facts facts = {.pipe = PIPE_GROUP, .busy = BUSY, .latency = TAIL};
    ck_assert_uint_eq(unit_pool_busy(&pool, cycle) >> PIPE_GROUP & 1, 0);
    ck_assert_uint_eq(
        warp_groups_issue(&groups, 1, &pool, &config, &in, &facts, cycle, &unit_cycles), cycle + 1);
}

static uint64_t step(uint64_t warp, uint64_t cycle, enum group_step what, uint8_t allowed)
{
    const struct instruction in = {.op_class = OP_INT,
                                   .flags = INSTRUCTION_GROUP,
                                   .group_step = (uint8_t)what,
                                   .group_allowed = allowed};
    const struct issue_facts facts = {.pipe = PIPE_INT, .busy = 1, .latency = 4};
    return warp_groups_issue(&groups, warp, &pool, &config, &in, &facts, cycle, &unit_cycles);
}

static uint64_t wait(uint64_t cycle, uint8_t allowed)
{
    return step(1, cycle, GROUP_WAIT, allowed);
}

START_TEST(a_wait_lasts_until_the_product_is_done)
{
    begin();
    product(NOW, true);
    ck_assert_uint_eq(wait(NOW + 1, 0), NOW + BUSY + TAIL);
    ck_assert_uint_eq(wait(NOW + 1, 1), NOW + 2);
    ck_assert_uint_eq(wait(NOW + 500, 0), NOW + 501);
    ck_assert_uint_eq(unit_cycles, BUSY);
}
END_TEST

/* What no group has yet, nobody waits for; fences take no time. */
START_TEST(a_commit_makes_a_group_of_all_before)
{
    begin();
    ck_assert_uint_eq(step(1, NOW, GROUP_FENCE, 0), NOW + 1);
    product(NOW, false);
    product(NOW + ISSUE, false);
    ck_assert_uint_eq(wait(NOW + 20, 0), NOW + 21);
    ck_assert_uint_eq(step(1, NOW + 20, GROUP_COMMIT, 0), NOW + 21);
    product(NOW + 2 * ISSUE, true);
    ck_assert_uint_eq(wait(NOW + 50, 1), NOW + 2 * BUSY + TAIL);
    ck_assert_uint_eq(wait(NOW + 50, 0), NOW + 3 * BUSY + TAIL);
}
END_TEST

/* One works, PLACES wait, with ISSUE cycles from one to the next. */
START_TEST(a_queue_has_an_end)
{
    begin();
    for (unsigned i = 0; i < PLACES; i++) {
        product(NOW + i * ISSUE, true);
        if (i + 1 < PLACES)
            ck_assert_uint_eq(pool.pipe[PIPE_GROUP]->room_at, NOW + (i + 1) * ISSUE);
    }
    ck_assert_uint_eq(pool.pipe[PIPE_GROUP]->room_at, NOW + PLACES * ISSUE);
    product(NOW + PLACES * ISSUE, true);
    /* the oldest of those that may wait starts behind the first */
    ck_assert_uint_eq(pool.pipe[PIPE_GROUP]->room_at, NOW + BUSY);
    ck_assert_uint_eq(pool.pipe[PIPE_TENSOR]->room_at, NOW + (PLACES + 1) * BUSY);
}
END_TEST

START_TEST(another_warp_begins_anew)
{
    begin();
    product(NOW, true);
    ck_assert_uint_eq(step(2, NOW + 1, GROUP_WAIT, 0), NOW + 2);
}
END_TEST

int main(void)
{
    const TTest *const tests[] = {a_wait_lasts_until_the_product_is_done,
                                  a_commit_makes_a_group_of_all_before, a_queue_has_an_end,
                                  another_warp_begins_anew};
    return run_suite("sm_groups", tests, G_N_ELEMENTS(tests));
}
