/* SPDX-License-Identifier: BSD-3-Clause */
/* What the simulation itself costs, and how much of it threads could share (--profile-host).
 *
 * The processor time of each unit's turn is added up by the unit's model. A stop has work (the
 * turns of units that may run side by side) and a critical path (the longest of these turns). So n
 * threads need at least max(critical path, work / n) for it. Everything outside such turns takes as
 * long as ever. The sum over all stops bounds what n threads can reach. It is no forecast: threads
 * also wait for each other and share caches. of the bound: Graham, "Bounds on Multiprocessing
 * Timing Anomalies" (SIAM J. Applied Mathematics, 1969).
 *
 * Units: ns of the thread's processor time, which a loaded machine doesn't lengthen much. Reading
 * the clock costs about 0.2 us, twice a turn. Nothing here belongs to the simulated result.
 */
#ifndef SIMGPU_CORE_HOST_PROFILE_H
#define SIMGPU_CORE_HOST_PROFILE_H

#include "models/core/unit.h"
#include <stdbool.h>

enum { HOST_PROFILE_MODELS = 8, HOST_PROFILE_BOUNDS = 6 };

/* The numbers of threads of which the bound is kept. */
extern const unsigned host_profile_threads[HOST_PROFILE_BOUNDS];

struct host_profile {
    struct {
        const char *model; /* NULL: no more */
        uint64_t ns, turns;
    } models[HOST_PROFILE_MODELS];
    uint64_t begun_ns;                      /* 0: not yet */
    uint64_t elapsed_ns;                    /* from there to the last stop */
    uint64_t stops;                         /* with units that may run side by side */
    uint64_t work_ns, critical_ns;          /* of those units, over all stops */
    uint64_t alone_ns;                      /* of the others */
    uint64_t inside_ns;                     /* of the conductor, while units had their turns */
    uint64_t least_ns[HOST_PROFILE_BOUNDS]; /* sum of max(critical path, work / threads) */
    uint64_t stop_work_ns, stop_longest_ns; /* of the stop under way */
};

uint64_t host_profile_now(void);
/* A unit's turn. */
void host_profile_turn(struct host_profile *profile, const struct unit *unit, uint64_t ns);
/* After all turns of a stop on several threads, keepers carry out what units did to each other, in
 * pieces that may run side by side (step.h). This adds their work and the longest piece. */
void host_profile_keepers(struct host_profile *profile, uint64_t work_ns, uint64_t longest_ns);
/* Meanwhile the conductor's thread has used this much time. */
static inline void host_profile_inside(struct host_profile *profile, uint64_t ns)
{
    profile->inside_ns += ns;
}
/* A stop is over, or the first is about to begin. */
void host_profile_stop(struct host_profile *profile);

/* Time outside every unit's turn: the engine and SimGrid. */
uint64_t host_profile_engine_ns(const struct host_profile *profile);
/* The bound: how many times faster than one thread host_profile_threads[i] threads can be. */
double host_profile_bound(const struct host_profile *profile, unsigned i);

#endif
