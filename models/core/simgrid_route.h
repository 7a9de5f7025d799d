/* SPDX-License-Identifier: BSD-3-Clause */
/* How long a transfer takes that has SimGrid's network for itself, without asking SimGrid to carry
 * it out: the same to the picosecond (tests/models/core/test_transfers.c). SimGrid makes an actor
 * for each transfer, and pools of a thousand objects at the first one. */
#ifndef SIMGPU_CORE_SIMGRID_ROUTE_H
#define SIMGPU_CORE_SIMGRID_ROUTE_H

#include <stdint.h>

/* Seconds from one host to the other; negative if only SimGrid can say. simgrid_set_up() has been
 * called. */
double simgrid_route_s(const char *from, const char *to, uint64_t bytes);

#endif
