/* SPDX-License-Identifier: BSD-3-Clause */
/* Which way a load takes at L1D: it looks L1D up, or it goes around it. */
#ifndef SIMGPU_SM_L1D_BYPASS_H
#define SIMGPU_SM_L1D_BYPASS_H

#include "models/sm/l1d/l1d_load.h"

/* Loads that don't simply look L1D up, or may not. */
enum ldst_wait l1d_load_otherwise(struct l1d *l1d, const struct ldst_entry *entry,
                                  const struct line_transaction *line);

/* Whether it is a load that doesn't simply look L1D up, or may not. */
static inline bool l1d_goes_otherwise(const struct ldst_entry *entry)
{
    return entry->flags & (INSTRUCTION_STRONG | INSTRUCTION_UNCACHED | LDST_MAY_BYPASS);
}

/* Makes one transaction, unless it must wait: then nothing has changed. Inlined into the loop over
 * an access's transactions, for most of them hit. */
static inline enum ldst_wait l1d_load(struct l1d *l1d, const struct ldst_entry *entry,
                                      const struct line_transaction *line)
{
    if (G_UNLIKELY(l1d_goes_otherwise(entry)))
        return l1d_load_otherwise(l1d, entry, line);
    return l1d_load_cached(l1d, entry, line);
}

#endif
