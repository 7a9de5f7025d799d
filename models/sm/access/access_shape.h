/* SPDX-License-Identifier: BSD-3-Clause */
/* Lines and bank conflicts of accesses whose addresses have a shape (workloads/address_shape.h).
 *
 * The results are those of the addresses themselves, but the shape remembers them. Lines move with
 * the base as long as the base has the same place in its line. Bank conflicts depend only on the
 * base's place in its word, since whole words turn the banks round.
 *
 * SMs share shapes. With `beside`, other SMs run at the same time. Then what a shape remembers
 * stays. An access that differs from it is looked at by its addresses.
 *
 * Units: bytes, cycles.
 */
#ifndef SIMGPU_SM_ACCESS_SHAPE_H
#define SIMGPU_SM_ACCESS_SHAPE_H

#include "models/sm/access/coalescer.h"
#include "workloads/issued.h"

/* As coalesce(); what->shape is not NULL. */
unsigned access_shape_coalesce(struct issued *what, unsigned access_bytes, unsigned request_bytes,
                               bool beside, struct line_transaction out[WARP_LANES]);
/* As shared_access_cycles() or, for an atomic, shared_atomic_cycles(). */
unsigned access_shape_shared_cycles(struct issued *what, unsigned access_bytes, unsigned banks,
                                    bool atomic, bool beside);

#endif
