/* SPDX-License-Identifier: BSD-3-Clause */
#include "models/core/crew_pace.h"

/* All ASSUMED, and tried on a machine with two processors, one of them busy with something else
 * (ARCHITECTURE.md). */
enum {
    WINDOW_US = 1000,
    FIRST_WORK = 2000, /* of the first window */
    /* Windows. */
    MEAN_OF = 32,           /* of a mean */
    TRIAL_TOGETHER = 4,     /* a thread that was asleep has to be woken first */
    PATIENCE_TOGETHER = 64, /* until one thread alone is measured again */
    FIRST_PATIENCE = 16,    /* until threads are tried together again */
    LONGEST_PATIENCE = 1024,
};

/* Threads are tried for longer only if they take less than this share of one thread's time. */
static const double GAIN = 0.95;

void crew_pace_init(struct crew_pace *pace, uint64_t now, bool always)
{
    *pace = (struct crew_pace){.way = CREW_TOGETHER,
                               .kept = CREW_TOGETHER,
                               .patience = FIRST_PATIENCE,
                               .begun = now,
                               .size = FIRST_WORK,
                               .end = always ? UINT64_MAX : FIRST_WORK};
}

static void note_cost(struct crew_pace *pace, double cost)
{
    const int way = pace->way;
    if (pace->known[way] < MEAN_OF)
        pace->known[way]++;
    pace->cost[way] += (cost - pace->cost[way]) / pace->known[way];
}

static void forget(struct crew_pace *pace, int way)
{
    pace->known[way] = 0;
    pace->cost[way] = 0;
}

static void keep(struct crew_pace *pace, int way)
{
    pace->kept = pace->way = way;
    pace->windows = 0;
}

/* Before one thread alone is preferred, and when its last window is long ago, it is measured anew
 * in a window. */
static void go_on_together(struct crew_pace *pace)
{
    if (pace->way == CREW_ALONE) {
        pace->windows = 0;
        pace->way = CREW_TOGETHER;
        if (pace->cost[CREW_TOGETHER] > pace->cost[CREW_ALONE])
            keep(pace, CREW_ALONE);
        return;
    }
    if (++pace->windows >= PATIENCE_TOGETHER)
        pace->patience = FIRST_PATIENCE;
    if (pace->windows >= PATIENCE_TOGETHER || pace->known[CREW_ALONE] == 0 ||
        pace->cost[CREW_TOGETHER] > pace->cost[CREW_ALONE]) {
        forget(pace, CREW_ALONE);
        pace->way = CREW_ALONE;
    }
}

static void go_on_alone(struct crew_pace *pace)
{
    if (pace->way == CREW_ALONE) {
        if (++pace->windows >= pace->patience) {
            forget(pace, CREW_TOGETHER);
            pace->way = CREW_TOGETHER;
        }
        return;
    }
    if (pace->known[CREW_TOGETHER] < TRIAL_TOGETHER)
        return;
    pace->patience *= pace->patience < LONGEST_PATIENCE ? 2 : 1;
    keep(pace,
         pace->cost[CREW_TOGETHER] < GAIN * pace->cost[CREW_ALONE] ? CREW_TOGETHER : CREW_ALONE);
}

/* Windows have the same work either way, so the mean of their costs is the cost of all their work.
 */
static void begin_window(struct crew_pace *pace, uint64_t work, uint64_t now)
{
    const double cost = pace->cost[CREW_ALONE];
    if (pace->kept == pace->way && cost > 0)
        pace->size = (uint64_t)(WINDOW_US / cost) + 1;
    pace->work = work;
    pace->begun = now;
    pace->end = work + pace->size;
}

void crew_pace_turn(struct crew_pace *pace, uint64_t work, uint64_t now)
{
    const uint64_t us = now > pace->begun ? now - pace->begun : 1;
    note_cost(pace, (double)us / (double)(work - pace->work));
    if (pace->kept == CREW_TOGETHER)
        go_on_together(pace);
    else
        go_on_alone(pace);
    begin_window(pace, work, now);
}
