/* SPDX-License-Identifier: BSD-3-Clause */
/* What two ways of working cost is made up here, and so is time: work comes in steps, each of which
 * takes so many microseconds in the way that has been chosen. */
#include "models/core/crew_pace.h"
#include <check.h>
#include <stdlib.h>

/* us for 100 pieces of work. */
struct costs {
    double alone, together;
};

struct clock {
    struct crew_pace pace;
    double us;
    uint64_t work;
};

static void step(struct clock *clock, struct costs costs)
{
    clock->us += crew_pace_is_alone(&clock->pace) ? costs.alone : costs.together;
    clock->work += 100;
    if (crew_pace_is_over(&clock->pace, clock->work))
        crew_pace_turn(&clock->pace, clock->work, (uint64_t)clock->us);
}

/* How long so many steps take. */
static double steps(struct clock *clock, unsigned n, struct costs costs)
{
    const double begun = clock->us;
    for (unsigned i = 0; i < n; i++)
        step(clock, costs);
    return clock->us - begun;
}

enum { SECOND = 100000 /* steps of 10 us */ };

START_TEST(threads_that_help_are_kept)
{
    struct clock clock = {0};
    crew_pace_init(&clock.pace, 0, false);
    const double us = steps(&clock, SECOND, (struct costs){10, 6});
    ck_assert(us < 1.03 * SECOND * 6);
}
END_TEST

START_TEST(threads_that_hinder_cost_little)
{
    struct clock clock = {0};
    crew_pace_init(&clock.pace, 0, false);
    const double us = steps(&clock, SECOND, (struct costs){10, 20});
    ck_assert(us < 1.04 * SECOND * 10);
}
END_TEST

START_TEST(a_processor_that_becomes_free_is_used_again)
{
    struct clock clock = {0};
    crew_pace_init(&clock.pace, 0, false);
    steps(&clock, SECOND, (struct costs){10, 20});
    const double us = steps(&clock, 3 * SECOND, (struct costs){10, 6});
    ck_assert(us < 3 * SECOND * 7.5);
    ck_assert(!crew_pace_is_alone(&clock.pace));
}
END_TEST

START_TEST(a_processor_that_gets_other_work_is_given_up)
{
    struct clock clock = {0};
    crew_pace_init(&clock.pace, 0, false);
    steps(&clock, SECOND, (struct costs){10, 6});
    const double us = steps(&clock, SECOND, (struct costs){10, 25});
    ck_assert(us < 1.06 * SECOND * 10);
}
END_TEST

/* As when a thread that has slept gets its processor at once, and loses it for as long 3 ms later:
 * every trial begins well. */
START_TEST(a_trial_that_begins_well_is_not_trusted)
{
    struct clock clock = {0};
    crew_pace_init(&clock.pace, 0, false);
    unsigned together = 0, seconds = 3;
    for (unsigned i = 0; i < seconds * SECOND; i++) {
        const bool alone = crew_pace_is_alone(&clock.pace);
        together = alone ? 0 : together + 1;
        step(&clock, (struct costs){10, together % 1000 < 500 ? 6 : 25});
    }
    ck_assert(clock.us < 1.05 * seconds * SECOND * 10);
}
END_TEST

/* A lost millisecond now and then is no reason to do without the other threads. */
START_TEST(a_disturbance_is_forgotten)
{
    struct clock clock = {0};
    crew_pace_init(&clock.pace, 0, false);
    for (unsigned i = 0; i < SECOND; i++)
        step(&clock, (struct costs){10, i % 10000 == 9999 ? 3000 : 6});
    ck_assert(clock.us < 1.1 * (SECOND * 6 + 10 * 3000));
}
END_TEST

START_TEST(what_both_ways_share_does_not_count)
{
    struct clock clock = {0};
    crew_pace_init(&clock.pace, 0, false);
    double apart = 0;
    for (unsigned i = 0; i < SECOND; i++) {
        step(&clock, (struct costs){10, 6});
        if (crew_pace_is_alone(&clock.pace) || i % 500 > 0)
            continue;
        clock.us += 20000; /* as reading a trace, which happens to be while threads are together */
        apart += 20000;
        crew_pace_leave_out(&clock.pace, 20000);
    }
    ck_assert(clock.us - apart < 1.03 * SECOND * 6);
}
END_TEST

START_TEST(always_together)
{
    struct clock clock = {0};
    crew_pace_init(&clock.pace, 0, true);
    const double us = steps(&clock, SECOND, (struct costs){10, 20});
    ck_assert(us == SECOND * 20.0);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("crew_pace");
    TCase *cases = tcase_create("all");
    tcase_add_test(cases, threads_that_help_are_kept);
    tcase_add_test(cases, threads_that_hinder_cost_little);
    tcase_add_test(cases, a_processor_that_becomes_free_is_used_again);
    tcase_add_test(cases, a_processor_that_gets_other_work_is_given_up);
    tcase_add_test(cases, a_trial_that_begins_well_is_not_trusted);
    tcase_add_test(cases, a_disturbance_is_forgotten);
    tcase_add_test(cases, what_both_ways_share_does_not_count);
    tcase_add_test(cases, always_together);
    suite_add_tcase(suite, cases);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
