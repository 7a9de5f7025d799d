/* SPDX-License-Identifier: BSD-3-Clause */
/* Which threads of a process wait: a child with threads that sleep, compute, or wake each other. */
#include "workloads/cuda_process/host_threads.h"
#include <check.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

static void *sleep_for_ever(void *data)
{
    (void)data;
    for (;;)
        pause();
    return NULL;
}

static void *compute(void *data)
{
    for (volatile int *count = data;; (*count)++)
        ;
    return NULL;
}

static pthread_barrier_t barrier;

static void *meet(void *data)
{
    for (;;)
        pthread_barrier_wait(&barrier);
    return data;
}

/* A process with two threads of this kind, and the first, which sleeps. */
static pid_t start(void *(*work)(void *))
{
    static int counts[2];
    pid_t child = fork();
    if (child != 0)
        return child;
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    pthread_barrier_init(&barrier, NULL, 2);
    for (int i = 0; i < 2; i++) {
        pthread_t thread;
        pthread_create(&thread, NULL, work, &counts[i]);
    }
    sleep_for_ever(NULL);
    return 0;
}

static void stop(pid_t child)
{
    kill(child, SIGKILL);
    waitpid(child, NULL, 0);
}

/* Looks until the threads wait or so many milliseconds have passed. */
static enum threads_state look(struct host_threads *threads, pid_t process, unsigned most)
{
    enum threads_state state = THREADS_RUN;
    host_threads_begin(threads);
    for (unsigned i = 0; i < most && state == THREADS_RUN; i++) {
        state = host_threads_look(threads, process);
        g_usleep(1000);
    }
    return state;
}

/* It has no threads to look at, which is not the same as a system that doesn't tell of them. */
START_TEST(a_process_that_has_ended_runs)
{
    struct host_threads threads;
    host_threads_init(&threads);
    pid_t child = start(sleep_for_ever);
    siginfo_t info;
    kill(child, SIGKILL);
    ck_assert_int_eq(waitid(P_PID, (id_t)child, &info, WEXITED | WNOWAIT), 0);
    ck_assert_int_eq(look(&threads, child, 3), THREADS_RUN);
    stop(child);
    host_threads_finish(&threads);
}
END_TEST

START_TEST(threads_that_sleep_wait)
{
    struct host_threads threads;
    host_threads_init(&threads);
    pid_t child = start(sleep_for_ever);
    ck_assert_int_eq(look(&threads, child, 10000), THREADS_WAIT);
    ck_assert_uint_eq(threads.n_given_up, 0);
    ck_assert_uint_eq(threads.looks[0]->len, 3);
    stop(child);
    host_threads_finish(&threads);
}
END_TEST

/* Of three threads that sleep, one is not in a call, and may wake up. */
START_TEST(threads_outside_of_calls_may_act)
{
    struct host_threads threads;
    host_threads_init(&threads);
    pid_t child = start(sleep_for_ever);
    ck_assert_int_eq(look(&threads, child, 10000), THREADS_WAIT);
    ck_assert(host_threads_may_act(&threads, child, 2));
    ck_assert(!host_threads_may_act(&threads, child, 3));
    threads.asleep -= (gint64)HOST_THREADS_SLEEP * G_USEC_PER_SEC;
    ck_assert(!host_threads_may_act(&threads, child, 2));
    stop(child);
    host_threads_finish(&threads);
}
END_TEST

START_TEST(threads_that_compute_dont)
{
    struct host_threads threads;
    host_threads_init(&threads);
    pid_t child = start(compute);
    ck_assert_int_eq(look(&threads, child, 50), THREADS_RUN);
    threads.patience = 0.02;
    ck_assert_int_eq(look(&threads, child, 20000), THREADS_WAIT);
    ck_assert_uint_eq(threads.n_given_up, 2);
    stop(child);
    host_threads_finish(&threads);
}
END_TEST

/* One of the two always runs, or is woken by the other. */
START_TEST(threads_that_wake_each_other_dont)
{
    struct host_threads threads;
    host_threads_init(&threads);
    pid_t child = start(meet);
    ck_assert_int_eq(look(&threads, child, 100), THREADS_RUN);
    stop(child);
    host_threads_finish(&threads);
}
END_TEST

START_TEST(of_no_process_nothing_is_known)
{
    struct host_threads threads;
    host_threads_init(&threads);
    ck_assert_int_eq(look(&threads, 0, 10), THREADS_UNKNOWN);
    host_threads_finish(&threads);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("threads of a process");
    TCase *tests = tcase_create("all");
    tcase_add_test(tests, threads_that_sleep_wait);
    tcase_add_test(tests, a_process_that_has_ended_runs);
    tcase_add_test(tests, threads_outside_of_calls_may_act);
    tcase_add_test(tests, threads_that_compute_dont);
    tcase_add_test(tests, threads_that_wake_each_other_dont);
    tcase_add_test(tests, of_no_process_nothing_is_known);
    suite_add_tcase(suite, tests);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
