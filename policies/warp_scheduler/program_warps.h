/* SPDX-License-Identifier: BSD-3-Clause */
/* Two programs on an SM: whose warps are whose, and whose go first.
 *
 * SMs form pairs, 0 with 1, 2 with 3 and so on. On the first one of a pair the first program's
 * warps count as older than all others, on the second one those of the second program; a third
 * program and those behind it count as the second one. So each of two programs has SMs on which it
 * runs as if the other one took only what it leaves. Without a partner the last of an odd number of
 * SMs listens to SM 1.
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
    uint16_t tells[2]; /* SMs that this one tells; its own number: none */
};

static inline void program_warps_init(struct program_warps *programs,
                                      const struct sm_policy_site *site)
{
    unsigned self = site->sm, partner = self ^ 1, last = site->n_sms - 1;
    programs->second = self & 1;
    programs->tells[0] = (uint16_t)(partner <= last ? partner : self);
    programs->tells[1] = (uint16_t)(self == 1 && last % 2 == 0 ? last : self);
}

/* Whether the program is the one whose warps go first here. */
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

/* Those of a set that go first: the own program's, or, if it has none among them, all. */
static inline uint64_t program_warps_first(const struct program_warps *programs, uint64_t warps)
{
    uint64_t own = warps & ~programs->others;
    return own ? own : warps;
}

#endif
