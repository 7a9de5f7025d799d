/* SPDX-License-Identifier: BSD-3-Clause */
/* Every piece of every step is carried out once, and before the step is over, whatever the threads
 * do meanwhile. */
#include "models/core/crew.h"
#include <check.h>
#include <glib.h>
#include <stdatomic.h>
#include <stdlib.h>

enum { MOST_PIECES = 100, STEPS = 2000, MOST_THREADS = 5 };

struct step_seen {
    unsigned times[MOST_PIECES]; /* each piece is one thread's: no lock */
    atomic_uint by[MOST_THREADS];
};

static void note(void *data, unsigned worker, unsigned item)
{
    struct step_seen *seen = data;
    g_assert(worker < MOST_THREADS && item < MOST_PIECES); /* Check's are for one thread */
    seen->times[item]++;
    atomic_fetch_add(&seen->by[worker], 1);
}

START_TEST(each_piece_is_carried_out_once)
{
    const unsigned threads = (unsigned)_i;
    struct crew *crew = crew_new(threads);
    struct step_seen seen = {0};
    unsigned expected[MOST_PIECES] = {0}, all = 0;
    for (unsigned step = 0; step < STEPS; step++) {
        const unsigned n = 1 + step * 37 % MOST_PIECES;
        unsigned shares[MOST_THREADS] = {0}; /* even, all one thread's, or something between */
        for (unsigned i = 0; i < n; i++)
            shares[i % (1 + step % 7) % threads]++;
        crew_run(crew, note, &seen, shares);
        for (unsigned i = 0; i < n; i++)
            expected[i]++;
        all += n;
        ck_assert_mem_eq(expected, seen.times, sizeof expected);
        if (step % 500 == 0)
            g_usleep(1000); /* the others fall asleep */
    }
    for (unsigned i = 0; i < MOST_THREADS; i++)
        all -= seen.by[i];
    ck_assert_uint_eq(all, 0);
    crew_free(crew);
}
END_TEST

struct meeting {
    atomic_uint there;
    unsigned threads;
};

static void meet(void *data, unsigned worker, unsigned item)
{
    (void)worker, (void)item;
    struct meeting *meeting = data;
    atomic_fetch_add(&meeting->there, 1);
    while (atomic_load(&meeting->there) < meeting->threads)
        g_thread_yield();
}

/* A piece for each thread, which waits for the others: one thread alone would never end. (Whose
 * it is isn't said: a thread may look while the shares are written, one after the other.) */
START_TEST(pieces_run_side_by_side)
{
    const unsigned threads = (unsigned)_i;
    struct crew *crew = crew_new(threads);
    for (unsigned step = 0; step < 3; step++) {
        struct meeting meeting = {.threads = threads};
        const unsigned shares[MOST_THREADS] = {1, 1, 1, 1, 1};
        crew_run(crew, meet, &meeting, shares);
        ck_assert_uint_eq(meeting.there, threads);
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
    tcase_add_loop_test(cases, each_piece_is_carried_out_once, 2, MOST_THREADS + 1);
    tcase_add_loop_test(cases, pieces_run_side_by_side, 2, MOST_THREADS + 1);
    tcase_add_test(cases, no_step_at_all);
    suite_add_tcase(suite, cases);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
