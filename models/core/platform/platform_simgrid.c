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
    const struct platform_copies *copies; /* NULL: none */
    const char *prefix;                   /* of all names of the copy that is written; "": none */
};

#define MEMORY_LINK ":dram"
#define PEER_LINK   "peers"

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
    const char *prefix = writer->prefix;
    g_string_append_printf(out, "<cluster id=\"%s%s\" prefix=\"%s%s\" suffix=\"%s\" radical=\"",
                           prefix, cluster->id, prefix, cluster->prefix, cluster->suffix);
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
static void write_hosts(const struct writer *writer, const struct platform_group *cluster)
{
    GString *out = writer->out;
    g_string_append_printf(out, "<zone id=\"%s%s\" routing=\"None\">\n", writer->prefix,
                           cluster->id);
    g_autofree char *same =
        g_strdup_printf("\" speed=\"%s\" core=\"%s\"/>\n", cluster->speed, cluster->cores);
    for (guint i = 0; i < cluster->indices->len; i++) {
        g_autofree char *name = group_host_name(cluster, i);
        g_string_append(out, "<host id=\"");
        g_string_append(out, writer->prefix);
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

static void write_links(const struct writer *writer, const struct platform_route *route,
                        const char *prefix)
{
    for (guint i = 0; i < route->uses->len; i++) {
        const struct link_use *use = route->uses->pdata[i];
        g_string_append_printf(writer->out, "<link_ctn id=\"%s%s\"", prefix, use->link->id);
        if (strcmp(use->direction, "NONE") != 0)
            g_string_append_printf(writer->out, " direction=\"%s\"", use->direction);
        g_string_append(writer->out, "/>");
    }
}

/* The names of both ends, and those of the links, may be a copy's. */
struct route_names {
    const char *source, *destination, *links;
};

static void write_route(const struct writer *writer, const struct platform_route *route,
                        const struct route_names *of)
{
    GString *out = writer->out;
    const bool zones = route->between_zones;
    const char *element = zones ? "zoneRoute" : "route";
    g_string_append_printf(out, "<%s src=\"%s%s\" dst=\"%s%s\"", element, of->source, route->source,
                           of->destination, route->destination);
    if (zones)
        g_string_append_printf(out, " gw_src=\"%s%s\" gw_dst=\"%s%s\"", of->source,
                               route->source_gateway, of->destination, route->destination_gateway);
    g_string_append_printf(out, " symmetrical=\"%s\">", route->symmetrical ? "YES" : "NO");
    write_memory_link(writer, zones ? route->source_gateway : route->source);
    write_links(writer, route, of->links);
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
        g_string_append_printf(out, "<zone id=\"%s%s\" routing=\"Full\">\n", writer->prefix,
                               group->id);
        write_properties(writer, group);
        write_members(writer, group->platform, group);
        g_string_append(out, "</zone>\n");
        break;
    case GROUP_CLUSTER:
        if (writer->properties || has_route(group))
            write_cluster(writer, group);
        else
            write_hosts(writer, group);
        break;
    case GROUP_HOST:
        g_string_append_printf(out, "<host id=\"%s%s\" speed=\"%s\" core=\"%s\"", writer->prefix,
                               group->id, group->speed, group->cores);
        end_element(writer, group, "host");
        break;
    }
}

static void write_link(const struct writer *writer, const struct platform_link *link,
                       const char *prefix)
{
    g_string_append_printf(writer->out,
                           "<link id=\"%s%s\" bandwidth=\"%s\" latency=\"%s\" "
                           "sharing_policy=\"%s\"/>\n",
                           prefix, link->id, link->bandwidth, link->latency, link->sharing);
}

/* ---- copies of a zone ------------------------------------------------------------------------ */

/* The i-th copy's prefix; the zone itself has none. g_free. */
static char *prefix_of(const struct platform_copies *copies, unsigned i)
{
    return i == 0 ? g_strdup("") : g_strdup_printf("%s%u" PLATFORM_COPY_MARK, copies->zone->id, i);
}

static void write_copied_zones(const struct writer *writer)
{
    for (unsigned i = 1; i < writer->copies->n; i++) {
        g_autofree char *prefix = prefix_of(writer->copies, i);
        struct writer copy = *writer;
        copy.copies = NULL;
        copy.host = NULL;
        copy.prefix = prefix;
        write_group(&copy, writer->copies->zone);
    }
}

static bool leads_to_copies(const struct writer *writer, const struct platform_route *route)
{
    const char *zone = writer->copies->zone->id;
    return route->zone == writer->copies->zone->parent &&
           (g_str_equal(route->source, zone) || g_str_equal(route->destination, zone));
}

/* Each copy has links of its own to the rest of the machine. */
static void write_copied_links(const struct writer *writer, const struct platform_route *route)
{
    for (unsigned i = 1; i < writer->copies->n; i++) {
        g_autofree char *prefix = prefix_of(writer->copies, i);
        for (guint k = 0; k < route->uses->len; k++)
            write_link(writer, ((const struct link_use *)route->uses->pdata[k])->link, prefix);
    }
}

static void write_copied_routes(const struct writer *writer, const struct platform_route *route)
{
    const bool out = g_str_equal(route->source, writer->copies->zone->id);
    for (unsigned i = 1; i < writer->copies->n; i++) {
        g_autofree char *prefix = prefix_of(writer->copies, i);
        const struct route_names names = {out ? prefix : "", out ? "" : prefix, prefix};
        write_route(writer, route, &names);
    }
}

/* The links of a way to the copy, or from it. */
static void write_way(const struct writer *writer, const struct platform_route *route,
                      const char *prefix, bool from)
{
    const bool backwards = g_str_equal(route->source, writer->copies->zone->id) != from;
    for (guint i = 0; i < route->uses->len; i++) {
        const guint at = backwards ? route->uses->len - 1 - i : i;
        const struct link_use *use = route->uses->pdata[at];
        const char *direction = use->direction;
        g_string_append_printf(writer->out, "<link_ctn id=\"%s%s\"", prefix, use->link->id);
        if (backwards && strcmp(direction, "NONE") != 0)
            direction = strcmp(direction, "UP") == 0 ? "DOWN" : "UP";
        if (strcmp(direction, "NONE") != 0)
            g_string_append_printf(writer->out, " direction=\"%s\"", direction);
        g_string_append(writer->out, "/>");
    }
}

/* Between each two copies: over their own ports, or over the links to the rest of the machine. */
static void write_peer_routes(const struct writer *writer, const struct platform_route *route)
{
    const struct platform_copies *copies = writer->copies;
    const char *zone = copies->zone->id;
    const char *gateway =
        g_str_equal(route->source, zone) ? route->source_gateway : route->destination_gateway;
    for (unsigned i = 0; i < copies->n; i++)
        for (unsigned k = i + 1; k < copies->n; k++) {
            g_autofree char *from = prefix_of(copies, i), *to = prefix_of(copies, k);
            g_string_append_printf(writer->out,
                                   "<zoneRoute src=\"%s%s\" dst=\"%s%s\" gw_src=\"%s%s\" "
                                   "gw_dst=\"%s%s\">",
                                   from, zone, to, zone, from, gateway, to, gateway);
            if (copies->bytes_per_second > 0) {
                g_string_append_printf(writer->out,
                                       "<link_ctn id=\"%s" PEER_LINK "\" direction=\"UP\"/>"
                                       "<link_ctn id=\"%s" PEER_LINK "\" direction=\"DOWN\"/>",
                                       from, to);
            } else {
                write_way(writer, route, from, true);
                write_way(writer, route, to, false);
            }
            g_string_append(writer->out, "</zoneRoute>\n");
        }
}

/* A way crosses two ports, so each has half of the latency. */
static void write_ports(const struct writer *writer)
{
    const struct platform_copies *copies = writer->copies;
    for (unsigned i = 0; copies->bytes_per_second > 0 && i < copies->n; i++) {
        g_autofree char *prefix = prefix_of(copies, i);
        g_string_append_printf(writer->out,
                               "<link id=\"%s" PEER_LINK "\" bandwidth=\"%" G_GUINT64_FORMAT
                               "Bps\" latency=\"%" G_GUINT64_FORMAT
                               "ps\" sharing_policy=\"SPLITDUPLEX\"/>\n",
                               prefix, copies->bytes_per_second, copies->latency_ps / 2);
    }
}

/* ---- zones ---------------------------------------------------------------------------------- */

static void write_members_routes(const struct writer *writer, const struct platform *platform,
                                 const struct platform_group *zone)
{
    const struct route_names plain = {writer->prefix, writer->prefix, writer->prefix};
    for (guint i = 0; i < platform->routes->len; i++) {
        const struct platform_route *route = platform->routes->pdata[i];
        if (route->zone != zone)
            continue;
        write_route(writer, route, &plain);
        if (!writer->copies || !leads_to_copies(writer, route))
            continue;
        write_copied_routes(writer, route);
        write_peer_routes(writer, route);
    }
}

/* In the order SimGrid wants: zones and clusters before links, routes last. */
static void write_members(const struct writer *writer, const struct platform *platform,
                          const struct platform_group *zone)
{
    GString *out = writer->out;
    const bool copied = writer->copies && writer->copies->zone->parent == zone;
    for (guint i = 0; i < platform->groups->len; i++) {
        const struct platform_group *group = platform->groups->pdata[i];
        if (group->parent == zone)
            write_group(writer, group);
    }
    if (copied)
        write_copied_zones(writer);
    if (writer->host && writer->host->parent == zone)
        g_string_append_printf(out,
                               "<host id=\"%s" PLATFORM_MEMORY "\" speed=\"1f\"/>\n"
                               "<link id=\"%s" MEMORY_LINK "\" bandwidth=\"%" G_GUINT64_FORMAT
                               "Bps\" latency=\"0s\"/>\n",
                               writer->host->id, writer->host->id, writer->bandwidth);
    for (guint i = 0; i < platform->links->len; i++) {
        const struct platform_link *link = platform->links->pdata[i];
        if (link->zone == zone)
            write_link(writer, link, writer->prefix);
    }
    for (guint i = 0; copied && i < platform->routes->len; i++)
        if (leads_to_copies(writer, platform->routes->pdata[i]))
            write_copied_links(writer, platform->routes->pdata[i]);
    if (copied)
        write_ports(writer);
    write_members_routes(writer, platform, zone);
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
    return write_platform(platform, (struct writer){.prefix = ""});
}

char *platform_simgrid_xml_with(const struct platform *platform,
                                const struct platform_additions *additions)
{
    const struct platform_copies *copies = &additions->copies;
    return write_platform(platform, (struct writer){.host = additions->host,
                                                    .bandwidth = additions->memory_bandwidth,
                                                    .copies = copies->n > 1 ? copies : NULL,
                                                    .prefix = ""});
}

char *platform_resolved_xml(const struct platform *platform)
{
    return write_platform(platform, (struct writer){.properties = true, .prefix = ""});
}
