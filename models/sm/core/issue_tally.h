/* SPDX-License-Identifier: BSD-3-Clause */
/* Issues counted by kind.
 *
 * An instruction that all lanes of a warp run always adds the same to the counters of lanes,
 * operands and units. So an issue adds one to the number of its kind, and the lanes that do not run
 * it to another number. The counters get the sum when somebody looks at them. There are few kinds:
 * those of a kernel's instructions.
 */
#ifndef SIMGPU_SM_ISSUE_TALLY_H
#define SIMGPU_SM_ISSUE_TALLY_H

#include "models/sm/core/sm_counters.h"
#include "workloads/instruction.h"
#include <glib.h>

enum { ISSUE_KINDS = 64 };

/* As in struct issue_facts (front/issue_facts.h). */
struct issue_kind {
    uint8_t lane_class, operands, bank_cycles, unit_class;
    uint16_t busy;
};

struct issue_tally {
    uint32_t n;
    struct issue_kind kinds[ISSUE_KINDS];
    uint64_t times[ISSUE_KINDS];
    uint64_t missing[ISSUE_KINDS]; /* lanes that did not run, of all these times */
};

/* The number of that kind, which is added if it is new; -1: there are more kinds than fit. */
int issue_tally_note(struct issue_tally *tally, const struct issue_kind *kind);
/* Adds the counts of all kinds to the counters. */
void issue_tally_add(const struct issue_tally *tally, struct sm_counters *counters);
/* The same, and forgets the counts. */
void issue_tally_settle(struct issue_tally *tally, struct sm_counters *counters);

/* Lanes of a mask. Baseline x86-64 has no instruction for it, and the compiler would call a
 * function.
 * Source: H. Warren, "Hacker's Delight", 2nd edition, section 5-1. */
static inline unsigned issue_tally_lanes(lane_mask mask)
{
    mask -= mask >> 1 & 0x55555555;
    mask = (mask & 0x33333333) + (mask >> 2 & 0x33333333);
    mask = (mask + (mask >> 4)) & 0x0f0f0f0f;
    return mask * 0x01010101 >> 24;
}

/* These lanes of a warp, mostly all, run an instruction of that kind. */
static inline void issue_tally_count(struct issue_tally *tally, unsigned kind, lane_mask lanes)
{
    tally->times[kind]++;
    if (G_UNLIKELY(lanes != UINT32_MAX))
        tally->missing[kind] += issue_tally_lanes(~lanes);
}

#endif
