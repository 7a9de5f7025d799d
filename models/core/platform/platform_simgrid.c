/* SPDX-License-Identifier: BSD-3-Clause */
#include "models/core/platform/platform_simgrid.h"
#include <string.h>

#include "models/core/platform/platform_file.h"
#include "models/core/platform/platform_group.h"

struct writer {
    GString *out;
    bool properties;
    const struct platform_group *host; /* the host whose memory is a part of it; NULL: no host's */
    uint64_t bandwidth;                /* of that memory */
};

#define MEMORY_LINK ":dram"

static void write_property(GString *out, const char *name, const char *value)
{
    g_autofree char *escaped_name = g_markup_escape_text(name, -1);
    g_autofree char *escaped = g_markup_escape_text(value, -1);
    g_string_append_printf(out, "<prop id=\"%s\" value=\"%s\"/>\n", escaped_name, escaped);
}

static void write_properties(const struct writer *writer, const struct platform_group *group)
{
    if (!writer->properties)
        return;
    if (group->model != NULL)
        write_property(writer->out, "model", group->model);
    for (guint i = 0; i < group->properties->len; i++) {
        const struct property *property = group->properties->pdata[i];
        write_property(writer->out, property->name, property->value);
    }
}

/* Ends an element whose attributes are written; writes its properties if it has any. */
static void end_element(const struct writer *writer, const struct platform_group *group,
                        const char *element)
{
    if (!writer->properties) {
        g_string_append(writer->out, "/>\n");
        return;
    }
    g_string_append(writer->out, ">\n");
    write_properties(writer, group);
    g_string_append_printf(writer->out, "</%s>\n", element);
}

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

static void write_cluster(const struct writer *writer, const struct platform_group *cluster)
{
    GString *out = writer->out;
    g_string_append_printf(out, "<cluster id=\"%s\" prefix=\"%s\" suffix=\"%s\" radical=\"",
                           cluster->id, cluster->prefix, cluster->suffix);
    write_radical(out, cluster->indices);
    g_string_append_printf(out, "\" speed=\"%s\" core=\"%s\" bw=\"%s\" lat=\"%s\"", cluster->speed,
                           cluster->cores, cluster->bandwidth, cluster->latency);
    end_element(writer, cluster, "cluster");
}

/* True for the cluster, its router, one of its hosts, and whatever has a name like theirs. */
static bool may_be_of(const struct platform_group *cluster, const char *end)
{
    return end && (g_str_equal(end, cluster->id) || (g_str_has_prefix(end, cluster->prefix) &&
                                                     g_str_has_suffix(end, cluster->suffix)));
}

static bool has_route(const struct platform_group *cluster)
{
    const GPtrArray *routes = cluster->platform->routes;
    for (guint i = 0; i < routes->len; i++) {
        const struct platform_route *route = routes->pdata[i];
        if (may_be_of(cluster, route->source) || may_be_of(cluster, route->destination) ||
            may_be_of(cluster, route->source_gateway) ||
            may_be_of(cluster, route->destination_gateway))
            return true;
    }
    return false;
}

/* Writes a cluster that no route leads to; so are all units' but the front's. Its hosts get no
 * links: making these would be most of the time in which SimGrid loads a platform. */
static void write_hosts(GString *out, const struct platform_group *cluster)
{
    g_string_append_printf(out, "<zone id=\"%s\" routing=\"None\">\n", cluster->id);
    g_autofree char *same =
        g_strdup_printf("\" speed=\"%s\" core=\"%s\"/>\n", cluster->speed, cluster->cores);
    for (guint i = 0; i < cluster->indices->len; i++) {
        g_autofree char *name = group_host_name(cluster, i);
        g_string_append(out, "<host id=\"");
        g_string_append(out, name);
        g_string_append(out, same);
    }
    g_string_append(out, "</zone>\n");
}

/* The memory's link lies on a route that ends at its host. */
static void write_memory_link(const struct writer *writer, const char *end)
{
    if (writer->host && end && g_str_equal(end, writer->host->id))
        g_string_append_printf(writer->out, "<link_ctn id=\"%s" MEMORY_LINK "\"/>", end);
}

static void write_route(const struct writer *writer, const struct platform_route *route)
{
    GString *out = writer->out;
    const bool zones = route->between_zones;
    const char *element = zones ? "zoneRoute" : "route";
    g_string_append_printf(out, "<%s src=\"%s\" dst=\"%s\"", element, route->source,
                           route->destination);
    if (zones)
        g_string_append_printf(out, " gw_src=\"%s\" gw_dst=\"%s\"", route->source_gateway,
                               route->destination_gateway);
    g_string_append_printf(out, " symmetrical=\"%s\">", route->symmetrical ? "YES" : "NO");
    write_memory_link(writer, zones ? route->source_gateway : route->source);
    for (guint i = 0; i < route->uses->len; i++) {
        const struct link_use *use = route->uses->pdata[i];
        g_string_append_printf(out, "<link_ctn id=\"%s\"", use->link->id);
        if (strcmp(use->direction, "NONE") != 0)
            g_string_append_printf(out, " direction=\"%s\"", use->direction);
        g_string_append(out, "/>");
    }
    write_memory_link(writer, zones ? route->destination_gateway : route->destination);
    g_string_append_printf(out, "</%s>\n", element);
}

static void write_members(const struct writer *writer, const struct platform *platform,
                          const struct platform_group *zone);

static void write_group(const struct writer *writer, const struct platform_group *group)
{
    GString *out = writer->out;
    switch (group->kind) {
    case GROUP_ZONE:
        g_string_append_printf(out, "<zone id=\"%s\" routing=\"Full\">\n", group->id);
        write_properties(writer, group);
        write_members(writer, group->platform, group);
        g_string_append(out, "</zone>\n");
        break;
    case GROUP_CLUSTER:
        if (writer->properties || has_route(group))
            write_cluster(writer, group);
        else
            write_hosts(out, group);
        break;
    case GROUP_HOST:
        g_string_append_printf(out, "<host id=\"%s\" speed=\"%s\" core=\"%s\"", group->id,
                               group->speed, group->cores);
        end_element(writer, group, "host");
        break;
    }
}

/* In the order SimGrid wants: zones and clusters before links, routes last. */
static void write_members(const struct writer *writer, const struct platform *platform,
                          const struct platform_group *zone)
{
    GString *out = writer->out;
    for (guint i = 0; i < platform->groups->len; i++) {
        const struct platform_group *group = platform->groups->pdata[i];
        if (group->parent == zone)
            write_group(writer, group);
    }
    if (writer->host && writer->host->parent == zone)
        g_string_append_printf(out,
                               "<host id=\"%s" PLATFORM_MEMORY "\" speed=\"1f\"/>\n"
                               "<link id=\"%s" MEMORY_LINK "\" bandwidth=\"%" G_GUINT64_FORMAT
                               "Bps\" latency=\"0s\"/>\n",
                               writer->host->id, writer->host->id, writer->bandwidth);
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
            write_route(writer, route);
    }
    if (writer->host && writer->host->parent == zone)
        g_string_append_printf(out,
                               "<route src=\"%s\" dst=\"%s" PLATFORM_MEMORY
                               "\"><link_ctn id=\"%s" MEMORY_LINK "\"/></route>\n",
                               writer->host->id, writer->host->id, writer->host->id);
}

/* The writer's text is made here. */
static char *write_platform(const struct platform *platform, struct writer writer)
{
    writer.out = g_string_new("<?xml version=\"1.0\"?>\n"
                              "<!DOCTYPE platform SYSTEM \"https://simgrid.org/simgrid.dtd\">\n"
                              "<platform version=\"4.1\">\n");
    write_members(&writer, platform, NULL);
    g_string_append(writer.out, "</platform>\n");
    return g_string_free(writer.out, FALSE);
}

char *platform_simgrid_xml(const struct platform *platform)
{
    return write_platform(platform, (struct writer){0});
}

char *platform_simgrid_xml_with_memory(const struct platform *platform,
                                       const struct platform_group *host, uint64_t bytes_per_second)
{
    return write_platform(platform, (struct writer){.host = host, .bandwidth = bytes_per_second});
}

char *platform_resolved_xml(const struct platform *platform)
{
    return write_platform(platform, (struct writer){.properties = true});
}

/* ---- by name -------------------------------------------------------------------------------- */

static void tell_value(platform_teller tell, void *data, const char *owner, const char *name,
                       const char *value)
{
    g_autofree char *whole = g_strconcat(owner, ".", name, NULL);
    tell(data, whole, value);
}

static void tell_group(const struct platform_group *group, platform_teller tell, void *data)
{
    if (group->kind == GROUP_CLUSTER) {
        g_autofree char *count = g_strdup_printf("%u", group->indices->len);
        tell_value(tell, data, group->id, "count", count);
    }
    if (group->kind != GROUP_ZONE) {
        tell_value(tell, data, group->id, "speed", group->speed);
        tell_value(tell, data, group->id, "core", group->cores);
    }
    if (group->kind == GROUP_CLUSTER) {
        tell_value(tell, data, group->id, "bw", group->bandwidth);
        tell_value(tell, data, group->id, "lat", group->latency);
    }
    for (guint i = 0; i < group->properties->len; i++) {
        const struct property *property = group->properties->pdata[i];
        tell_value(tell, data, group->id, property->name, property->value);
    }
}

void platform_each_value(const struct platform *platform, platform_teller tell, void *data)
{
    for (guint i = 0; i < platform->groups->len; i++) {
        const struct platform_group *group = platform->groups->pdata[i];
        if (group->model != NULL)
            tell_group(group, tell, data);
    }
    for (guint i = 0; i < platform->links->len; i++) {
        const struct platform_link *link = platform->links->pdata[i];
        tell_value(tell, data, link->id, "bandwidth", link->bandwidth);
        tell_value(tell, data, link->id, "latency", link->latency);
    }
}
