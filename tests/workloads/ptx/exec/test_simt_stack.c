/* SPDX-License-Identifier: BSD-3-Clause */
/* The SIMT stack, driven by hand. */
#include "workloads/ptx/exec/simt_stack.h"

#include <check.h>

static struct simt_level levels[SIMT_MAX_LEVELS];

static void start(struct simt_stack *stack, uint32_t pc, lane_mask lanes)
{
    simt_init(stack, levels, SIMT_MAX_LEVELS, pc, lanes);
}

static void expect(const struct simt_stack *stack, uint32_t pc, lane_mask lanes)
{
    ck_assert_uint_eq(simt_lanes(stack), lanes);
    if (lanes != 0)
        ck_assert_uint_eq(simt_pc(stack), pc);
}

START_TEST(uniform_branches_push_nothing)
{
    struct simt_stack s;
    start(&s, 0, 0xff);
    ck_assert(!simt_branch(&s, 0xff, 10, 1, 20));
    expect(&s, 10, 0xff);
    ck_assert(!simt_branch(&s, 0, 5, 11, 20));
    expect(&s, 11, 0xff);
    ck_assert_uint_eq(s.depth, 1);
}
END_TEST

START_TEST(if_else)
{
    struct simt_stack s;
    start(&s, 3, 0xff);
    ck_assert(simt_branch(&s, 0x0f, 10, 4, 20));
    expect(&s, 4, 0xf0); /* the fall-through side first */
    simt_go(&s, 5);
    simt_go(&s, 20);
    expect(&s, 10, 0x0f);
    simt_go(&s, 20);
    expect(&s, 20, 0xff);
    ck_assert_uint_eq(s.depth, 1);
}
END_TEST

START_TEST(if_without_else)
{
    struct simt_stack s;
    start(&s, 3, 0xff);
    ck_assert(simt_branch(&s, 0x0f, 20, 4, 20));
    expect(&s, 4, 0xf0);
    simt_go(&s, 20);
    expect(&s, 20, 0xff);
}
END_TEST

/* A loop at 1..2, exit 3: one lane leaves each time round; the stack doesn't grow. */
START_TEST(loop_keeps_the_stack_flat)
{
    struct simt_stack s;
    start(&s, 1, 0xffffffff);
    for (unsigned i = 0; i < 31; i++) {
        simt_go(&s, 2);
        lane_mask stay = 0xfffffffeu << i;
        ck_assert(simt_branch(&s, stay, 1, 3, 3));
        expect(&s, 1, stay);
        ck_assert_uint_eq(s.depth, 2);
    }
    simt_go(&s, 2);
    ck_assert(!simt_branch(&s, 0, 1, 3, 3));
    expect(&s, 3, 0xffffffff);
    ck_assert_uint_eq(s.depth, 1);
}
END_TEST

START_TEST(exits_shrink_every_level)
{
    struct simt_stack s;
    start(&s, 0, 0xff);
    simt_branch(&s, 0x0f, 10, 1, 20);
    simt_exit(&s, 0x30, 2); /* two of 0xf0 leave, the others go on */
    expect(&s, 2, 0xc0);
    simt_exit(&s, 0xc0, 3);
    expect(&s, 10, 0x0f);
    simt_go(&s, 20);
    expect(&s, 20, 0x0f);
    simt_exit(&s, 0x0f, 21);
    expect(&s, 0, 0);
    ck_assert_uint_eq(s.depth, 0);
}
END_TEST

START_TEST(both_sides_exit)
{
    struct simt_stack s;
    start(&s, 0, 0xff);
    simt_branch(&s, 0x0f, 10, 1, SIMT_NEVER);
    simt_exit(&s, 0xf0, 2);
    expect(&s, 10, 0x0f);
    simt_exit(&s, 0x0f, 11);
    ck_assert_uint_eq(s.depth, 0);
}
END_TEST

/* The deepest nest: every if of 31 nested ones sends one lane to a side that is not empty. */
START_TEST(deepest_nest_fits)
{
    struct simt_stack s;
    start(&s, 0, 0xffffffff);
    for (unsigned i = 0; i < 31; i++) {
        lane_mask inner = 0xfffffffeu << i;
        ck_assert(simt_branch(&s, (lane_mask)1 << i, 500 + i, i + 1, 1000 - i));
        expect(&s, i + 1, inner);
    }
    ck_assert_uint_eq(s.depth, 63);
    for (unsigned i = 31; i-- > 0;) {
        simt_go(&s, 1000 - i);
        expect(&s, 500 + i, (lane_mask)1 << i);
        simt_go(&s, 1000 - i);
        expect(&s, 1000 - i, 0xffffffffu << i);
    }
    ck_assert_uint_eq(s.depth, 1);
}
END_TEST

/* Two nested loops, inner trips (lane % 3) + 1, outer trips (lane % 5) + 1; per-lane counts of the
 * body must be those of 32 threads run alone. 0: outer head, 1: inner body, 2: inner branch,
 * 3: outer branch, 4: end. */
START_TEST(nested_loops_with_different_trip_counts)
{
    struct simt_stack s;
    unsigned inner[32] = {0}, outer[32] = {0}, bodies[32] = {0}, steps = 0;
    start(&s, 0, 0xffffffff);
    while (simt_pc(&s) != 4) {
        lane_mask lanes = simt_lanes(&s), taken = 0;
        uint32_t pc = simt_pc(&s);
        ck_assert_uint_lt(++steps, 1000);
        for (unsigned i = 0; i < 32; i++) {
            if (!(lanes >> i & 1))
                continue;
            if (pc == 0)
                inner[i] = 0;
            if (pc == 1)
                bodies[i]++, inner[i]++;
            if (pc == 2 && inner[i] < i % 3 + 1)
                taken |= (lane_mask)1 << i;
            if (pc == 3 && ++outer[i] < i % 5 + 1)
                taken |= (lane_mask)1 << i;
        }
        if (pc < 2)
            simt_go(&s, pc + 1);
        else
            simt_branch(&s, taken, pc == 2 ? 1 : 0, pc + 1, pc + 1);
    }
    expect(&s, 4, 0xffffffff);
    for (unsigned i = 0; i < 32; i++)
        ck_assert_uint_eq(bodies[i], (i % 3 + 1) * (i % 5 + 1));
    /* Lanes reconverge: as many inner rounds as the longest lane takes, not their sum. */
    ck_assert_uint_eq(steps, 5 * (1 + 3 * 2 + 1));
}
END_TEST

START_TEST(many_ways)
{
    struct simt_stack s;
    const struct simt_group one[] = {{9, 0xff}};
    const struct simt_group three[] = {{10, 0x0f}, {20, 0x30}, {15, 0xc0}};
    start(&s, 3, 0xff);
    ck_assert(!simt_branch_many(&s, one, 1, 20));
    expect(&s, 9, 0xff);
    ck_assert(simt_branch_many(&s, three, 3, 20)); /* the second is at the meeting point already */
    expect(&s, 10, 0x0f);
    simt_go(&s, 20);
    expect(&s, 15, 0xc0);
    simt_go(&s, 20);
    expect(&s, 20, 0xff);
    ck_assert_uint_eq(s.depth, 1);
}
END_TEST

/* A function at 100 to 110, called at 5 by four of eight lanes, of which two go each way. */
START_TEST(a_call_waits_for_all_its_lanes)
{
    struct simt_stack s;
    start(&s, 5, 0xff);
    simt_call(&s, 0x0f, 100, 1, 0, 6);
    expect(&s, 100, 0x0f);
    ck_assert_uint_eq(simt_frame(&s), 1);
    ck_assert(simt_branch(&s, 0x03, 108, 101, SIMT_NEVER));
    expect(&s, 101, 0x0c);
    simt_return(&s, 0x04, 102); /* one lane early */
    expect(&s, 102, 0x08);
    ck_assert_uint_eq(simt_frame(&s), 1);
    simt_return(&s, 0x08, 103);
    expect(&s, 108, 0x03);
    simt_exit(&s, 0x01, 109);
    expect(&s, 109, 0x02);
    simt_return(&s, 0x02, 110);
    expect(&s, 6, 0xfe);
    ck_assert_uint_eq(simt_frame(&s), 0);
    ck_assert_uint_eq(s.depth, 1);
}
END_TEST

/* The lanes of an indirect call go to two functions, one after the other; 6 is also where the
 * lanes of an earlier branch meet. */
START_TEST(lanes_that_call_different_functions_take_turns)
{
    struct simt_stack s;
    start(&s, 4, 0xff);
    ck_assert(simt_branch(&s, 0xf0, 6, 5, 6));
    expect(&s, 5, 0x0f);
    simt_call(&s, 0x05, 100, 1, 0x0a, 6);
    expect(&s, 100, 0x05);
    simt_return(&s, 0x05, 101);
    expect(&s, 5, 0x0a);
    ck_assert_uint_eq(simt_frame(&s), 0);
    simt_call(&s, 0x0a, 200, 1, 0, 6);
    expect(&s, 200, 0x0a);
    simt_return(&s, 0x0a, 201);
    expect(&s, 6, 0xff);
    ck_assert_uint_eq(s.depth, 1);
}
END_TEST

/* Each of three calls of a function by itself has its own frame; reconvergence at 102 inside it is
 * that of the innermost call only. */
START_TEST(recursion_has_a_frame_a_call)
{
    struct simt_stack s;
    start(&s, 5, 0x7);
    simt_call(&s, 0x7, 100, 1, 0, 6);
    for (uint32_t frame = 2; frame < 4; frame++) {
        ck_assert(simt_branch(&s, frame == 2 ? 0x1 : 0x2, 102, 101, 102));
        simt_call(&s, frame == 2 ? 0x6 : 0x4, 100, frame, 0, 102);
    }
    expect(&s, 100, 0x4);
    ck_assert_uint_eq(simt_frame(&s), 3);
    simt_go(&s, 102);
    simt_return(&s, 0x4, 103);
    expect(&s, 102, 0x6);
    ck_assert_uint_eq(simt_frame(&s), 2);
    simt_return(&s, 0x6, 103);
    expect(&s, 102, 0x7);
    simt_return(&s, 0x7, 103);
    expect(&s, 6, 0x7);
    ck_assert_uint_eq(s.depth, 1);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("simt stack");
    TCase *tc = tcase_create("stack");
    tcase_add_test(tc, uniform_branches_push_nothing);
    tcase_add_test(tc, if_else);
    tcase_add_test(tc, if_without_else);
    tcase_add_test(tc, loop_keeps_the_stack_flat);
    tcase_add_test(tc, exits_shrink_every_level);
    tcase_add_test(tc, both_sides_exit);
    tcase_add_test(tc, deepest_nest_fits);
    tcase_add_test(tc, nested_loops_with_different_trip_counts);
    tcase_add_test(tc, many_ways);
    tcase_add_test(tc, a_call_waits_for_all_its_lanes);
    tcase_add_test(tc, lanes_that_call_different_functions_take_turns);
    tcase_add_test(tc, recursion_has_a_frame_a_call);
    suite_add_tcase(suite, tc);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed != 0;
}
