/* SPDX-License-Identifier: BSD-3-Clause */
/* Threads that work on one step after another.
 *
 * A step takes microseconds: less than waking a sleeping thread. So a thread that waits, for a step
 * or for the others at its end, first looks again and again for a while. Only then does it sleep,
 * so a busy machine gets its processor back. With more threads than processors no thread looks
 * again: all sleep at once.
 *
 * The crew does not wait for late threads. Those that are there take part, and the caller does the
 * rest. Only a thread that has come holds up the end of the step.
 */
#ifndef SIMGPU_CORE_CREW_H
#define SIMGPU_CORE_CREW_H

struct crew;

/* A thread's part in a step: it takes pieces of work until none is left. The work decides how.
 * `worker` is the thread's number; 0 is the caller of crew_run. */
typedef void crew_work(void *data, unsigned worker);

/* threads: how many, the caller's own among them; at least 2. */
struct crew *crew_new(unsigned threads);
/* NULL is fine. */
void crew_free(struct crew *crew);
/* One step. The caller takes part, and so does, once, every other thread that comes before the
 * caller is done. Returns when all of them are done. */
void crew_run(struct crew *crew, crew_work *work, void *data);

/* For a processor that looks at a word again and again. */
static inline void crew_pause(void)
{
#if defined(__x86_64__) || defined(__i386__)
    __builtin_ia32_pause();
#endif
}

#endif
