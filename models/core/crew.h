/* SPDX-License-Identifier: BSD-3-Clause */
/* Threads that work on one step after another.
 *
 * A step takes microseconds: less than waking a sleeping thread. So a thread that waits, for a step
 * or for the others at its end, first looks again and again for a while. Only then it sleeps, and a
 * machine with other things to do gets its processor back. With more threads than processors no
 * thread looks again: all sleep at once.
 *
 * The crew does not wait for a thread that does not come: those that are there take part, and the
 * caller does the rest. Only a thread that has come holds up the end of the step.
 */
#ifndef SIMGPU_CORE_CREW_H
#define SIMGPU_CORE_CREW_H

struct crew;

/* A thread's part in a step: it takes pieces of work (how, is the work's affair) until none is left
 * to be taken. `worker` is the thread's number, 0 the caller of crew_run. */
typedef void crew_work(void *data, unsigned worker);

/* Of so many threads, the caller's own among them: at least 2. */
struct crew *crew_new(unsigned threads);
/* NULL is fine. */
void crew_free(struct crew *crew);
/* One step: the caller takes part, and every other thread that comes before the caller is done,
 * each once. Returns when all who came are done. */
void crew_run(struct crew *crew, crew_work *work, void *data);

/* For a processor that looks at a word again and again. */
static inline void crew_pause(void)
{
#if defined(__x86_64__) || defined(__i386__)
    __builtin_ia32_pause();
#endif
}

#endif
