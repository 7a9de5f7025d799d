/* SPDX-License-Identifier: BSD-3-Clause */
/* Lines and bank conflicts of accesses whose addresses have a shape (workloads/address_shape.h).
 *
 * Same results as from the addresses themselves, by way of what the shape remembers. Lines move
 * with the base as long as its place in its line is the same. Bank conflicts depend on the base's
 * place in its word only: whole words turn the banks round.
 *
 * SMs share shapes. `beside` says that others run at the same time: then what has been found out
 * once stays, and an access that differs from it is looked at by its addresses, without a shape.
 *
 * Units: bytes, cycles.
 */
#ifndef SIMGPU_SM_ACCESS_SHAPE_H
#define SIMGPU_SM_ACCESS_SHAPE_H

#include "workloads/issued.h"
#include "models/sm/access/coalescer.h"

/* As coalesce(); what->shape is not NULL. */
unsigned access_shape_coalesce(struct issued *what, unsigned access_bytes, unsigned request_bytes,
                               bool beside, struct line_transaction out[WARP_LANES]);
/* As shared_access_cycles() or, for an atomic, shared_atomic_cycles(). */
unsigned access_shape_shared_cycles(struct issued *what, unsigned access_bytes, unsigned banks,
                                    bool atomic, bool beside);

#endif
