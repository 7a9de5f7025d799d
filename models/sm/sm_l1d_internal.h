/* SPDX-License-Identifier: BSD-3-Clause */
/* What the files of L1D share. */
#ifndef SIMGPU_SM_L1D_INTERNAL_H
#define SIMGPU_SM_L1D_INTERNAL_H

#include "models/sm/sm_internal.h"

/* sm_l1d_mshrs.c: requests on their way. */
void l1d_mshrs_init(struct sm *sm);
void l1d_mshrs_finish(struct sm *sm);
/* Whether there is an entry for each of so many sectors. */
bool l1d_mshrs_have_room(const struct sm *sm, unsigned sectors);
/* One for sectors that go into L1D, or for none: nobody else can wait for it then. */
struct mshr *l1d_mshr_take(struct sm *sm, uint64_t line, uint8_t sectors, uint8_t keep);
void l1d_mshr_free(struct sm *sm, struct mshr *mshr);
/* Of the sectors that are wanted, those that are on their way into L1D. *full becomes true if one
 * more access can't wait for them. */
uint8_t l1d_under_way(const struct sm *sm, uint64_t line, uint8_t wanted, bool *full);
/* The access waits for those of the line's sectors. */
void l1d_wait_for(struct sm *sm, const struct ldst_entry *entry,
                  const struct line_transaction *line, uint8_t sectors);
void l1d_add_waiter(struct sm *sm, struct mshr *mshr, uint32_t access, lane_mask lanes);
/* The access's lanes, of the transaction's, that touch the sectors. */
lane_mask l1d_lanes_in(const struct sm *sm, uint32_t access, const struct line_transaction *line,
                       uint8_t sectors);

/* What is on its way of these sectors serves those who wait for it, but is not kept. */
void l1d_cut_off(struct sm *sm, uint64_t line, uint8_t sectors);
void l1d_cut_off_all(struct sm *sm, uint64_t from_address);

/* sm_l1d.c: lines. */
void l1d_drop_line(struct sm *sm, int index);
/* The line, which is not reserved, gets the address, with nothing in it. It is reserved now. */
void l1d_claim_line(struct sm *sm, int index, uint64_t address);
/* Nothing of a reserved line is on its way any more. */
void l1d_settle_line(struct sm *sm, int index);

/* sm_l1d_store.c: takes the line out of the cache, or what is on its way to it. */
void l1d_drop_address(struct sm *sm, uint64_t address);

/* The unit of requests, of MSHR entries and of the sector counters: sectors, or whole lines. */
static inline uint8_t l1d_whole(const struct sm *sm, uint8_t sectors)
{
    return sm->config->l1d_sectored ? sectors : WHOLE_LINE;
}

static inline unsigned l1d_units(const struct sm *sm, uint8_t sectors)
{
    return sm->config->l1d_sectored ? sector_count(sectors) : sectors != 0;
}

#endif
