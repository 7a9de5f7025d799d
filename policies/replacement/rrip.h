/* SPDX-License-Identifier: BSD-3-Clause */
/* Re-reference interval prediction: what srrip, brrip, drrip and ship share.
 *
 * Each line has a prediction of a few bits, its RRPV: how far away its next use is. 0 is near, the
 * largest value is distant. The lowest way with a distant line leaves. If no line is distant, all
 * lines of the set become more distant by one, until one is. A used line becomes near (hit
 * promotion, HP, which the paper recommends), or nearer by one (frequency priority, FP).
 *
 * Source: Jaleel, Theobald, Steely, Emer, "High Performance Cache Replacement Using Re-Reference
 * Interval Prediction (RRIP)", ISCA 2010. The paper was not at hand: its rules are those that later
 * implementations agree on. ASSUMED: lines that may not leave, since a sector of them is on its
 * way, become more distant with the others, but not beyond distant. Empty ways may be counted with
 * them, because a line that comes gets its own value.
 */
#ifndef SIMGPU_POLICIES_RRIP_H
#define SIMGPU_POLICIES_RRIP_H

#include "policies/replacement/replacement.h"

#define RRIP_BITS_ROW                                                                              \
    POLICY_INTEGER_ROW("bits", "bits", 2, 1, 8,                                                    \
                       "of a line\'s RRPV. Jaleel and others, ISCA 2010: two are enough")

static inline uint8_t rrip_distant(const union policy_value *bits)
{
    return (uint8_t)((1u << bits->integer) - 1);
}

/* The value with which most lines begin: neither near nor distant. */
static inline uint8_t rrip_long(uint8_t distant)
{
    return (uint8_t)(distant - 1);
}

/* rrpv: the value of the first way. Those of the others follow, `stride` bytes apart. */
static inline unsigned rrip_victim(uint8_t *rrpv, size_t stride, unsigned ways, uint8_t distant,
                                   const struct replacement_ways *allowed)
{
    unsigned farthest = replacement_first(allowed);
    for (unsigned way = farthest + 1; way < ways; way++)
        if (replacement_has(allowed, way) && rrpv[way * stride] > rrpv[farthest * stride])
            farthest = way;
    uint8_t more = (uint8_t)(distant - rrpv[farthest * stride]);
    for (unsigned way = 0; more > 0 && way < ways; way++)
        rrpv[way * stride] = (uint8_t)MIN(rrpv[way * stride] + more, distant);
    return farthest;
}

/* ---- srrip, brrip and drrip: a line has a byte, its RRPV ---- */

/* The first member of their states. */
struct rrip {
    uint32_t ways;
    uint8_t distant;
};

static inline struct rrip rrip_for(const struct replacement_site *site,
                                   const union policy_value *bits)
{
    return (struct rrip){.ways = site->ways, .distant = rrip_distant(bits)};
}

static inline unsigned rrip_choose(void *state, const struct replacement_set *set,
                                   const struct replacement_access *access)
{
    (void)access;
    const struct rrip *rrip = state;
    return rrip_victim(set->lines, 1, rrip->ways, rrip->distant, &set->allowed);
}

static inline void rrip_begin_line(const struct rrip *rrip, void *lines, unsigned way, bool is_long)
{
    ((uint8_t *)lines)[way] = is_long ? rrip_long(rrip->distant) : rrip->distant;
}

/* Hit promotion. */
static inline void rrip_promote(void *state, void *lines, uint32_t set, unsigned way,
                                const struct replacement_access *access)
{
    (void)state;
    (void)set;
    (void)access;
    ((uint8_t *)lines)[way] = 0;
}

/* One in `throttle` of brrip's lines begins with a long interval. */
struct rrip_bimodal {
    uint32_t throttle;
    uint32_t since; /* lines that came since the last such one */
};

static inline bool rrip_bimodal_is_long(struct rrip_bimodal *bimodal)
{
    if (++bimodal->since < bimodal->throttle)
        return false;
    bimodal->since = 0;
    return true;
}

#endif
