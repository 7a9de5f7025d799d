/* SPDX-License-Identifier: BSD-3-Clause */
/* A platform: from file to groups, and the account of what was read. */
#include "models/core/platform/platform.h"

#include <string.h>

#include "base/input_error.h"
#include "base/nearest_name.h"
#include "models/core/platform/platform_base.h"
#include "models/core/platform/platform_build.h"
#include "models/core/platform/platform_check.h"
#include "models/core/platform/platform_difference.h"
#include "models/core/platform/platform_file.h"

static struct platform *platform_new(const char *path)
{
    struct platform *platform = g_new0(struct platform, 1);
    platform->strings = g_string_chunk_new(4096);
    platform->path = g_string_chunk_insert_const(platform->strings, path);
    platform->differences = g_ptr_array_new_with_free_func(difference_free);
    platform->groups = g_ptr_array_new_with_free_func(group_free);
    platform->links = g_ptr_array_new_with_free_func(g_free);
    platform->routes = g_ptr_array_new_with_free_func(route_free);
    platform->models = g_ptr_array_new();
    return platform;
}

struct platform *platform_load(const char *path, GError **error)
{
    struct platform *platform = platform_new(path);
    if (!platform_read_files(platform, error) || !platform_check(platform, error) ||
        !platform_apply_differences(platform, error)) {
        platform_free(platform);
        return NULL;
    }
    return platform;
}

GPtrArray *platform_bases(const char *path)
{
    struct platform *platform = platform_new(path);
    GPtrArray *bases = g_ptr_array_new_with_free_func(g_free);
    platform_read_files(platform, NULL);
    for (guint i = 0; i < platform->differences->len; i++) {
        const struct platform_difference *difference = platform->differences->pdata[i];
        g_ptr_array_add(bases, g_strdup(difference->base));
    }
    platform_free(platform);
    return bases;
}

void platform_free(struct platform *platform)
{
    if (platform == NULL)
        return;
    g_ptr_array_unref(platform->differences);
    g_ptr_array_unref(platform->groups);
    g_ptr_array_unref(platform->links);
    g_ptr_array_unref(platform->routes);
    g_ptr_array_unref(platform->models);
    g_string_chunk_free(platform->strings);
    g_free(platform);
}

static struct platform_group *next_of_model(const struct platform *platform, const char *model,
                                            guint *from)
{
    while (*from < platform->groups->len) {
        struct platform_group *group = platform->groups->pdata[(*from)++];
        if (group->model != NULL && strcmp(group->model, model) == 0)
            return group;
    }
    return NULL;
}

struct platform_group *platform_group(struct platform *platform, const char *model, GError **error)
{
    guint from = 0;
    struct platform_group *group = next_of_model(platform, model, &from);
    g_ptr_array_add(platform->models, g_string_chunk_insert_const(platform->strings, model));
    if (group == NULL) {
        input_error_at(error, platform->path, 0, "no cluster, host or zone has the model '%s'",
                       model);
        return NULL;
    }
    struct platform_group *second = next_of_model(platform, model, &from);
    if (second != NULL) {
        input_error_at(error, platform->path, second->line,
                       "'%s' and '%s' both have the model '%s'; one is supported", group->id,
                       second->id, model);
        return NULL;
    }
    group->taken = true;
    return group;
}

static bool all_read(const struct platform_group *group, GError **error)
{
    for (guint i = 0; i < group->properties->len; i++) {
        const struct property *property = group->properties->pdata[i];
        if (property->read)
            continue;
        g_autofree char *meant = nearest_hint(property->name, group->asked);
        return input_error_at(error, property->place, property->line,
                              "%s: nothing reads property %s%s", group->id, property->name, meant);
    }
    return true;
}

bool platform_finish_reading(const struct platform *platform, GError **error)
{
    for (guint i = 0; i < platform->groups->len; i++) {
        const struct platform_group *group = platform->groups->pdata[i];
        if (group->model != NULL && !group->taken) {
            g_autofree char *meant = nearest_hint(group->model, platform->models);
            return input_error_at(error, platform->path, group->line, "%s: no such model '%s'%s",
                                  group->id, group->model, meant);
        }
        if (!all_read(group, error))
            return false;
    }
    return true;
}
