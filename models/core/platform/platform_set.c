/* SPDX-License-Identifier: BSD-3-Clause */
#include "models/core/platform/platform_set.h"
#include "models/core/platform/platform_file.h"
#include <stddef.h>
#include <string.h>

#include "base/input_error.h"
#include "base/nearest_name.h"
#include "models/core/platform/platform_check.h"
#include "models/core/platform/platform_group.h"
#include "models/core/platform/platform_syntax.h"
#include "models/core/quantity.h"

/* An attribute that can be set, of a struct platform_group or a struct platform_link. */
struct settable {
    const char *name;
    size_t offset; /* of a const char * */
    bool (*valid)(const char *text, GError **error);
};

static const struct settable of_hosts[] = {
    {"speed", offsetof(struct platform_group, speed), simgrid_speed_valid},
    {"core", offsetof(struct platform_group, cores), simgrid_cores_valid},
    {NULL, 0, NULL},
};

static const struct settable of_clusters[] = {
    {"speed", offsetof(struct platform_group, speed), simgrid_speed_valid},
    {"core", offsetof(struct platform_group, cores), simgrid_cores_valid},
    {"bw", offsetof(struct platform_group, bandwidth), simgrid_bandwidth_valid},
    {"lat", offsetof(struct platform_group, latency), simgrid_latency_valid},
    {NULL, 0, NULL},
};

static const struct settable of_links[] = {
    {"bandwidth", offsetof(struct platform_link, bandwidth), simgrid_bandwidth_valid},
    {"latency", offsetof(struct platform_link, latency), simgrid_latency_valid},
    {NULL, 0, NULL},
};

static const struct settable of_zones[] = {{NULL, 0, NULL}};

static const struct settable *const of_kind[] = {
    [GROUP_ZONE] = of_zones, [GROUP_CLUSTER] = of_clusters, [GROUP_HOST] = of_hosts};

static const struct settable *find_settable(const struct settable *all, const char *name)
{
    for (; all->name != NULL; all++)
        if (strcmp(all->name, name) == 0)
            return all;
    return NULL;
}

static bool set_attribute(void *owner, const struct settable *attribute,
                          const struct platform_setting *setting, GError **error)
{
    g_autoptr(GError) problem = NULL;
    if (!attribute->valid(setting->value, &problem))
        return input_error_at(error, setting->place, setting->line, "%s: attribute %s: %s",
                              setting->group, attribute->name, problem->message);
    *(const char **)((char *)owner + attribute->offset) = setting->value;
    return true;
}

/* ---- groups and links ---------------------------------------------------------------------- */

static struct platform_group *find_group(const struct platform *platform, const char *id)
{
    for (guint i = 0; i < platform->groups->len; i++) {
        struct platform_group *group = platform->groups->pdata[i];
        if (group->model != NULL && strcmp(group->id, id) == 0)
            return group;
    }
    return NULL;
}

static struct platform_link *find_link(const struct platform *platform, const char *id)
{
    for (guint i = 0; i < platform->links->len; i++) {
        struct platform_link *link = platform->links->pdata[i];
        if (strcmp(link->id, id) == 0)
            return link;
    }
    return NULL;
}

/* For l1i.size instead of sm.l1i.size: the group that has this property. */
static char *group_hint(const struct platform *platform, const struct platform_setting *setting)
{
    g_autofree char *name = g_strconcat(setting->group, ".", setting->name, NULL);
    for (guint i = 0; i < platform->groups->len; i++) {
        struct platform_group *group = platform->groups->pdata[i];
        if (group->model != NULL && group_find_property(group, name) != NULL)
            return g_strdup_printf("; %s.%s is a property", group->id, name);
    }
    return g_strdup("");
}

static bool no_owner(const struct platform *platform, const struct platform_setting *setting,
                     GError **error)
{
    g_autofree char *hint = group_hint(platform, setting);
    g_autoptr(GString) known = g_string_new(NULL);
    for (guint i = 0; i < platform->groups->len; i++) {
        const struct platform_group *group = platform->groups->pdata[i];
        if (group->model != NULL)
            g_string_append_printf(known, "%s%s", known->len > 0 ? ", " : "", group->id);
    }
    for (guint i = 0; i < platform->links->len; i++) {
        const struct platform_link *link = platform->links->pdata[i];
        g_string_append_printf(known, "%s%s", known->len > 0 ? ", " : "", link->id);
    }
    return input_error_at(error, setting->place, setting->line,
                          "%s has no group or link '%s' (known: %s)%s", platform->path,
                          setting->group, known->str, hint);
}

/* ---- what is set ---------------------------------------------------------------------------- */

static bool set_count(struct platform_group *cluster, const struct platform_setting *setting,
                      GError **error)
{
    if (cluster->kind != GROUP_CLUSTER)
        return input_error_at(error, setting->place, setting->line,
                              "only a cluster has a count, but '%s' is no cluster", cluster->id);
    uint64_t count;
    if (!quantity_count(setting->value, &count, NULL) || count < 1 || count > PLATFORM_MAX_HOSTS)
        return input_error_at(error, setting->place, setting->line,
                              "expected a count of 1 to %d, found '%s'", PLATFORM_MAX_HOSTS,
                              setting->value);
    g_array_set_size(cluster->indices, (guint)count);
    for (uint32_t i = 0; i < count; i++)
        g_array_index(cluster->indices, uint32_t, i) = i;
    /* The new names may belong to others, or a route may need an old one. */
    g_autoptr(GError) problem = NULL;
    return platform_check(cluster->platform, &problem) ||
           input_error_at(error, setting->place, setting->line, "%s", problem->message);
}

static bool no_property(const struct platform_group *group, const struct platform_setting *setting,
                        GError **error)
{
    g_autoptr(GPtrArray) known = g_ptr_array_new();
    for (guint i = 0; i < group->properties->len; i++)
        g_ptr_array_add(known, (char *)((struct property *)group->properties->pdata[i])->name);
    g_autofree char *hint = nearest_hint(setting->name, known);
    return input_error_at(error, setting->place, setting->line, "%s has no property %s%s",
                          group->id, setting->name, hint);
}

/* A zone may be told that there are several of it, and what is between them, though its file says
 * nothing of that: most don't. */
static bool is_of_copies(const struct platform_group *group, const char *name)
{
    return group->kind == GROUP_ZONE &&
           (strcmp(name, "count") == 0 || g_str_has_prefix(name, "nvlink."));
}

static bool set_property(struct platform_group *group, const struct platform_setting *setting,
                         GError **error)
{
    struct property *property = group_find_property(group, setting->name);
    if (property == NULL) {
        /* Which model reads a group is no property of it. */
        const bool may_add = setting->may_add || is_of_copies(group, setting->name);
        if (!may_add || strcmp(setting->name, "model") == 0)
            return no_property(group, setting, error);
        property = g_new0(struct property, 1);
        property->name = g_string_chunk_insert_const(group->platform->strings, setting->name);
        group_add_property(group, property);
    }
    g_assert(!property->read);
    property->value = setting->value;
    property->place = setting->place;
    property->line = setting->line;
    return true;
}

bool platform_apply(struct platform *platform, const struct platform_setting *setting,
                    GError **error)
{
    struct platform_group *group = find_group(platform, setting->group);
    struct platform_link *link = find_link(platform, setting->group);
    if (group != NULL) {
        const struct settable *attribute = find_settable(of_kind[group->kind], setting->name);
        if (strcmp(setting->name, "count") == 0 && group->kind != GROUP_ZONE)
            return set_count(group, setting, error);
        return attribute != NULL ? set_attribute(group, attribute, setting, error)
                                 : set_property(group, setting, error);
    }
    if (link == NULL)
        return no_owner(platform, setting, error);
    const struct settable *attribute = find_settable(of_links, setting->name);
    return attribute != NULL
               ? set_attribute(link, attribute, setting, error)
               : input_error_at(error, setting->place, setting->line,
                                "link '%s' has a bandwidth and a latency, and no '%s'", link->id,
                                setting->name);
}

bool platform_set(struct platform *platform, const char *assignment, GError **error)
{
    g_autofree char *place = g_strconcat("--set ", assignment, NULL);
    const char *dot = strchr(assignment, '.');
    const char *equals = strchr(assignment, '=');
    if (dot == NULL || equals == NULL || dot > equals || equals[1] == '\0')
        return input_error_at(error, place, 0, "expected group.property=value");
    g_autofree char *group = g_strndup(assignment, (gsize)(dot - assignment));
    g_autofree char *name = g_strndup(dot + 1, (gsize)(equals - dot - 1));
    GStringChunk *strings = platform->strings;
    const struct platform_setting setting = {
        .group = group,
        .name = name,
        .value = g_string_chunk_insert_const(strings, equals + 1),
        .place = g_string_chunk_insert_const(strings, place),
    };
    return platform_apply(platform, &setting, error);
}
