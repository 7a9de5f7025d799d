/* SPDX-License-Identifier: BSD-3-Clause */
/* Threads that share out the pieces of work of one step after another.
 *
 * A step takes tens to hundreds of microseconds, less than it takes to wake a sleeping thread
 * twice. So whoever waits, for work or for the end of a step, first looks again and again for a
 * while, and sleeps only then: a machine with other things to do gets its processor back. With
 * more threads than processors nobody looks again: all sleep at once.
 *
 * Pieces have a thread of their own, so that what comes again in every step finds its memory in its
 * processor's cache; who is done early helps the others.
 */
#ifndef SIMGPU_CORE_CREW_H
#define SIMGPU_CORE_CREW_H

struct crew;

/* Carries out piece `item`; `worker` is the thread's number, 0 the caller of crew_run. */
typedef void crew_work(void *data, unsigned worker, unsigned item);

/* Of so many threads, the caller's own among them: at least 2. */
struct crew *crew_new(unsigned threads);
/* NULL is fine. */
void crew_free(struct crew *crew);
/* Carries out pieces 0, 1, 2, ..., each once, in no order, and returns when all are done. shares:
 * of how many each thread is the first choice, by number: the first of them are thread 0's, and so
 * on. A thread whose own are all taken, or not there yet, takes from the others'. */
void crew_run(struct crew *crew, crew_work *work, void *data, const unsigned *shares);

#endif
