/* SPDX-License-Identifier: BSD-3-Clause */
/* Dynamic RRIP: srrip or brrip, whichever misses less in the sets that always follow one of them.
 *
 * Set duelling: some sets, the leaders, are srrip's, as many are brrip's. A line taken in one of
 * the first counts PSEL up, in one of the others down; the other sets do as brrip if PSEL is in its
 * upper half. Leaders are spread evenly.
 *
 * The paper's cache has some 2000 sets, here one has 1 to 1024: of fewer than 128 sets,
 * one in four leads for each policy, and at least one; a single set has no leaders, and follows
 * srrip. Each SM and each bank has its own duel, for they share nothing.
 *
 * Source: Jaleel, Theobald, Steely, Emer, "High Performance Cache Replacement Using Re-Reference
 * Interval Prediction (RRIP)", ISCA 2010, with 32 leaders each and a PSEL of 10 bits;
 * Qureshi and others, "Adaptive Insertion Policies for High Performance Caching", ISCA 2007.
 * ASSUMED: fewer leaders in small caches; PSEL begins just below half, which is srrip; brrip's
 * counter is shared by all sets that follow it; a miss counts when it takes a line, for one that is
 * bypassed, or merges, takes none.
 */
#include "policies/replacement/rrip.h"

enum { BITS, THROTTLE, LEADERS, PSEL_BITS };

static const struct policy_parameter parameters[] = {
    [BITS] = RRIP_BITS_ROW,
    [THROTTLE] = POLICY_INTEGER_ROW("throttle", "lines", 32, 1, 65536,
                                    "of brrip. Qureshi and others, ISCA 2007: 1/32"),
    [LEADERS] = POLICY_INTEGER_ROW("leaders", "sets", 32, 1, 1024,
                                   "of each of the two, but at most a quarter of the cache's. "
                                   "Jaleel and others, ISCA 2010"),
    [PSEL_BITS] = POLICY_INTEGER_ROW("psel_bits", "bits", 10, 1, 20,
                                     "of the counter that selects. Jaleel and others, ISCA 2010"),
    {.name = NULL},
};

struct state {
    struct rrip rrip;
    struct rrip_bimodal bimodal; /* of the lines that begin as brrip's */
    uint32_t leaders, spacing;
    uint32_t psel, psel_half;
};

static void begin(void *state, const struct replacement_site *site,
                  const struct policy_values *values)
{
    struct state *own = state;
    uint32_t most = site->sets < 2 ? 0 : MAX(site->sets / 4, 1);
    uint32_t leaders = MIN((uint32_t)values->values[LEADERS].integer, most);
    uint32_t half = UINT32_C(1) << (values->values[PSEL_BITS].integer - 1);
    *own = (struct state){.rrip = rrip_for(site, &values->values[BITS]),
                          .bimodal.throttle = (uint32_t)values->values[THROTTLE].integer,
                          .leaders = leaders,
                          .spacing = leaders ? site->sets / leaders : 1,
                          .psel = half - 1,
                          .psel_half = half};
}

/* Counts the miss in a leader. True: the set does as brrip. */
static bool duel(struct state *own, uint32_t set)
{
    bool leads = set / own->spacing < own->leaders;
    if (leads && set % own->spacing == 0) {
        own->psel += own->psel < own->psel_half * 2 - 1;
        return false;
    }
    if (leads && set % own->spacing == own->spacing / 2) {
        own->psel -= own->psel > 0;
        return true;
    }
    return own->psel >= own->psel_half;
}

static void inserted(void *state, void *lines, uint32_t set, unsigned way,
                     const struct replacement_access *access)
{
    (void)access;
    struct state *own = state;
    bool as_brrip = duel(own, set);
    rrip_begin_line(&own->rrip, lines, way, !as_brrip || rrip_bimodal_is_long(&own->bimodal));
}

const struct replacement_ops replacement_drrip = {
    .policy = {.head = {.name = "drrip",
                        .summary = "Chooses srrip or brrip by set duelling (dynamic RRIP)",
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
