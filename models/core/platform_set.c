/* SPDX-License-Identifier: BSD-3-Clause */
/* Overrides from the command line: --set group.property=value. */
#include <string.h>

#include "base/input_error.h"
#include "models/core/platform_file.h"
#include "models/core/quantity.h"

static struct platform_group *find_group(const struct platform *platform, const char *id,
                                         const char *place, GError **error)
{
    g_autoptr(GString) known = g_string_new(NULL);
    for (guint i = 0; i < platform->groups->len; i++) {
        struct platform_group *group = platform->groups->pdata[i];
        if (group->model == NULL)
            continue;
        if (strcmp(group->id, id) == 0)
            return group;
        g_string_append_printf(known, "%s%s", known->len > 0 ? ", " : "", group->id);
    }
    input_error_at(error, place, 0, "%s has no group '%s' (known: %s)", platform->path, id,
                   known->str);
    return NULL;
}

static bool set_count(struct platform_group *cluster, const char *value, const char *place,
                      GError **error)
{
    if (cluster->kind != GROUP_CLUSTER)
        return input_error_at(error, place, 0, "only a cluster has a count, and '%s' is none",
                              cluster->id);
    uint64_t count;
    if (!quantity_count(value, &count, NULL) || count < 1 || count > PLATFORM_MAX_HOSTS)
        return input_error_at(error, place, 0, "expected a count of 1 to %d, found '%s'",
                              PLATFORM_MAX_HOSTS, value);
    g_array_set_size(cluster->indices, (guint)count);
    for (uint32_t i = 0; i < count; i++)
        g_array_index(cluster->indices, uint32_t, i) = i;
    /* The new names may be someone else's, or a route may need an old one. */
    g_autoptr(GError) problem = NULL;
    return platform_check(cluster->platform, &problem) ||
           input_error_at(error, place, 0, "%s", problem->message);
}

static bool set_property(struct platform_group *group, const char *name, const char *value,
                         const char *place, GError **error)
{
    struct property *property = group_find_property(group, name);
    if (property == NULL) {
        g_autoptr(GPtrArray) known = g_ptr_array_new();
        for (guint i = 0; i < group->properties->len; i++)
            g_ptr_array_add(known, (char *)((struct property *)group->properties->pdata[i])->name);
        const char *nearest = nearest_name(name, known);
        return input_error_at(error, place, 0, "%s has no property %s%s%s%s", group->id, name,
                              nearest ? "; did you mean '" : "", nearest ? nearest : "",
                              nearest ? "'?" : "");
    }
    g_assert(!property->read);
    property->value = g_string_chunk_insert_const(group->platform->strings, value);
    property->place = g_string_chunk_insert_const(group->platform->strings, place);
    property->line = 0;
    return true;
}

bool platform_set(struct platform *platform, const char *assignment, GError **error)
{
    g_autofree char *place = g_strconcat("--set ", assignment, NULL);
    const char *dot = strchr(assignment, '.');
    const char *equals = strchr(assignment, '=');
    if (dot == NULL || equals == NULL || dot > equals || equals[1] == '\0')
        return input_error_at(error, place, 0, "expected group.property=value");
    g_autofree char *id = g_strndup(assignment, (gsize)(dot - assignment));
    g_autofree char *name = g_strndup(dot + 1, (gsize)(equals - dot - 1));
    struct platform_group *group = find_group(platform, id, place, error);
    if (group == NULL)
        return false;
    if (strcmp(name, "count") == 0)
        return set_count(group, equals + 1, place, error);
    return set_property(group, name, equals + 1, place, error);
}
