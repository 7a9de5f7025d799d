/* SPDX-License-Identifier: BSD-3-Clause */
/* Writes the topology as the platform file SimGrid loads.
 *
 * Generated from what was parsed, not copied: it contains overrides, and only what was checked.
 * Properties stay out, for SimGrid would copy them to every host and nobody would read them.
 */
#include <string.h>

#include "models/core/platform_file.h"

/* Indices as a radical, runs of neighbours as ranges. */
static void write_radical(GString *out, const GArray *indices)
{
    for (guint i = 0; i < indices->len;) {
        uint32_t first = g_array_index(indices, uint32_t, i);
        guint run = 1;
        while (i + run < indices->len && g_array_index(indices, uint32_t, i + run) == first + run)
            run++;
        g_string_append_printf(out, i > 0 ? ",%u" : "%u", first);
        if (run > 1)
            g_string_append_printf(out, "-%u", first + run - 1);
        i += run;
    }
}

static void write_cluster(GString *out, const struct platform_group *cluster)
{
    g_string_append_printf(out, "<cluster id=\"%s\" prefix=\"%s\" suffix=\"%s\" radical=\"",
                           cluster->id, cluster->prefix, cluster->suffix);
    write_radical(out, cluster->indices);
    g_string_append_printf(out, "\" speed=\"%s\" core=\"%s\" bw=\"%s\" lat=\"%s\"/>\n",
                           cluster->speed, cluster->cores, cluster->bandwidth, cluster->latency);
}

static void write_route(GString *out, const struct platform_route *route)
{
    const char *element = route->between_zones ? "zoneRoute" : "route";
    g_string_append_printf(out, "<%s src=\"%s\" dst=\"%s\"", element, route->source,
                           route->destination);
    if (route->between_zones)
        g_string_append_printf(out, " gw_src=\"%s\" gw_dst=\"%s\"", route->source_gateway,
                               route->destination_gateway);
    g_string_append_printf(out, " symmetrical=\"%s\">", route->symmetrical ? "YES" : "NO");
    for (guint i = 0; i < route->uses->len; i++) {
        const struct link_use *use = route->uses->pdata[i];
        g_string_append_printf(out, "<link_ctn id=\"%s\"", use->link->id);
        if (strcmp(use->direction, "NONE") != 0)
            g_string_append_printf(out, " direction=\"%s\"", use->direction);
        g_string_append(out, "/>");
    }
    g_string_append_printf(out, "</%s>\n", element);
}

static void write_members(GString *out, const struct platform *platform,
                          const struct platform_group *zone);

static void write_group(GString *out, const struct platform_group *group)
{
    switch (group->kind) {
    case GROUP_ZONE:
        g_string_append_printf(out, "<zone id=\"%s\" routing=\"Full\">\n", group->id);
        write_members(out, group->platform, group);
        g_string_append(out, "</zone>\n");
        break;
    case GROUP_CLUSTER:
        write_cluster(out, group);
        break;
    case GROUP_HOST:
        g_string_append_printf(out, "<host id=\"%s\" speed=\"%s\" core=\"%s\"/>\n", group->id,
                               group->speed, group->cores);
        break;
    }
}

/* In the order SimGrid wants: zones and clusters before links, routes last. */
static void write_members(GString *out, const struct platform *platform,
                          const struct platform_group *zone)
{
    for (guint i = 0; i < platform->groups->len; i++) {
        const struct platform_group *group = platform->groups->pdata[i];
        if (group->parent == zone)
            write_group(out, group);
    }
    for (guint i = 0; i < platform->links->len; i++) {
        const struct platform_link *link = platform->links->pdata[i];
        if (link->zone == zone)
            g_string_append_printf(
                out, "<link id=\"%s\" bandwidth=\"%s\" latency=\"%s\" sharing_policy=\"%s\"/>\n",
                link->id, link->bandwidth, link->latency, link->sharing);
    }
    for (guint i = 0; i < platform->routes->len; i++) {
        const struct platform_route *route = platform->routes->pdata[i];
        if (route->zone == zone)
            write_route(out, route);
    }
}

char *platform_simgrid_xml(const struct platform *platform)
{
    GString *out = g_string_new("<?xml version=\"1.0\"?>\n"
                                "<!DOCTYPE platform SYSTEM \"https://simgrid.org/simgrid.dtd\">\n"
                                "<platform version=\"4.1\">\n");
    write_members(out, platform, NULL);
    g_string_append(out, "</platform>\n");
    return g_string_free(out, FALSE);
}
