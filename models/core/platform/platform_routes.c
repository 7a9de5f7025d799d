/* SPDX-License-Identifier: BSD-3-Clause */
#include "models/core/platform/platform_routes.h"
#include "base/input_error.h"
#include "models/core/platform/platform_file.h"
#include "models/core/platform/platform_group.h"
#include "models/core/platform/platform_syntax.h"

/* The group of a host, or that a host belongs to; NULL: none, or a cluster's router. */
static const struct platform_group *group_of(const struct platform *platform, const char *host)
{
    for (guint i = 0; i < platform->groups->len; i++) {
        const struct platform_group *group = platform->groups->pdata[i];
        if (group->kind == GROUP_HOST && g_str_equal(group->id, host))
            return group;
        for (guint k = 0; group->kind == GROUP_CLUSTER && k < group->indices->len; k++) {
            g_autofree char *name = group_host_name(group, k);
            if (g_str_equal(name, host))
                return group;
        }
    }
    return NULL;
}

static unsigned depth_of(const struct platform_group *group)
{
    unsigned depth = 0;
    for (; group; group = group->parent)
        depth++;
    return depth;
}

static const struct platform_route *find_route(const struct platform *platform,
                                               const struct platform_group *zone, const char *from,
                                               const char *to, bool *backwards)
{
    for (guint i = 0; i < platform->routes->len; i++) {
        const struct platform_route *route = platform->routes->pdata[i];
        if (route->zone != zone)
            continue;
        *backwards = !(g_str_equal(route->source, from) && g_str_equal(route->destination, to));
        if (!*backwards || (route->symmetrical && g_str_equal(route->source, to) &&
                            g_str_equal(route->destination, from)))
            return route;
    }
    return NULL;
}

static void add_links(struct platform_way *way, const struct platform_route *route)
{
    for (guint i = 0; i < route->uses->len; i++) {
        const struct link_use *use = route->uses->pdata[i];
        const double bytes = simgrid_bandwidth(use->link->bandwidth);
        if (bytes < (double)way->bytes_per_s)
            way->bytes_per_s = (uint64_t)bytes;
        way->latency_ps += (uint64_t)simgrid_latency(use->link->latency);
    }
}

/* Gateways lie deeper and deeper, so this ends. way: adds its links there. */
static bool reaches(const struct platform *platform, const char *from, const char *to,
                    struct platform_way *way)
{
    const struct platform_group *a = group_of(platform, from), *b = group_of(platform, to);
    if (g_str_equal(from, to) || !a || !b || (a == b && a->kind == GROUP_CLUSTER))
        return true;
    /* Go up until both are in the same zone. */
    while (a->parent != b->parent) {
        bool a_is_deeper = depth_of(a) >= depth_of(b);
        if (depth_of(b) >= depth_of(a))
            b = b->parent;
        if (a_is_deeper)
            a = a->parent;
    }
    bool backwards;
    const struct platform_route *route =
        find_route(platform, a->parent, a->kind == GROUP_HOST ? from : a->id,
                   b->kind == GROUP_HOST ? to : b->id, &backwards);
    if (route)
        add_links(way, route);
    if (!route || !route->between_zones)
        return route != NULL;
    const char *out = backwards ? route->destination_gateway : route->source_gateway;
    const char *in = backwards ? route->source_gateway : route->destination_gateway;
    return reaches(platform, from, out, way) && reaches(platform, in, to, way);
}

bool platform_check_way(const struct platform_group *from, const struct platform_group *to,
                        GError **error)
{
    const struct platform *platform = from->platform;
    g_autofree char *a = group_host_name(from, 0), *b = group_host_name(to, 0);
    struct platform_way way = {UINT64_MAX, 0};
    if (!a || !b || (reaches(platform, a, b, &way) && reaches(platform, b, a, &way)))
        return true;
    return input_error_at(error, platform->path, from->line,
                          "copies have no way between %s and %s: expected a <zoneRoute> between "
                          "their zones, or a <route> in the zone of both",
                          a, b);
}

struct platform_way platform_way(const struct platform_group *from, const struct platform_group *to)
{
    g_autofree char *a = group_host_name(from, 0), *b = group_host_name(to, 0);
    struct platform_way way = {UINT64_MAX, 0};
    if (a && b)
        reaches(from->platform, a, b, &way);
    return way;
}
