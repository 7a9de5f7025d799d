/* SPDX-License-Identifier: BSD-3-Clause */
/* What instruction fetch keeps: sm_fetch.c is about warps, sm_icache.c about lines of code. */
#ifndef SIMGPU_SM_FETCH_STATE_H
#define SIMGPU_SM_FETCH_STATE_H

#include "models/cache/tag_array.h"
#include "models/sm/core/sm_port.h"
#include "models/sm/front/sm_warps.h"

struct sm_fetch {
    const struct sm_config *config;
    struct sm_core *core;
    struct sm_warps *warps;
    struct sm_port *port;
    int32_t room_below; /* a warp fetches if it has no more instructions left than this */
    uint32_t width, latency, in_cycle; /* fetch_config's: instructions; cycles; fetches */
    bool follows, behind, turns;       /* ... */
    uint32_t step;                     /* with `behind`: words of code to where it asks */
    uint64_t cycle;                    /* of the last fetch that was given out */
    unsigned given;                    /* fetches of that cycle */
    uint64_t missing;                  /* warps that wait for an instruction line */
    uint64_t refused; /* of these, warps whose miss found no line or no room in the port's queue */
    bool blocked;     /* nothing that these wait for has changed since */
    uint32_t misses;  /* lines on their way */
    struct tag_array tags;
    uint64_t *waiting; /* by line: warps that wait for its fill */
    bool *ahead;       /* by line: the prefetcher asked for it, and no warp has used it yet */
    /* With `turns`: */
    uint64_t *since;            /* by line: the cycle in which the first of them has asked */
    uint64_t asked[WARP_SLOTS]; /* by warp: smaller for warps that asked earlier */
    uint8_t start;              /* warps that begin get it from this slot on */
};

/* Where an instruction lies in its code, in words of instruction_bytes: some codes have words for
 * control in front of every few instructions. */
static inline uint32_t sm_fetch_place(const struct sm_warp *warp, uint32_t pc)
{
    const uint32_t bundle = warp->context.code->bundle;
    return G_UNLIKELY(bundle) ? pc + pc / bundle + 1 : pc;
}

#endif
