/* SPDX-License-Identifier: BSD-3-Clause */
/* Whose the lines of an L2 bank are, for policies that need it (NEED_L2_OWNERS in
 * policies/sm_policy.h). For each line, and for as many that the bank has lost, it keeps the SM and
 * the warp slot that brought the line. A load's reply says what the load has found.
 *
 * A line belongs to the first load that asks for it since it came. A load of another launch takes
 * it over, and finds nothing. A load finds a line if all its sectors are there or on their way. If
 * only the line is there it finds nothing, as at L1.
 *
 * Source: M. Lee and others, "iPAWS: Instruction-Issue Pattern-based Adaptive Warp Scheduling for
 * GPGPUs", HPCA 2016, section 5.3: "a victim list to store warp and core IDs for each cache line of
 * both L1 and L2". ASSUMED: there are as many victims as lines, in the same sets. Only loads bring
 * and find: a line that a store has brought is nobody's. A slot's next warp counts as the same one.
 * Units: lines.
 */
#ifndef SIMGPU_L2_BANK_TAGS_H
#define SIMGPU_L2_BANK_TAGS_H

#include "base/victim_list.h"
#include "models/core/message_memory.h"
#include "models/l2/bank_lines.h"

struct bank_tags {
    uint64_t *owners; /* by line, set * ways + way; 0: nobody's */
    struct victim_list lost;
};

struct bank_tags *bank_tags_new(const struct bank_shape *shape);
void bank_tags_free(struct bank_tags *tags);

/* What the bank has for a request that is served now. */
enum bank_presence { BANK_LINE_THERE, BANK_LINE_IN_PART, BANK_LINE_MISSING };
/* Returns enum warp_l2_found. place: of the request's line, which has just been taken if it was
 * missing. */
uint8_t bank_tags_find(struct bank_tags *tags, const struct message *request,
                       struct bank_place place, enum bank_presence presence);
/* The line at `place` goes. */
void bank_tags_lose(struct bank_tags *tags, struct bank_place place, uint64_t address);

#endif
