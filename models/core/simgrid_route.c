/* SPDX-License-Identifier: BSD-3-Clause */
/* Latencies add up, and the slowest link says how fast bytes go. SimGrid's bound by the window of
 * TCP holds as well.
 * Source: SimGrid 3.32, NetworkCm02Model::communicate. Differs: no link's speed changes in time. */
#include "models/core/simgrid_route.h"
#include <math.h>
#include <simgrid/host.h>
#include <simgrid/link.h>
#include <xbt/config.h>
#include <xbt/dynar.h>

/* Bytes a second; negative where a link that the route has twice carries them twice at a time. */
static double slowest_link(xbt_dynar_t links)
{
    double slowest = INFINITY;
    for (unsigned i = 0; i < xbt_dynar_length(links); i++) {
        const sg_link_t link = xbt_dynar_get_as(links, i, sg_link_t);
        slowest = fmin(slowest, sg_link_get_bandwidth(link));
        for (unsigned k = 0; k < i; k++)
            if (xbt_dynar_get_as(links, k, sg_link_t) == link)
                return -1;
    }
    return slowest;
}

bool simgrid_route_find(struct simgrid_route *route, const char *from, const char *to)
{
    const sg_host_t source = sg_host_by_name(from), target = sg_host_by_name(to);
    const double gamma = sg_cfg_get_double("network/TCP-gamma"),
                 latency = sg_host_get_route_latency(source, target);
    xbt_dynar_t links = xbt_dynar_new(sizeof(sg_link_t), NULL);
    sg_host_get_route(source, target, links);
    *route = (struct simgrid_route){from, to, latency, slowest_link(links)};
    const bool good = !xbt_dynar_is_empty(links) && route->speed > 0;
    xbt_dynar_free(&links);
    if (latency > 0 && gamma > 0)
        route->speed = fmin(route->speed, gamma / (2 * latency));
    return good;
}

double simgrid_route_s(const struct simgrid_route *route, uint64_t bytes)
{
    return route->latency + (double)bytes / route->speed;
}
