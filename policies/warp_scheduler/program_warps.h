/* SPDX-License-Identifier: BSD-3-Clause */
/* Two programs on an SM: it knows the program of each warp, and which program's warps go first.
 *
 * SMs form pairs, 0 with 1, 2 with 3 and so on. On the first SM of a pair, the first program's
 * warps count as older than all others. On the second SM, those of the second program do. Further
 * programs count as the second one. So each of two programs has SMs on which the other program
 * takes only the issue slots that it leaves. With an odd number of SMs the last one has no partner:
 * it listens to SM 1.
 *
 * Source: M. Lee and others, "iPAWS: Instruction-Issue Pattern-based Adaptive Warp Scheduling for
 * GPGPUs", HPCA 2016, section 4.3 (shared concurrent kernel execution).
 */
#ifndef SIMGPU_POLICIES_WARP_SCHEDULER_PROGRAM_WARPS_H
#define SIMGPU_POLICIES_WARP_SCHEDULER_PROGRAM_WARPS_H

#include "policies/sm_policy.h"

struct program_warps {
    bool second;       /* the second program's warps go first here */
    uint64_t others;   /* slots of the other program's warps */
    uint16_t tells[2]; /* SMs that this one sends words to; its own number: none */
};

static inline void program_warps_init(struct program_warps *programs,
                                      const struct sm_policy_site *site)
{
    unsigned self = site->sm, partner = self ^ 1, last = site->n_sms - 1;
    programs->second = self & 1;
    programs->tells[0] = (uint16_t)(partner <= last ? partner : self);
    programs->tells[1] = (uint16_t)(self == 1 && last % 2 == 0 ? last : self);
}

/* Whether this program's warps go first here. */
static inline bool program_warps_is_own(const struct program_warps *programs, uint32_t program)
{
    return (program > 0) == programs->second;
}

/* A block starts. */
static inline void program_warps_add(struct program_warps *programs, const struct warp_block *block)
{
    programs->others &= ~block->warps;
    if (!program_warps_is_own(programs, block->program))
        programs->others |= block->warps;
}

/* The warps of a set that go first: those of the own program. If the set has none of them: all. */
static inline uint64_t program_warps_first(const struct program_warps *programs, uint64_t warps)
{
    uint64_t own = warps & ~programs->others;
    return own ? own : warps;
}

#endif
