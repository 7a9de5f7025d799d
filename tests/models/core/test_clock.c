/* SPDX-License-Identifier: BSD-3-Clause */
/* Clock domains: edges are exact, aligned, ascending, and invertible. */
#include <check.h>
#include <stdlib.h>

#include "models/core/clock.h"

static uint64_t next_random(uint64_t *state)
{
    *state ^= *state << 13; /* xorshift64, Marsaglia 2003 */
    *state ^= *state >> 7;
    *state ^= *state << 17;
    return *state;
}

static struct clock clock_of(uint64_t hertz)
{
    struct clock clock;
    clock_init(&clock, hertz);
    return clock;
}

START_TEST(known_edges)
{
    /* By hand: 10^12 k / f, rounded down. */
    static const struct {
        uint64_t hertz, cycle;
        sim_time edge;
    } rows[] = {
        {1000000000, 0, 0},
        {1000000000, 7, 7000},
        {700000000, 1, 1428}, /* 1428.571... */
        {700000000, 7, 10000},
        {700000000, 161, 230000},
        {1400000000, 1, 714},   /* 714.285... */
        {924000000, 1, 1082},   /* 1082.251... */
        {924000000, 40, 43290}, /* 43290.043... */
        {924000000, 231, 250000},
        {1401000000, 1401, 1000000},
        {1, 3, 3 * SIM_TIME_PER_SECOND},
        {SIM_TIME_PER_SECOND, 12345, 12345},
        {3, 1, UINT64_C(333333333333)},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct clock clock = clock_of(rows[i].hertz);
        ck_assert_uint_eq(clock_edge(&clock, rows[i].cycle), rows[i].edge);
    }
}
END_TEST

START_TEST(double_frequency_stays_aligned)
{
    struct clock slow = clock_of(700000000), fast = clock_of(1400000000);
    uint64_t random = 88172645463325252u;
    for (int i = 0; i < 100000; i++) {
        uint64_t k = next_random(&random) >> 13;
        ck_assert_uint_eq(clock_edge(&slow, k), clock_edge(&fast, 2 * k));
    }
}
END_TEST

START_TEST(known_cycles)
{
    struct clock clock = clock_of(700000000);
    /* Edges: 0, 1428, 2857, 4285. */
    ck_assert_uint_eq(clock_cycle_at_or_after(&clock, 0), 0);
    ck_assert_uint_eq(clock_cycle_at_or_after(&clock, 1), 1);
    ck_assert_uint_eq(clock_cycle_at_or_after(&clock, 1428), 1);
    ck_assert_uint_eq(clock_cycle_at_or_after(&clock, 1429), 2);
    ck_assert_uint_eq(clock_cycle_at_or_after(&clock, 2857), 2);
    ck_assert_uint_eq(clock_cycle_at_or_after(&clock, 2858), 3);
    ck_assert_uint_eq(clock_cycle_at_or_before(&clock, 0), 0);
    ck_assert_uint_eq(clock_cycle_at_or_before(&clock, 1427), 0);
    ck_assert_uint_eq(clock_cycle_at_or_before(&clock, 1428), 1);
    ck_assert_uint_eq(clock_cycle_at_or_before(&clock, 2856), 1);
    ck_assert_uint_eq(clock_cycle_at_or_before(&clock, 2857), 2);
}
END_TEST

static const uint64_t frequencies[] = {
    1,          3,          1000,       650000000,  700000000,  924000000,    999999937,
    1132000000, 1400000000, 1401000000, 1607000000, 2500000000, 999999999989, SIM_TIME_PER_SECOND};

START_TEST(edges_and_cycles_are_inverse)
{
    struct clock clock = clock_of(frequencies[_i]);
    uint64_t random = 2463534242u + (uint64_t)_i;
    for (int i = 0; i < 20000; i++) {
        uint64_t k = next_random(&random) >> (i % 64);
        sim_time edge = clock_edge(&clock, k);
        unsigned __int128 exact = (unsigned __int128)k * SIM_TIME_PER_SECOND / frequencies[_i];
        if (exact >= SIM_TIME_NEVER) {
            ck_assert_uint_eq(edge, SIM_TIME_NEVER);
            continue;
        }
        ck_assert_uint_eq(edge, (uint64_t)exact);
        ck_assert_uint_eq(clock_cycle_at_or_after(&clock, edge), k);
        ck_assert_uint_eq(clock_cycle_at_or_before(&clock, edge), k);
        ck_assert_uint_eq(clock_cycle_at_or_after(&clock, edge + 1), k + 1);
        if (edge > 0)
            ck_assert_uint_eq(clock_cycle_at_or_before(&clock, edge - 1), k - 1);
        ck_assert_uint_gt(clock_edge(&clock, k + 1), edge);
    }
}
END_TEST

START_TEST(times_lie_between_their_cycles)
{
    struct clock clock = clock_of(frequencies[_i]);
    uint64_t random = 362436069u + (uint64_t)_i;
    for (int i = 0; i < 20000; i++) {
        sim_time t = next_random(&random) >> (i % 64);
        uint64_t after = clock_cycle_at_or_after(&clock, t);
        uint64_t before = clock_cycle_at_or_before(&clock, t);
        ck_assert_uint_ge(clock_edge(&clock, after), t);
        ck_assert_uint_le(clock_edge(&clock, before), t);
        if (after > 0)
            ck_assert_uint_lt(clock_edge(&clock, after - 1), t);
        ck_assert_uint_gt(clock_edge(&clock, before + 1), t);
    }
}
END_TEST

START_TEST(fast_and_wide_paths_meet)
{
    struct clock clock = clock_of(frequencies[_i]);
    for (uint64_t d = 0; d < 3; d++) {
        uint64_t k = clock.max_fast_cycle - d;
        sim_time t = clock.max_fast_time - d;
        ck_assert_uint_eq(clock_edge(&clock, k), clock_edge_wide(&clock, k));
        ck_assert_uint_eq(clock_cycle_at_or_after(&clock, t),
                          clock_cycle_at_or_after_wide(&clock, t));
        ck_assert_uint_eq(clock_cycle_at_or_before(&clock, t),
                          clock_cycle_at_or_before_wide(&clock, t));
    }
}
END_TEST

START_TEST(latency_in_cycles_spans_those_cycles)
{
    struct clock clock = clock_of(frequencies[_i]);
    for (uint64_t k = 0; k < 2000; k++)
        for (uint64_t n = 1; n < 50; n += 7)
            ck_assert_uint_eq(
                clock_cycle_at_or_after(&clock, clock_edge(&clock, k) + clock_edge(&clock, n)),
                k + n);
}
END_TEST

START_TEST(never_stays_never)
{
    struct clock clock = clock_of(frequencies[_i]);
    ck_assert_uint_eq(clock_edge(&clock, CYCLE_NEVER), SIM_TIME_NEVER);
    ck_assert_uint_eq(clock_cycle_at_or_after(&clock, SIM_TIME_NEVER), CYCLE_NEVER);
    ck_assert_uint_eq(clock_cycle_at_or_before(&clock, SIM_TIME_NEVER), CYCLE_NEVER);
}
END_TEST

int main(void)
{
    int n = sizeof frequencies / sizeof *frequencies;
    Suite *suite = suite_create("clock");
    TCase *test = tcase_create("clock");
    tcase_add_test(test, known_edges);
    tcase_add_test(test, double_frequency_stays_aligned);
    tcase_add_test(test, known_cycles);
    tcase_add_loop_test(test, edges_and_cycles_are_inverse, 0, n);
    tcase_add_loop_test(test, times_lie_between_their_cycles, 0, n);
    tcase_add_loop_test(test, fast_and_wide_paths_meet, 0, n);
    tcase_add_loop_test(test, latency_in_cycles_spans_those_cycles, 0, n);
    tcase_add_loop_test(test, never_stays_never, 0, n);
    suite_add_tcase(suite, test);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
