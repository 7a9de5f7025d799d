/* SPDX-License-Identifier: BSD-3-Clause */
#include "models/core/platform/platform_check.h"
#include "base/input_error.h"
#include "models/core/platform/platform_group.h"

/* By name: the zone, cluster or host of that name, or the one that the name belongs to. */
typedef GHashTable netpoints;

static bool claim(GHashTable *names, char *name, const struct platform_group *owner,
                  const struct platform *platform, unsigned line, GError **error)
{
    if (!g_hash_table_contains(names, name)) {
        g_hash_table_insert(names, name, (gpointer)owner);
        return true;
    }
    g_autofree char *taken = name;
    return input_error_at(error, platform->path, line, "the name '%s' is taken already", taken);
}

static bool claim_group(netpoints *names, const struct platform_group *group, GError **error)
{
    const struct platform *platform = group->platform;
    if (!claim(names, g_strdup(group->id), group, platform, group->line, error))
        return false;
    if (group->kind != GROUP_CLUSTER)
        return true;
    for (unsigned i = 0; i < group->indices->len; i++)
        if (!claim(names, group_host_name(group, i), group, platform, group->line, error))
            return false;
    char *router = g_strconcat(group->prefix, group->id, "_router", group->suffix, NULL);
    return claim(names, router, group, platform, group->line, error);
}

static bool claim_link(GHashTable *names, const struct platform_link *link, GError **error)
{
    const struct platform *platform = link->zone->platform;
    if (!claim(names, g_strdup(link->id), link->zone, platform, link->line, error))
        return false;
    if (!g_str_equal(link->sharing, "SPLITDUPLEX"))
        return true;
    return claim(names, g_strconcat(link->id, "_UP", NULL), link->zone, platform, link->line,
                 error) &&
           claim(names, g_strconcat(link->id, "_DOWN", NULL), link->zone, platform, link->line,
                 error);
}

static bool claim_links(const struct platform *platform, GError **error)
{
    g_autoptr(GHashTable) names = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    for (guint i = 0; i < platform->groups->len; i++) {
        const struct platform_group *cluster = platform->groups->pdata[i];
        if (cluster->kind != GROUP_CLUSTER)
            continue;
        g_autofree char *before = g_strconcat(cluster->id, "_link_", NULL);
        for (guint j = 0; j < cluster->indices->len; j++) {
            char *name = group_numbered(before, g_array_index(cluster->indices, uint32_t, j), "");
            if (!claim(names, name, cluster, platform, cluster->line, error))
                return false;
        }
    }
    for (guint i = 0; i < platform->links->len; i++) {
        const struct platform_link *link = platform->links->pdata[i];
        if (!claim_link(names, link, error))
            return false;
    }
    return true;
}

static bool has_model(const struct platform_group *group, GError **error)
{
    if (group->model != NULL || group->kind == GROUP_ZONE)
        return true;
    return input_error_at(error, group->platform->path, group->line,
                          "'%s' has no <prop id=\"model\">, so no hardware model will use it",
                          group->id);
}

/* Is `name` (a host, or a router) inside `end`? */
static bool within(netpoints *names, const char *name, const struct platform_group *end)
{
    const struct platform_group *group = g_hash_table_lookup(names, name);
    while (group != NULL && group != end)
        group = group->parent;
    return group != NULL;
}

/* One end of a route: a member of the route's zone and, between zones, a gateway inside it. */
static bool check_end(const struct platform *platform, netpoints *names,
                      const struct platform_route *route, const char *id, const char *gateway,
                      GError **error)
{
    const struct platform_group *end = g_hash_table_lookup(names, id);
    bool zone = end != NULL && end->kind != GROUP_HOST;
    if (end == NULL || !g_str_equal(end->id, id) || end->parent != route->zone ||
        zone != route->between_zones)
        return input_error_at(error, platform->path, route->line, "'%s' is no %s of zone '%s'", id,
                              route->between_zones ? "zone or cluster" : "host", route->zone->id);
    if (!route->between_zones)
        return true;
    const struct platform_group *owner = g_hash_table_lookup(names, gateway);
    bool is_zone = owner != NULL && owner->kind != GROUP_HOST && g_str_equal(owner->id, gateway);
    return (!is_zone && within(names, gateway, end)) ||
           input_error_at(error, platform->path, route->line,
                          "gateway '%s' is no host or router inside '%s'", gateway, id);
}

static bool check_route(const struct platform *platform, netpoints *names, GHashTable *pairs,
                        const struct platform_route *route, GError **error)
{
    if (!check_end(platform, names, route, route->source, route->source_gateway, error) ||
        !check_end(platform, names, route, route->destination, route->destination_gateway, error))
        return false;
    if (g_str_equal(route->source, route->destination))
        return input_error_at(error, platform->path, route->line, "a route from '%s' to itself",
                              route->source);
    if (route->uses->len == 0)
        return input_error_at(error, platform->path, route->line,
                              "the route from '%s' to '%s' has no <link_ctn>", route->source,
                              route->destination);
    /* Ids have no spaces. */
    char *forth = g_strconcat(route->source, " ", route->destination, NULL);
    char *back = g_strconcat(route->destination, " ", route->source, NULL);
    bool fresh = g_hash_table_add(pairs, forth);
    if (route->symmetrical)
        fresh = g_hash_table_add(pairs, back) && fresh;
    else
        g_free(back);
    return fresh || input_error_at(error, platform->path, route->line,
                                   "a second route between '%s' and '%s' (routes are symmetrical "
                                   "unless symmetrical=\"NO\")",
                                   route->source, route->destination);
}

bool platform_check(const struct platform *platform, GError **error)
{
    g_autoptr(GHashTable) names = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    g_autoptr(GHashTable) pairs = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    for (guint i = 0; i < platform->groups->len; i++) {
        const struct platform_group *group = platform->groups->pdata[i];
        if (!claim_group(names, group, error) || !has_model(group, error))
            return false;
    }
    if (!claim_links(platform, error))
        return false;
    for (guint i = 0; i < platform->routes->len; i++)
        if (!check_route(platform, names, pairs, platform->routes->pdata[i], error))
            return false;
    return true;
}
