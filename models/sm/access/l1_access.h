/* SPDX-License-Identifier: BSD-3-Clause */
/* What a transaction finds in L1D or in the texture cache, and how observers hear of it. */
#ifndef SIMGPU_SM_L1_ACCESS_H
#define SIMGPU_SM_L1_ACCESS_H

#include "models/sm/access/ldst_entry.h"

/* What a transaction found, in sectors. */
struct l1_lookup {
    uint8_t sectors, hit, merged, missed;
    bool bypassed; /* missed sectors are fetched past L1D */
};

/* Tells observers of a transaction. */
void l1_access_tell(const struct sm_core *core, const struct ldst_entry *entry,
                    const struct line_transaction *line, bool bypasses,
                    const struct l1_lookup *found);

#endif
