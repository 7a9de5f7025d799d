/* SPDX-License-Identifier: BSD-3-Clause */
/* How long a transfer takes that has SimGrid's network for itself, without asking SimGrid to carry
 * it out: the same to the picosecond (tests/models/core/test_transfers.c). SimGrid makes an actor
 * for each transfer, and pools of a thousand objects at the first one. */
#ifndef SIMGPU_CORE_SIMGRID_ROUTE_H
#define SIMGPU_CORE_SIMGRID_ROUTE_H

#include <stdbool.h>
#include <stdint.h>

struct simgrid_route {
    const char *from, *to; /* borrowed */
    double latency;        /* seconds */
    double speed;          /* bytes a second */
};

/* False if only SimGrid can say how long a transfer takes. simgrid_set_up() has been called. */
bool simgrid_route_find(struct simgrid_route *route, const char *from, const char *to);
/* Seconds. */
double simgrid_route_s(const struct simgrid_route *route, uint64_t bytes);

#endif
