/* SPDX-License-Identifier: BSD-3-Clause */
/* Products of warp groups (wgmma, HGMMA): asynchronous products of matrices.
 *
 * A warp's part of such a product, 16 of its 64 rows, waits in a queue in front of its scheduler's
 * matrix unit. The warp goes on at once. The unit works on parts one after the other, for as long
 * as the form and the number of columns take, and so do the three other warps' units: nothing else
 * keeps the four warps of a group together here. A product is done some cycles after the unit.
 *
 * What a warp issues between two commits is a group. A wait holds the warp until only the given
 * number of last groups may be unfinished. All of these are times that are known as a product
 * issues, so there is no event.
 *
 * Source: PTX ISA 8.6, "Asynchronous wgmma Instructions", on groups; W. Luo et al.,
 * arXiv:2501.12084, section 6, on times.
 * Differs: a product that reads shared memory takes no turn of its banks. The registers of a result
 * may be read before the wait, as undefined values in hardware; here nobody waits for them.
 * Units: cycles of the SM.
 */
#ifndef SIMGPU_SM_GROUPS_H
#define SIMGPU_SM_GROUPS_H

#include "models/sm/front/issue_facts.h"
#include "models/sm/front/unit_pool.h"

enum { GROUPS_KNOWN = 16 }; /* older ones have ended: fewer products fit into a queue */

/* A warp's. All zero: it has had none. */
struct warp_groups {
    uint64_t warp;               /* which warp of the SM, ever: another one begins anew */
    uint64_t last;               /* when its last product is done */
    uint64_t done[GROUPS_KNOWN]; /* ring: when its last groups are */
    uint32_t ended;              /* groups, so far */
};

/* The warp has issued an instruction with INSTRUCTION_GROUP, a product or a step. Returns the cycle
 * from which its next one may issue. Counts the unit's cycles. */
uint64_t warp_groups_issue(struct warp_groups *groups, uint64_t warp, struct unit_pool *pool,
                           const struct sm_config *config, const struct instruction *instruction,
                           const struct issue_facts *facts, uint64_t cycle, uint64_t *unit_cycles);

#endif
