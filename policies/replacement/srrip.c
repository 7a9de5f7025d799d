/* SPDX-License-Identifier: BSD-3-Clause */
/* Static RRIP: a line begins with a long re-reference interval, so that it goes before those that
 * have been used again: a scan does not drive out what is in use. See rrip.h.
 *
 * Source: Jaleel, Theobald, Steely, Emer, "High Performance Cache Replacement Using Re-Reference
 * Interval Prediction (RRIP)", ISCA 2010: SRRIP-HP, and SRRIP-FP by parameter.
 */
#include "policies/replacement/rrip.h"

enum { BITS, FREQUENCY };

static const struct policy_parameter parameters[] = {
    [BITS] = RRIP_BITS_ROW,
    [FREQUENCY] = POLICY_BOOLEAN_ROW("frequency", false,
                                     "true: a hit brings a line nearer by one step, not all the "
                                     "way. Jaleel and others, ISCA 2010"),
    {.name = NULL},
};

struct state {
    struct rrip rrip;
    bool frequency;
};

static void begin(void *state, const struct replacement_site *site,
                  const struct policy_values *values)
{
    struct state *own = state;
    *own = (struct state){.rrip = rrip_for(site, &values->values[BITS]),
                          .frequency = values->values[FREQUENCY].boolean};
}

static void inserted(void *state, void *lines, uint32_t set, unsigned way,
                     const struct replacement_access *access)
{
    (void)set;
    (void)access;
    const struct state *own = state;
    rrip_begin_line(&own->rrip, lines, way, true);
}

static void touched(void *state, void *lines, uint32_t set, unsigned way,
                    const struct replacement_access *access)
{
    (void)set;
    (void)access;
    const struct state *own = state;
    uint8_t *rrpv = (uint8_t *)lines + way;
    *rrpv = own->frequency && *rrpv > 0 ? (uint8_t)(*rrpv - 1) : 0;
}

const struct replacement_ops replacement_srrip = {
    .policy = {.head = {.name = "srrip",
                        .summary = "Lines not used again go first (static RRIP)",
                        .source = "Jaleel and others, High Performance Cache Replacement Using "
                                  "Re-Reference Interval Prediction, ISCA 2010",
                        .parameters = parameters,
                        .state_bytes = sizeof(struct state)}},
    .line_bytes = 1,
    .begin = begin,
    .victim = rrip_choose,
    .inserted = inserted,
    .touched = touched,
};
