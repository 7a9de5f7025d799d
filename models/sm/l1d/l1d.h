/* SPDX-License-Identifier: BSD-3-Clause */
/* L1D as a part of the SM: its lines, its MSHRs, and loads, stores and atomics at it.
 *
 * It takes one transaction at a time from the load/store unit (ldst/sm_ldst.c). It sends requests
 * by the port, and says of each access what is out (access/sm_access.h). What follows from a reply
 * is decided in whole/sm_complete.c.
 *
 * The way of a load: l1d_load.h, l1d_mshrs.h; of a store: l1d_store.h. */
#ifndef SIMGPU_SM_L1D_H
#define SIMGPU_SM_L1D_H

#include "models/sm/l1d/l1d_load.h"
#include "models/sm/l1d/l1d_store.h"

void l1d_init(struct l1d *l1d, struct sm_core *core, struct sm_accesses *accesses,
              struct sm_port *port);
void l1d_finish(struct l1d *l1d);
/* Takes a reply's bytes to the accesses that wait for it, and into its line. They have not been
 * counted down yet, and the MSHR has not been given back. NULL: other sectors of it are still to
 * come. */
struct mshr *l1d_fill(struct l1d *l1d, const struct message *message);
/* With l1d.mshr_replies, before l1d_mshr_free: the cycle in which the last access that waits for
 * the MSHR is answered. The others are answered a turn earlier each. */
uint64_t l1d_answers(struct l1d *l1d, struct mshr *mshr);
/* Whether the reply, which has not been taken yet, brings only a part of its request's sectors. */
bool l1d_is_part(const struct l1d *l1d, const struct message *message);
/* Drops all lines, and sectors on their way. */
void l1d_invalidate(struct l1d *l1d);
/* The same, but only lines that other SMs may have changed. */
void l1d_acquire(struct l1d *l1d);
/* From now on so many ways of each set are in use. */
void l1d_use_ways(struct l1d *l1d, uint32_t ways);

#endif
