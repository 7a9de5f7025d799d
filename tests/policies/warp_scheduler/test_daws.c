/* SPDX-License-Identifier: BSD-3-Clause */
/* Divergence-aware warp scheduling, replayed from Rogers and others, "Divergence-Aware Warp
 * Scheduling", MICRO 2013: figures 1 and 6, and the rules of sections 5.1 to 5.1.3. What happens
 * is told to detected DAWS as an SM would; what it learns from it is in test_daws_classifier.c. */
#include "policies/warp_scheduler/warp_scheduler.h"
#include "tests/rigs/fake_sm.h"
#include "tests/rigs/suite.h"

extern const struct warp_scheduler_ops warp_scheduler_daws;

/* pcs: 5 a load; 10 to 19 a loop with one load, 11; 30 to 49 a loop with one inside, 35 to 39,
 * whose load is 36; 60 a barrier; 66 to 69 a loop that begins with its load; 70 a load. Inner loops
 * come behind outer ones. */
enum { BEFORE = 5, LOOP = 10, OUTER = 30, INNER = 35, BARRIER = 60, LOAD_FIRST = 66, BEHIND = 70 };
enum { LOOPS = 4 };
static const struct warp_loop loops[LOOPS] = {
    {10, 10, 19, -1}, {30, 30, 49, -1}, {35, 35, 39, 1}, {66, 66, 69, -1}};
static const unsigned ends[LOOPS] = {19, 49, 39, 69};

static int32_t loop_of(uint32_t pc)
{
    int32_t found = -1;
    for (int32_t i = 0; i < LOOPS; i++)
        if (pc >= loops[i].first && pc <= loops[i].last)
            found = i;
    return found;
}

static bool is_load(uint32_t pc)
{
    return pc == BEFORE || pc == LOOP + 1 || pc == INNER + 1 || pc == LOAD_FIRST || pc == BEHIND;
}

/* The warp has executed pc, and goes on to next_pc with so many lanes. */
static void go(struct fake_sm *sm, unsigned slot, uint32_t pc, unsigned lanes, uint32_t next_pc)
{
    const struct warp_executed what = {.pc = pc,
                                       .next_pc = next_pc,
                                       .loop = loop_of(pc),
                                       .next_loop = loop_of(next_pc),
                                       .is_load = is_load(pc),
                                       .next_is_load = is_load(next_pc),
                                       .is_branch = next_pc != pc + 1,
                                       .mask = lanes == 32 ? UINT32_MAX : (1u << lanes) - 1,
                                       .lanes = (uint8_t)lanes,
                                       .next_lanes = (uint8_t)lanes};
    FAKE_SM_TELL(sm, executed, slot, &what, &sm->view);
}

/* A load of so many lanes and lines, each a hit on a line of the warp. */
static void load(struct fake_sm *sm, unsigned slot, uint32_t pc, unsigned lanes, unsigned lines)
{
    go(sm, slot, pc, lanes, pc + 1);
    FAKE_SM_TELL(sm, coalesced, slot, pc, lanes, lines);
    for (unsigned i = 0; i < lines; i++) {
        const struct warp_access access = {.line = (slot * 64 + i) * UINT64_C(128),
                                           .pc = pc,
                                           .slot = (uint8_t)slot,
                                           .outcome = WARP_ACCESS_HIT,
                                           .owner = {sm->ages[slot], (uint8_t)slot}};
        FAKE_SM_TELL(sm, accessed, &access, &sm->view);
    }
}

/* Enters a loop, or goes round it once more: up to the issue of its first instruction. */
static void enter(struct fake_sm *sm, unsigned slot, uint32_t begin, unsigned lanes)
{
    go(sm, slot, begin - 1, lanes, begin);
    go(sm, slot, begin, lanes, begin + 1);
}

static void repeat(struct fake_sm *sm, unsigned slot, int32_t loop, unsigned lanes)
{
    go(sm, slot, ends[loop], lanes, loops[loop].begin);
    go(sm, slot, loops[loop].begin, lanes, loops[loop].begin + 1);
}

static void leave(struct fake_sm *sm, unsigned slot, int32_t loop, unsigned lanes)
{
    go(sm, slot, ends[loop], lanes, ends[loop] + 1);
}

/* A warp goes through a loop and leaves it: DAWS has seen that its load is diverged and has
 * locality. */
static void teach(struct fake_sm *sm, unsigned slot, int32_t loop, unsigned lanes)
{
    enter(sm, slot, loops[loop].begin, lanes);
    for (unsigned i = 0; i < 4; i++) {
        load(sm, slot, loops[loop].begin + 1, lanes, lanes);
        repeat(sm, slot, loop, lanes);
    }
    go(sm, slot, ends[loop], lanes, 65);
}

/* 8 warps, oldest in slot 0, that run a kernel; so many lines count. */
static void setup_with(struct fake_sm *sm, unsigned lines, const char *parameter)
{
    const struct sm_policy_site site = {.schedulers = 1, .warp_slots = 8, .l1_lines = lines};
    const char *const parameters[] = {"assoc_factor=1", parameter, NULL};
    const struct warp_kernel kernel = {.name = "kernel", .loops = loops, .n_loops = LOOPS};
    fake_sm_init_at(sm, &warp_scheduler_daws, &site, parameters);
    FAKE_SM_TELL(sm, kernel_started, &kernel, &sm->view);
    for (unsigned slot = 0; slot < 8; slot++)
        fake_sm_start_warp(sm, slot);
}

static void setup(struct fake_sm *sm, unsigned lines)
{
    setup_with(sm, lines, NULL);
    teach(sm, 7, 0, 32);
}

static void teardown(struct fake_sm *sm)
{
    ck_assert_ptr_null(sm->problem);
    fake_sm_finish(sm);
}

static void expect_held(const struct fake_sm *sm, uint64_t slots)
{
    ck_assert_uint_eq(fake_sm_orders(sm)->no_loads, slots);
    ck_assert_uint_eq(fake_sm_orders(sm)->no_issue | fake_sm_orders(sm)->no_memory, 0);
}

/* A loop that begins with its load: a warp is held before it has issued it, or every warp that
 * comes would load once. */
START_TEST(the_first_load_of_a_loop_is_held)
{
    struct fake_sm sm;
    setup_with(&sm, 40, NULL);
    go(&sm, 0, 65, 32, LOAD_FIRST);
    for (unsigned i = 0; i < 3; i++) {
        load(&sm, 0, LOAD_FIRST, 32, 32);
        go(&sm, 0, 69, 32, LOAD_FIRST);
    }
    expect_held(&sm, 0);
    go(&sm, 1, 65, 32, LOAD_FIRST);
    load(&sm, 0, LOAD_FIRST, 32, 32);
    expect_held(&sm, 1 << 1);
    teardown(&sm);
}
END_TEST

/* A cache of 4 lines and warps of 4 lanes; of warp 1, three lanes enter the loop. */
START_TEST(figure_1)
{
    struct fake_sm sm;
    setup_with(&sm, 4, NULL);
    enter(&sm, 0, LOOP, 4); /* time 0: warp 0 loads 4 lines, of which nothing is known */
    for (unsigned i = 0; i < 3; i++) {
        load(&sm, 0, LOOP + 1, 4, 4);
        repeat(&sm, 0, 0, 4);
    }
    expect_held(&sm, 0);
    repeat(&sm, 0, 0, 4);
    enter(&sm, 1, LOOP, 3); /* time 1: 4 + 3 lines are too many */
    expect_held(&sm, 1 << 1);
    repeat(&sm, 0, 0, 1); /* time 2: three lanes of warp 0 have left */
    expect_held(&sm, 0);
    teardown(&sm);
}
END_TEST

START_TEST(figure_6)
{
    struct fake_sm sm;
    setup(&sm, 64);
    expect_held(&sm, 0);     /* T0 */
    enter(&sm, 0, LOOP, 32); /* T1 */
    expect_held(&sm, 0);
    enter(&sm, 1, LOOP, 16); /* T2 */
    expect_held(&sm, 0);
    enter(&sm, 2, LOOP, 32); /* T3: 32 + 16 + 32 */
    expect_held(&sm, 1 << 2);
    repeat(&sm, 0, 0, 16); /* T4: 16 + 16 + 32 */
    expect_held(&sm, 0);
    teardown(&sm);
}
END_TEST

/* Stores, arithmetic, and loads of warps that are not in the way go on. */
START_TEST(only_loads_wait)
{
    struct fake_sm sm;
    setup(&sm, 64);
    enter(&sm, 0, LOOP, 32);
    enter(&sm, 1, LOOP, 32);
    enter(&sm, 2, LOOP, 32);
    expect_held(&sm, 1 << 2);
    sm.stores = 1 << 2;
    ck_assert_uint_eq(fake_sm_candidates(&sm, 0, 0xff), 0xff);
    sm.loads = 0xff;
    ck_assert_uint_eq(fake_sm_candidates(&sm, 0, 0xff), 0xfb);
    teardown(&sm);
}
END_TEST

/* From the oldest on: an old warp that comes late drives out a young one, never the other way. */
START_TEST(older_warps_come_first)
{
    struct fake_sm sm;
    setup(&sm, 64);
    enter(&sm, 5, LOOP, 32);
    enter(&sm, 3, LOOP, 32);
    expect_held(&sm, 0);
    enter(&sm, 1, LOOP, 32);
    expect_held(&sm, 1 << 5);
    enter(&sm, 6, LOOP, 2); /* counts behind one that is held back */
    expect_held(&sm, 1 << 5 | 1 << 6);
    fake_sm_finish_warp(&sm, 1);
    expect_held(&sm, 1 << 6);
    teardown(&sm);
}
END_TEST

START_TEST(leaving_clears)
{
    struct fake_sm sm;
    setup(&sm, 64);
    enter(&sm, 0, LOOP, 32);
    enter(&sm, 1, LOOP, 32);
    enter(&sm, 2, LOOP, 32);
    expect_held(&sm, 1 << 2);
    leave(&sm, 1, 0, 32);
    expect_held(&sm, 0);
    teardown(&sm);
}
END_TEST

START_TEST(waiting_at_a_barrier_clears)
{
    struct fake_sm sm;
    setup(&sm, 64);
    enter(&sm, 0, LOOP, 32);
    enter(&sm, 1, LOOP, 32);
    enter(&sm, 2, LOOP, 32);
    expect_held(&sm, 1 << 2);
    fake_sm_enter_barrier(&sm, 0);
    expect_held(&sm, 0);
    fake_sm_leave_barrier(&sm, 0);
    expect_held(&sm, 0);
    repeat(&sm, 0, 0, 32); /* until its next iteration */
    expect_held(&sm, 1 << 2);
    teardown(&sm);
}
END_TEST

/* 32 lanes are too many for 31 lines: the loop is not throttled. 16 lanes each are not. */
START_TEST(too_large_a_footprint_throttles_nobody_in_that_loop)
{
    struct fake_sm sm;
    setup(&sm, 31);
    enter(&sm, 0, LOOP, 16);
    enter(&sm, 1, LOOP, 16);
    expect_held(&sm, 1 << 1);
    enter(&sm, 2, LOOP, 32);
    expect_held(&sm, 0);
    repeat(&sm, 2, 0, 8);
    expect_held(&sm, 1 << 1 | 1 << 2);
    teardown(&sm);
}
END_TEST

/* The oldest warp in a loop has the cache, however much it takes. */
START_TEST(the_oldest_is_never_held_back)
{
    for (unsigned lanes = 1; lanes <= 32; lanes++) {
        struct fake_sm sm;
        setup(&sm, 20);
        for (unsigned slot = 8; slot-- > 0;) {
            enter(&sm, slot, LOOP, lanes);
            ck_assert_uint_eq(fake_sm_orders(&sm)->no_loads & ((UINT64_C(2) << slot) - 1), 0);
        }
        teardown(&sm);
    }
}
END_TEST

/* 5.1.3: the inner loop's footprint stays when the warp leaves it, and the outer loop's iteration
 * renews it with the lanes that are left. */
START_TEST(an_inner_loop_keeps_its_footprint_in_the_outer_one)
{
    struct fake_sm sm;
    setup_with(&sm, 64, NULL);
    teach(&sm, 7, 2, 32);
    enter(&sm, 1, INNER, 32);
    enter(&sm, 2, INNER, 32);
    enter(&sm, 0, OUTER, 32); /* without locality of its own */
    expect_held(&sm, 0);
    enter(&sm, 0, INNER, 32);
    expect_held(&sm, 1 << 2);
    leave(&sm, 0, 2, 32); /* on to 40, in the outer loop */
    expect_held(&sm, 1 << 2);
    repeat(&sm, 0, 1, 8); /* 8 + 32 + 32 */
    expect_held(&sm, 1 << 2);
    enter(&sm, 0, INNER, 8);
    leave(&sm, 0, 2, 8);
    repeat(&sm, 1, 2, 24); /* 8 + 24 + 32 */
    expect_held(&sm, 0);
    leave(&sm, 0, 1, 8);
    repeat(&sm, 1, 2, 32);
    expect_held(&sm, 0); /* 32 + 32: the outer loop is left */
    teardown(&sm);
}
END_TEST

/* 5.1.2: a load outside loops counts for the next loop, as soon as a warp is in one. */
START_TEST(a_load_outside_counts_for_the_closest_loop)
{
    struct fake_sm sm;
    setup(&sm, 64);
    go(&sm, 4, BEFORE - 1, 32, BEFORE);
    go(&sm, 5, BEFORE - 1, 32, BEFORE);
    go(&sm, 6, BEFORE - 1, 32, BEFORE);
    expect_held(&sm, 0); /* nobody is in a loop */
    enter(&sm, 0, LOOP, 32);
    go(&sm, 4, BEFORE - 1, 31, BEFORE);
    expect_held(&sm, 0);
    go(&sm, 5, BEFORE - 1, 2, BEFORE); /* 32 + 31 + 2 */
    expect_held(&sm, 1 << 5);
    go(&sm, 4, BEHIND - 1, 32, BEHIND); /* no loop behind this one: nothing */
    expect_held(&sm, 0);
    teardown(&sm);
}
END_TEST

START_TEST(without_control_flow_all_lanes_count)
{
    struct fake_sm sm;
    setup_with(&sm, 64, "control_flow=false");
    teach(&sm, 7, 0, 32);
    enter(&sm, 0, LOOP, 1);
    enter(&sm, 1, LOOP, 1);
    expect_held(&sm, 0);
    enter(&sm, 2, LOOP, 1);
    expect_held(&sm, 1 << 2);
    teardown(&sm);
}
END_TEST

/* kAssocFactor, equation 1: 0.6 of 256 lines are 153. */
START_TEST(six_tenths_of_the_lines_count)
{
    const struct warp_kernel kernel = {.name = "kernel", .loops = loops, .n_loops = LOOPS};
    struct fake_sm sm;
    fake_sm_init(&sm, &warp_scheduler_daws, 8, 1);
    FAKE_SM_TELL(&sm, kernel_started, &kernel, &sm.view);
    for (unsigned slot = 0; slot < 8; slot++)
        fake_sm_start_warp(&sm, slot);
    teach(&sm, 7, 0, 32);
    for (unsigned slot = 0; slot < 4; slot++)
        enter(&sm, slot, LOOP, 32);
    enter(&sm, 4, LOOP, 25);
    expect_held(&sm, 0);
    repeat(&sm, 4, 0, 26);
    expect_held(&sm, 1 << 4);
    teardown(&sm);
}
END_TEST

/* What is known of a kernel holds for its next launch; footprints do not. */
START_TEST(another_launch_of_a_kernel_is_known)
{
    const struct warp_kernel other = {.launch = 1, .name = "other"};
    const struct warp_kernel again = {
        .launch = 0, .name = "kernel", .loops = loops, .n_loops = LOOPS};
    struct fake_sm sm;
    setup(&sm, 64);
    for (unsigned slot = 0; slot < 3; slot++)
        enter(&sm, slot, LOOP, 32);
    expect_held(&sm, 1 << 2);
    FAKE_SM_TELL(&sm, kernel_started, &other, &sm.view);
    expect_held(&sm, 0);
    FAKE_SM_TELL(&sm, kernel_started, &again, &sm.view);
    expect_held(&sm, 0);
    for (unsigned slot = 0; slot < 3; slot++)
        enter(&sm, slot, LOOP, 32);
    expect_held(&sm, 1 << 2);
    teardown(&sm);
}
END_TEST

/* A trace's loops: none is known until a warp has gone back to one with the same lanes. */
START_TEST(loops_of_a_trace_appear)
{
    const struct warp_kernel kernel = {.name = "kernel", .loops_appear = true};
    struct fake_sm sm;
    setup_with(&sm, 64, NULL);
    FAKE_SM_TELL(&sm, kernel_started, &kernel, &sm.view);
    teach(&sm, 7, 0, 32); /* the first time round it appears, */
    teach(&sm, 7, 0, 32); /* ... then it is entered and followed */
    enter(&sm, 0, LOOP, 32);
    enter(&sm, 1, LOOP, 32);
    expect_held(&sm, 0);
    enter(&sm, 2, LOOP, 32);
    expect_held(&sm, 1 << 2);
    teardown(&sm);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("daws");
    TCase *tests = tcase_create("scripts");
    tcase_add_test(tests, the_first_load_of_a_loop_is_held);
    tcase_add_test(tests, figure_1);
    tcase_add_test(tests, figure_6);
    tcase_add_test(tests, only_loads_wait);
    tcase_add_test(tests, older_warps_come_first);
    tcase_add_test(tests, leaving_clears);
    tcase_add_test(tests, waiting_at_a_barrier_clears);
    tcase_add_test(tests, too_large_a_footprint_throttles_nobody_in_that_loop);
    tcase_add_test(tests, the_oldest_is_never_held_back);
    tcase_add_test(tests, an_inner_loop_keeps_its_footprint_in_the_outer_one);
    tcase_add_test(tests, a_load_outside_counts_for_the_closest_loop);
    tcase_add_test(tests, without_control_flow_all_lanes_count);
    tcase_add_test(tests, six_tenths_of_the_lines_count);
    tcase_add_test(tests, another_launch_of_a_kernel_is_known);
    tcase_add_test(tests, loops_of_a_trace_appear);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
