/* SPDX-License-Identifier: BSD-3-Clause */
/* Notices a program's death at once, whatever simgpu is busy with and whoever else holds the
 * program's end of the socket (a child that it has forked, say).
 *
 * A thread waits for the end of the first process and, if another one has taken the GPU (a shell
 * may have started it), of that one: the kernel says who has sent a request. Then it shuts the
 * socket, so that nothing waits there any more; what was sent before can still be read. If a
 * signal ended the program in the middle of a call, *stop becomes WATCH_DIED: the simulation
 * stops where it stands. A death between two calls is found by who reads the next one, at an exact
 * simulated time, and an exit in the middle of a call is no reason to stop.
 */
#ifndef SIMGPU_WORKLOADS_PROGRAM_PROCESS_WATCH_H
#define SIMGPU_WORKLOADS_PROGRAM_PROCESS_WATCH_H

#include <glib.h>
#include <stdbool.h>

/* What *stop becomes, unless it is something else already. */
enum { WATCH_DIED = 2 };

struct process_watch {
    GThread *thread; /* NULL: not begun */
    GPid pid;
    int socket;
    int child, partner; /* pidfds; -1: none */
    int wake;           /* eventfd: something below has changed */
    int calling, quit;  /* atomic */
    volatile int *stop; /* NULL: nobody wants to know */
};

/* Begins to watch the child `pid`, which speaks through `socket`. */
void process_watch_begin(struct process_watch *watch, GPid pid, int socket, volatile int *stop);
/* Another process than the child has sent the first request. */
void process_watch_partner(struct process_watch *watch, GPid partner);
/* A call begins, or has its answer. False if a signal has ended the program already. */
bool process_watch_call(struct process_watch *watch, bool calling);
/* Has the program ended? */
bool process_watch_over(const struct process_watch *watch);
/* Before the socket is closed. */
void process_watch_end(struct process_watch *watch);

#endif
