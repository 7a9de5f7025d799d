/* SPDX-License-Identifier: BSD-3-Clause */
#include "models/core/platform/platform_build.h"
#include <string.h>

#include "base/input_error.h"
#include "models/core/platform/platform_group.h"
#include "models/core/platform/platform_syntax.h"

typedef bool (*value_rule)(const char *text, GError **error);

/* Checks an attribute's value, and gives its error a place. */
static bool check_value(const struct platform *platform, unsigned line, const char *attribute,
                        value_rule rule, const char *value, GError **error)
{
    g_autoptr(GError) problem = NULL;
    return rule(value, &problem) || input_error_at(error, platform->path, line, "attribute %s: %s",
                                                   attribute, problem->message);
}

static bool one_of(const struct platform *platform, unsigned line, const char *attribute,
                   const char *value, const char *const *words, GError **error)
{
    if (g_strv_contains(words, value))
        return true;
    g_autofree char *list = g_strjoinv(", ", (char **)words);
    return input_error_at(error, platform->path, line,
                          "attribute %s: expected one of %s; found '%s'", attribute, list, value);
}

void group_free(gpointer data)
{
    struct platform_group *group = data;
    g_hash_table_unref(group->by_name);
    g_ptr_array_unref(group->properties);
    g_ptr_array_unref(group->asked);
    if (group->indices != NULL)
        g_array_unref(group->indices);
    g_free(group);
}

void route_free(gpointer data)
{
    struct platform_route *route = data;
    g_ptr_array_unref(route->uses);
    g_free(route);
}

static const char *keep(struct platform *platform, const char *text)
{
    return g_string_chunk_insert_const(platform->strings, text);
}

static struct platform_group *add_group(struct platform *platform, enum group_kind kind,
                                        struct platform_group *parent, const char *id,
                                        unsigned line, GError **error)
{
    if (!check_value(platform, line, "id", simgrid_id_valid, id, error))
        return NULL;
    struct platform_group *group = g_new0(struct platform_group, 1);
    group->platform = platform;
    group->kind = kind;
    group->parent = parent;
    group->id = keep(platform, id);
    group->line = line;
    group->properties = g_ptr_array_new_with_free_func(g_free);
    group->by_name = g_hash_table_new(g_str_hash, g_str_equal);
    group->asked = g_ptr_array_new();
    g_ptr_array_add(platform->groups, group);
    return group;
}

struct platform_group *platform_add_zone(struct platform *platform, struct platform_group *parent,
                                         const char *const *values, unsigned line, GError **error)
{
    /* Full: every route is written out, so nothing depends on a shortest-path search. */
    static const char *const routings[] = {"Full", NULL};
    if (!one_of(platform, line, "routing", values[1], routings, error))
        return NULL;
    return add_group(platform, GROUP_ZONE, parent, values[0], line, error);
}

static bool set_processor(struct platform_group *group, const char *speed, const char *cores,
                          GError **error)
{
    struct platform *platform = group->platform;
    group->speed = keep(platform, speed);
    group->cores = keep(platform, cores);
    return check_value(platform, group->line, "speed", simgrid_speed_valid, speed, error) &&
           check_value(platform, group->line, "core", simgrid_cores_valid, cores, error);
}

struct platform_group *platform_add_host(struct platform *platform, struct platform_group *parent,
                                         const char *const *values, unsigned line, GError **error)
{
    struct platform_group *host = add_group(platform, GROUP_HOST, parent, values[0], line, error);
    return host != NULL && set_processor(host, values[1], values[2], error) ? host : NULL;
}

static bool affix_valid(const char *text, GError **error)
{
    return *text == '\0' || simgrid_id_valid(text, error);
}

static bool set_radical(struct platform_group *cluster, const char *radical, GError **error)
{
    g_autoptr(GError) problem = NULL;
    cluster->indices = simgrid_radical_parse(radical, &problem);
    return cluster->indices != NULL || input_error_at(error, cluster->platform->path, cluster->line,
                                                      "attribute radical: %s", problem->message);
}

struct platform_group *platform_add_cluster(struct platform *platform,
                                            struct platform_group *parent,
                                            const char *const *values, unsigned line,
                                            GError **error)
{
    struct platform_group *cluster =
        add_group(platform, GROUP_CLUSTER, parent, values[0], line, error);
    if (cluster == NULL)
        return NULL;
    cluster->prefix = keep(platform, values[1]);
    cluster->suffix = keep(platform, values[2]);
    cluster->bandwidth = keep(platform, values[5]);
    cluster->latency = keep(platform, values[6]);
    if (!check_value(platform, line, "prefix", affix_valid, values[1], error) ||
        !check_value(platform, line, "suffix", affix_valid, values[2], error) ||
        !set_radical(cluster, values[3], error) ||
        !check_value(platform, line, "bw", simgrid_bandwidth_valid, values[5], error) ||
        !check_value(platform, line, "lat", simgrid_latency_valid, values[6], error) ||
        !set_processor(cluster, values[4], values[7], error))
        return NULL;
    return cluster;
}

bool platform_add_link(struct platform *platform, struct platform_group *parent,
                       const char *const *values, unsigned line, GError **error)
{
    static const char *const policies[] = {"SHARED", "SPLITDUPLEX", "FATPIPE", NULL};
    if (!check_value(platform, line, "id", simgrid_id_valid, values[0], error) ||
        !check_value(platform, line, "bandwidth", simgrid_bandwidth_valid, values[1], error) ||
        !check_value(platform, line, "latency", simgrid_latency_valid, values[2], error) ||
        !one_of(platform, line, "sharing_policy", values[3], policies, error))
        return false;
    struct platform_link *link = g_new0(struct platform_link, 1);
    *link = (struct platform_link){
        .zone = parent,
        .id = keep(platform, values[0]),
        .bandwidth = keep(platform, values[1]),
        .latency = keep(platform, values[2]),
        .sharing = keep(platform, values[3]),
        .line = line,
    };
    g_ptr_array_add(platform->links, link);
    return true;
}

bool platform_add_property(struct platform_group *group, const char *const *values, unsigned line,
                           GError **error)
{
    struct platform *platform = group->platform;
    const char *name = values[0];
    bool model = strcmp(name, "model") == 0;
    if (*name == '\0' || strpbrk(name, " =\t\n") != NULL)
        return input_error_at(error, platform->path, line, "'%s' is no name for a <prop>", name);
    if (model ? group->model != NULL : group_find_property(group, name) != NULL)
        return input_error_at(error, platform->path, line, "%s: property %s is given twice",
                              group->id, name);
    if (group->properties->len >= PLATFORM_MAX_PROPERTIES)
        return input_error_at(error, platform->path, line, "%s: more than %d properties", group->id,
                              PLATFORM_MAX_PROPERTIES);
    if (*values[1] == '\0')
        return input_error_at(error, platform->path, line, "%s: property %s has no value",
                              group->id, name);
    if (model) {
        group->model = keep(platform, values[1]);
        return true;
    }
    struct property *property = g_new0(struct property, 1);
    *property = (struct property){
        .name = keep(platform, name),
        .value = keep(platform, values[1]),
        .place = platform->path,
        .line = line,
    };
    group_add_property(group, property);
    return true;
}

struct platform_route *platform_add_route(struct platform *platform, struct platform_group *zone,
                                          bool between_zones, const char *const *values,
                                          unsigned line, GError **error)
{
    static const char *const answers[] = {"YES", "NO", "yes", "no", NULL};
    const char *symmetrical = values[between_zones ? 4 : 2];
    if (!one_of(platform, line, "symmetrical", symmetrical, answers, error))
        return NULL;
    struct platform_route *route = g_new0(struct platform_route, 1);
    *route = (struct platform_route){
        .zone = zone,
        .between_zones = between_zones,
        .source = keep(platform, values[0]),
        .destination = keep(platform, values[1]),
        .source_gateway = between_zones ? keep(platform, values[2]) : NULL,
        .destination_gateway = between_zones ? keep(platform, values[3]) : NULL,
        .symmetrical = g_ascii_tolower(*symmetrical) == 'y',
        .uses = g_ptr_array_new_with_free_func(g_free),
        .line = line,
    };
    g_ptr_array_add(platform->routes, route);
    return route;
}

static const struct platform_link *find_link(const struct platform *platform, const char *id)
{
    for (guint i = 0; i < platform->links->len; i++) {
        const struct platform_link *link = platform->links->pdata[i];
        if (strcmp(link->id, id) == 0)
            return link;
    }
    return NULL;
}

bool platform_add_link_use(struct platform *platform, struct platform_route *route,
                           const char *const *values, unsigned line, GError **error)
{
    static const char *const directions[] = {"UP", "DOWN", "NONE", NULL};
    if (!one_of(platform, line, "direction", values[1], directions, error))
        return false;
    const struct platform_link *link = find_link(platform, values[0]);
    if (link == NULL)
        return input_error_at(error, platform->path, line, "no <link> above has id '%s'",
                              values[0]);
    bool directed = strcmp(values[1], "NONE") != 0;
    if (directed != (strcmp(link->sharing, "SPLITDUPLEX") == 0))
        return input_error_at(error, platform->path, line,
                              directed ? "link '%s' is not SPLITDUPLEX and takes no direction"
                                       : "link '%s' is SPLITDUPLEX and needs a direction",
                              link->id);
    struct link_use *use = g_new0(struct link_use, 1);
    use->link = link;
    use->direction = keep(platform, values[1]);
    g_ptr_array_add(route->uses, use);
    return true;
}
