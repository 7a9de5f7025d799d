/* SPDX-License-Identifier: BSD-3-Clause */
/* Threads come to a step once each, while it is open, and it ends when those who came are done,
 * whatever the threads do meanwhile. */
#include "models/core/crew.h"
#include <check.h>
#include <glib.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdlib.h>

enum { STEPS = 4000, MOST_THREADS = 5 };

struct step_seen {
    atomic_bool open;
    atomic_uint inside, left; /* pieces that are left */
    unsigned came[MOST_THREADS], done[MOST_THREADS];
};

static bool take(struct step_seen *seen)
{
    unsigned left = atomic_load(&seen->left);
    while (left > 0 && !atomic_compare_exchange_weak(&seen->left, &left, left - 1))
        ;
    return left > 0;
}

static void take_part(void *data, unsigned worker)
{
    struct step_seen *seen = data;
    g_assert(worker < MOST_THREADS); /* Check's are for one thread */
    g_assert(atomic_load(&seen->open));
    atomic_fetch_add(&seen->inside, 1);
    seen->came[worker]++;
    while (take(seen))
        seen->done[worker]++;
    atomic_fetch_sub(&seen->inside, 1);
}

START_TEST(who_comes_comes_once_and_is_waited_for)
{
    const unsigned threads = (unsigned)_i;
    struct crew *crew = crew_new(threads);
    struct step_seen seen = {0};
    unsigned all = 0;
    for (unsigned step = 0; step < STEPS; step++) {
        const unsigned n = step % 37;
        unsigned done = 0;
        all += n;
        atomic_store(&seen.left, n);
        atomic_store(&seen.open, true);
        crew_run(crew, take_part, &seen);
        atomic_store(&seen.open, false);
        ck_assert_uint_eq(seen.inside, 0);
        ck_assert_uint_eq(seen.left, 0);
        ck_assert_uint_eq(seen.came[0], step + 1);
        for (unsigned i = 0; i < threads; i++) {
            ck_assert_uint_le(seen.came[i], step + 1);
            done += seen.done[i];
        }
        ck_assert_uint_eq(done, all);
        if (step % 1000 == 0)
            g_usleep(1000); /* the others fall asleep */
    }
    crew_free(crew);
}
END_TEST

struct meeting {
    atomic_uint there;
    unsigned threads;
};

static void meet(void *data, unsigned worker)
{
    (void)worker;
    struct meeting *meeting = data;
    atomic_fetch_add(&meeting->there, 1);
    while (atomic_load(&meeting->there) < meeting->threads)
        g_thread_yield();
}

/* All threads meet in a step that lasts, those that sleep, too: without them it would never end. */
START_TEST(all_come_to_a_step_that_lasts)
{
    const unsigned threads = (unsigned)_i;
    struct crew *crew = crew_new(threads);
    for (unsigned step = 0; step < 6; step++) {
        struct meeting meeting = {.threads = threads};
        if (step > 2)
            g_usleep(2000);
        crew_run(crew, meet, &meeting);
        ck_assert_uint_eq(meeting.there, threads);
    }
    crew_free(crew);
}
END_TEST

static void come_late(void *data, unsigned worker)
{
    atomic_uint *others = data;
    if (worker == 0)
        while (atomic_load(others) == 0)
            g_thread_yield();
    else if (atomic_fetch_add(others, 1) == 0)
        g_usleep(20000); /* longer than the caller looks */
    if (worker > 0)
        atomic_fetch_add(others, 100);
}

/* The caller sleeps, and is woken by the last one. */
START_TEST(a_step_lasts_until_the_last_is_done)
{
    struct crew *crew = crew_new(3);
    for (unsigned step = 0; step < 3; step++) {
        atomic_uint others = 0;
        crew_run(crew, come_late, &others);
        ck_assert_uint_eq(others / 100, others % 100);
    }
    crew_free(crew);
}
END_TEST

START_TEST(no_step_at_all)
{
    crew_free(crew_new(3));
    crew_free(NULL);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("crew");
    TCase *cases = tcase_create("all");
    tcase_set_timeout(cases, 60);
    tcase_add_loop_test(cases, who_comes_comes_once_and_is_waited_for, 2, MOST_THREADS + 1);
    tcase_add_loop_test(cases, all_come_to_a_step_that_lasts, 2, MOST_THREADS + 1);
    tcase_add_test(cases, a_step_lasts_until_the_last_is_done);
    tcase_add_test(cases, no_step_at_all);
    suite_add_tcase(suite, cases);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
