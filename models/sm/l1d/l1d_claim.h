/* SPDX-License-Identifier: BSD-3-Clause */
/* How an access gets a line of L1D: inline, since loads, stores and fills do it. */
#ifndef SIMGPU_SM_L1D_CLAIM_H
#define SIMGPU_SM_L1D_CLAIM_H

#include "models/sm/l1d/l1d_lines.h"
#include "models/sm/l1d/l1d_tell.h"

/* Finds a line for the warp's access: tag_array_choose_victim. */
static inline int l1d_victim(struct l1d *l1d, uint64_t address, unsigned slot, uint32_t pc,
                             bool is_write)
{
    if (G_UNLIKELY(l1d->replacer != NULL))
        return l1d_ask_victim(l1d, address, slot, pc, is_write);
    return tag_array_choose_victim(&l1d->tags, address);
}

/* The line, which is not reserved, gets the address for the warp, with nothing in it. Now it is
 * reserved. */
static inline void l1d_claim_line(struct l1d *l1d, int index, uint64_t address, unsigned slot,
                                  uint32_t pc)
{
    if (G_UNLIKELY(l1d->told))
        l1d_tell_claimed(l1d, index, address, slot, pc);
    l1d_clear_line(l1d, index);
    tag_array_reserve(&l1d->tags, index, address);
}

#endif
