/* SPDX-License-Identifier: BSD-3-Clause */
/* Whether every thread of a running program waits for something: then none of them can ask for
 * anything before simulated time goes on, and the order of what they have asked is not a matter of
 * who was faster.
 *
 * The kernel tells of each thread whether it sleeps and how often it has given its processor away
 * (/proc/PID/task/TID/status). Two looks, one after the other, find the same threads, all of them
 * asleep and none of them having run in between: then there was a moment, after the first look and
 * before the second, at which all slept.
 *
 * A thread that waits for time to pass, for input or for another process sleeps as well: what it
 * will ask later comes later. A thread that computes is waited for, but not for ever, since it may
 * be waiting for another one without sleeping (a spin lock).
 */
#ifndef SIMGPU_WORKLOADS_PROGRAM_HOST_THREADS_H
#define SIMGPU_WORKLOADS_PROGRAM_HOST_THREADS_H

#include <glib.h>
#include <stdbool.h>

/* Seconds of a thread's own processor time that it may compute between two calls while others wait
 * for theirs; and what it gets from then on. ASSUMED: more than host code of the suites' programs
 * takes. */
#define HOST_THREADS_PATIENCE        10.0
#define HOST_THREADS_LITTLE_PATIENCE 0.1
/* Seconds for which all may sleep, and are still believed to do something. ASSUMED. */
#define HOST_THREADS_SLEEP 60

struct host_threads {
    GArray *looks[2];    /* struct thread_look: the last look, and the one before */
    GHashTable *watched; /* thread -> struct thread_record */
    double patience;
    gint64 since;        /* when this wait began; 0: it hasn't */
    gint64 asleep;       /* since when all sleep, by host_threads_may_act(); 0: not known */
    unsigned n_given_up; /* how often a thread was waited for no longer */
};

enum threads_state {
    THREADS_WAIT,   /* all of them */
    THREADS_RUN,    /* look again */
    THREADS_UNKNOWN /* the kernel doesn't say */
};

void host_threads_init(struct host_threads *threads);
void host_threads_finish(struct host_threads *threads);
/* A wait begins: a call was answered, or simulated time has passed. */
void host_threads_begin(struct host_threads *threads);
enum threads_state host_threads_look(struct host_threads *threads, GPid process);
/* Whether threads that are not in one of so many calls may do something yet, such as to write to
 * memory: those that compute, and those that sleep, if not for too long. */
bool host_threads_may_act(struct host_threads *threads, GPid process, unsigned n_calls);

#endif
