/* SPDX-License-Identifier: BSD-3-Clause */
/* Whether several threads are faster than one: both ways are tried.
 *
 * How fast threads work together depends on the machine's other work. A thread that loses its
 * processor in the middle of a piece holds up all others. So time and work are measured in windows
 * of about a millisecond, in both ways. The faster way is kept, and the other one is tried again
 * now and then. A way that fails again is left alone for twice as long. The decision has no effect
 * on results.
 */
#ifndef SIMGPU_CORE_CREW_PACE_H
#define SIMGPU_CORE_CREW_PACE_H

#include <stdbool.h>
#include <stdint.h>

enum { CREW_ALONE, CREW_TOGETHER, CREW_WAYS };

struct crew_pace {
    int way;                /* of this window */
    int kept;               /* of most windows */
    uint32_t windows;       /* of the kept way, since it was last tried or taken */
    uint32_t patience;      /* after so many of them the threads are tried again */
    uint64_t work, begun;   /* when the window began: the work done by then, and the time in us */
    uint64_t end;           /* work done when the window is over */
    uint64_t size;          /* work in a window */
    double cost[CREW_WAYS]; /* us for one piece of work: a mean, mostly of the last windows */
    uint32_t known[CREW_WAYS]; /* windows that the mean has seen; 0: the cost is not known */
};

/* Threads begin together. now: in us. always: they stay together, for tests and measurements. */
void crew_pace_init(struct crew_pace *pace, uint64_t now, bool always);
/* The window is over. work: done in all so far. */
void crew_pace_turn(struct crew_pace *pace, uint64_t work, uint64_t now);
/* Does not count us that were spent on something else. */
static inline void crew_pace_leave_out(struct crew_pace *pace, uint64_t us)
{
    pace->begun += us;
}
/* work: done so far. True if one thread alone is to do the next work. */
static inline bool crew_pace_is_over(const struct crew_pace *pace, uint64_t work)
{
    return work >= pace->end;
}
static inline bool crew_pace_is_alone(const struct crew_pace *pace)
{
    return pace->way == CREW_ALONE;
}

#endif
