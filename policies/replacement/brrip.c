/* SPDX-License-Identifier: BSD-3-Clause */
/* Bimodal RRIP: most lines begin as distant, one in `throttle` with a long re-reference interval,
 * so that of a working set larger than the cache a part stays. See rrip.h.
 *
 * Source: Jaleel, Theobald, Steely, Emer, "High Performance Cache Replacement Using Re-Reference
 * Interval Prediction (RRIP)", ISCA 2010. ASSUMED: each 32nd line that the cache
 * takes, by a counter, and not with that probability: as the bimodal insertion that the paper
 * starts from (Qureshi and others, "Adaptive Insertion Policies for High Performance Caching", ISCA
 * 2007: epsilon 1/32) is built from a counter.
 */
#include "policies/replacement/rrip.h"

enum { BITS, THROTTLE };

static const struct policy_parameter parameters[] = {
    [BITS] = RRIP_BITS_ROW,
    [THROTTLE] = POLICY_INTEGER_ROW("throttle", "lines", 32, 1, 65536,
                                    "one line in so many begins with a long interval, the others "
                                    "begin as distant. Qureshi and others, ISCA 2007: 1/32"),
    {.name = NULL},
};

struct state {
    struct rrip rrip;
    struct rrip_bimodal bimodal;
};

static void begin(void *state, const struct replacement_site *site,
                  const struct policy_values *values)
{
    struct state *own = state;
    *own = (struct state){.rrip = rrip_for(site, &values->values[BITS]),
                          .bimodal.throttle = (uint32_t)values->values[THROTTLE].integer};
}

static void inserted(void *state, void *lines, uint32_t set, unsigned way,
                     const struct replacement_access *access)
{
    (void)set;
    (void)access;
    struct state *own = state;
    rrip_begin_line(&own->rrip, lines, way, rrip_bimodal_is_long(&own->bimodal));
}

const struct replacement_ops replacement_brrip = {
    .policy = {.head = {.name = "brrip",
                        .summary = "Few new lines stay for long (bimodal RRIP)",
                        .source = "Jaleel and others, High Performance Cache Replacement Using "
                                  "Re-Reference Interval Prediction, ISCA 2010",
                        .parameters = parameters,
                        .state_bytes = sizeof(struct state)}},
    .line_bytes = 1,
    .begin = begin,
    .victim = rrip_choose,
    .inserted = inserted,
    .touched = rrip_promote,
};
