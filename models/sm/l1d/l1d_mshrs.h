/* SPDX-License-Identifier: BSD-3-Clause */
/* L1D's MSHRs: its requests that are on their way, and the accesses that wait for them. */
#ifndef SIMGPU_SM_L1D_MSHRS_H
#define SIMGPU_SM_L1D_MSHRS_H

#include "models/sm/l1d/l1d_state.h"

void l1d_mshrs_init(struct l1d *l1d, struct arena *arena);
/* Takes an MSHR for sectors that go into L1D (`keep`). If none does, no other access can wait for
 * it. */
struct mshr *l1d_mshr_take(struct l1d *l1d, uint64_t line, uint8_t sectors, uint8_t keep);
/* For a request that L1D does not keep: whether l1d.mshrs_uncached, if set, has room. */
bool l1d_uncached_has_room(const struct l1d *l1d, unsigned sectors);
struct mshr *l1d_mshr_take_uncached(struct l1d *l1d, uint64_t line, uint8_t sectors);
void l1d_mshr_free(struct l1d *l1d, struct mshr *mshr);
/* The MSHR no longer waits for these of its sectors, but for others. */
void l1d_mshr_shrink(struct l1d *l1d, struct mshr *mshr, uint8_t sectors);
/* Which of the wanted sectors are on their way into L1D. *full becomes true if one more access
 * can't wait for them. */
uint8_t l1d_under_way(const struct l1d *l1d, uint64_t line, uint8_t wanted, bool *full);
/* Whether a load's transaction finds no MSHR, as things are. *absent: nothing of the line is here,
 * or on its way. */
bool l1d_will_wait(const struct l1d *l1d, const struct line_transaction *line, bool *absent);
/* The access waits for those sectors of the line. */
void l1d_wait_for(struct l1d *l1d, const struct ldst_entry *entry,
                  const struct line_transaction *line, uint8_t sectors);
void l1d_add_waiter(struct l1d *l1d, struct mshr *mshr, uint32_t access, lane_mask lanes);
/* Which of the transaction's lanes touch these sectors. */
lane_mask l1d_lanes_in(const struct l1d *l1d, uint32_t access, const struct line_transaction *line,
                       uint8_t sectors);

/* Sectors on their way still serve the accesses that wait for them, but are not kept. */
void l1d_cut_off(struct l1d *l1d, uint64_t line, uint8_t sectors);
void l1d_cut_off_all(struct l1d *l1d, uint64_t from_address);

/* For policies: a load joins sectors of the line on their way, without looking the line up. */
void l1d_note_merge(struct l1d *l1d, uint64_t line);

#endif
