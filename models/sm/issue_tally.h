/* SPDX-License-Identifier: BSD-3-Clause */
/* Issues counted by kind: an instruction that all lanes of a warp run always adds the same to the
 * counters of lanes, operands and units.
 *
 * So an issue adds one to the number of its kind, and the counters get what that comes to when
 * somebody looks at them. Kinds are few: those that a kernel's instructions have.
 */
#ifndef SIMGPU_SM_ISSUE_TALLY_H
#define SIMGPU_SM_ISSUE_TALLY_H

#include "models/sm/issue_facts.h"

enum { ISSUE_KINDS = 64 };

/* As in struct issue_facts. */
struct issue_kind {
    uint8_t lane_class, operands, bank_cycles, unit_class;
    uint16_t busy;
};

struct issue_tally {
    uint32_t n;
    struct issue_kind kinds[ISSUE_KINDS];
    uint64_t times[ISSUE_KINDS];
};

/* Finds the kind of an instruction that goes to a unit, and notes it there; false: there are more
 * kinds than fit. */
bool issue_tally_note(struct issue_tally *tally, struct issue_facts *facts);
/* Adds what has been counted. */
void issue_tally_add(const struct issue_tally *tally, struct sm_counters *counters);
/* ... and forgets it. */
void issue_tally_settle(struct issue_tally *tally, struct sm_counters *counters);

/* All lanes of a warp run that instruction. */
static inline void issue_tally_count(struct issue_tally *tally, const struct issue_facts *facts)
{
    tally->times[facts->kind]++;
}

#endif
